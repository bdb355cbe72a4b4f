// Command etcd runs one member of etcd on a free loopback port and writes its client URL into a file.
//
//	etcd DIRECTORY URL-FILE
//
// Nothing is synced to disk: what it holds lives as long as a test. It ends by SIGTERM or SIGINT; SIGUSR1 makes it forget
// old revisions.
package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"go.etcd.io/etcd/api/v3/etcdserverpb"
	"go.etcd.io/etcd/server/v3/embed"
)

func main() {
	if len(os.Args) != 3 {
		fail("usage: etcd DIRECTORY URL-FILE")
	}
	config := embed.NewConfig()
	config.Dir = os.Args[1]
	config.UnsafeNoFsync = true
	config.LogLevel = "error"
	config.LogOutputs = []string{"stderr"}
	loopback := []url.URL{{Scheme: "http", Host: "127.0.0.1:0"}}
	config.ListenClientUrls = loopback
	config.ListenPeerUrls = loopback
	// A bulk of objects written before the API server starts is larger than etcd's usual 2 GiB.
	config.QuotaBackendBytes = 8 << 30

	member, err := embed.StartEtcd(config)
	if err != nil {
		fail(err.Error())
	}
	<-member.Server.ReadyNotify()
	file := os.Args[2]
	if err := os.WriteFile(file+".new", []byte("http://"+member.Clients[0].Addr().String()), 0o600); err != nil {
		fail(err.Error())
	}
	if err := os.Rename(file+".new", file); err != nil {
		fail(err.Error())
	}
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGTERM, syscall.SIGINT, syscall.SIGUSR1)
	for {
		select {
		case what := <-told:
			if what != syscall.SIGUSR1 {
				member.Close()
				return
			}
			forget(member)
		case err := <-member.Err():
			fail(err.Error())
		}
	}
}

// forget drops every revision but the newest one, and tells the API server, which keeps old lists in memory, by the key
// that its own compaction writes.
func forget(member *embed.Etcd) {
	revision := member.Server.KV().Rev()
	key := &etcdserverpb.PutRequest{Key: []byte("compact_rev_key"), Value: []byte(strconv.FormatInt(revision, 10))}
	if _, err := member.Server.Put(context.Background(), key); err != nil {
		fmt.Fprintln(os.Stderr, "etcd:", err)
	}
	request := &etcdserverpb.CompactionRequest{Revision: revision, Physical: true}
	if _, err := member.Server.Compact(context.Background(), request); err != nil {
		fmt.Fprintln(os.Stderr, "etcd:", err)
	}
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, "etcd:", message)
	os.Exit(1)
}
