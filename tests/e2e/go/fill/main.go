// Command fill writes many nodes and pods into etcd as kube-apiserver stores them, before that starts.
//
//	fill ETCD-URL PODS NODES
//
// A running API server and its controllers would starve under as many writes. Every tenth node is a g6.12xlarge with four
// GPUs, held by pods of one GPU each; the other pods have none. The objects are the same in every run.
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/client-go/kubernetes/scheme"
)

const (
	perRequest = 100 // etcd takes at most 128 operations at once
	writers    = 4
)

type entry struct {
	key    string
	object runtime.Object
}

func main() {
	if len(os.Args) != 4 {
		fail("usage: fill ETCD-URL PODS NODES")
	}
	pods, err := strconv.Atoi(os.Args[2])
	if err != nil {
		fail(err.Error())
	}
	nodes, err := strconv.Atoi(os.Args[3])
	if err != nil || nodes < 1 {
		fail("NODES is a number of at least 1")
	}
	client, err := clientv3.New(clientv3.Config{Endpoints: []string{os.Args[1]}, DialTimeout: 10 * time.Second})
	if err != nil {
		fail(err.Error())
	}
	defer client.Close()

	batches := make(chan []entry, writers)
	var group sync.WaitGroup
	for range writers {
		group.Add(1)
		go func() {
			defer group.Done()
			for batch := range batches {
				write(client, batch)
			}
		}()
	}
	send(batches, nodes, func(i int) entry { return entry{"/registry/minions/" + nodeName(i), node(i)} })
	send(batches, pods, func(i int) entry {
		one := pod(i, nodes)
		return entry{"/registry/pods/" + one.Namespace + "/" + one.Name, one}
	})
	sets := (pods + podsOfReplica - 1) / podsOfReplica
	send(batches, sets, func(i int) entry {
		one := replicaSet(i)
		return entry{"/registry/replicasets/" + one.Namespace + "/" + one.Name, one}
	})
	send(batches, sets, func(i int) entry {
		one := deployment(i)
		return entry{"/registry/deployments/" + one.Namespace + "/" + one.Name, one}
	})
	send(batches, namespaces, func(i int) entry { return entry{"/registry/namespaces/" + namespaceName(i), namespace(i)} })
	close(batches)
	group.Wait()
}

func send(batches chan<- []entry, count int, make func(int) entry) {
	var batch []entry
	for i := range count {
		batch = append(batch, make(i))
		if len(batch) == perRequest || i == count-1 {
			batches <- batch
			batch = nil
		}
	}
}

func write(client *clientv3.Client, batch []entry) {
	serializer := protobuf.NewSerializer(scheme.Scheme, scheme.Scheme)
	operations := make([]clientv3.Op, 0, len(batch))
	for _, one := range batch {
		var stored bytes.Buffer
		if err := serializer.Encode(one.object, &stored); err != nil {
			fail(err.Error())
		}
		operations = append(operations, clientv3.OpPut(one.key, stored.String()))
	}
	if _, err := client.Txn(context.Background()).Then(operations...).Commit(); err != nil {
		fail(err.Error())
	}
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, "fill:", message)
	os.Exit(1)
}
