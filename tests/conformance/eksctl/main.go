// Command eksctl reads cluster configurations as eksctl itself does before it creates node groups.
//
//	eksctl FILE...
//
// Each file goes through eksctl's loader, its defaults and its validation. Prints `ok FILE` or `refused FILE: why` and
// fails when one was refused.
package main

import (
	"fmt"
	"os"
	"strings"

	api "github.com/weaveworks/eksctl/pkg/apis/eksctl.io/v1alpha5"
	"github.com/weaveworks/eksctl/pkg/eks"
)

func main() {
	if err := api.Register(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	refused := false
	for _, file := range os.Args[1:] {
		if err := check(file); err != nil {
			refused = true
			fmt.Printf("refused %s: %s\n", file, strings.ReplaceAll(err.Error(), "\n", " "))
		} else {
			fmt.Printf("ok %s\n", file)
		}
	}
	if refused {
		os.Exit(1)
	}
}

func check(file string) error {
	config, err := eks.LoadConfigFromFile(file)
	if err != nil {
		return err
	}
	if len(config.NodeGroups)+len(config.ManagedNodeGroups) == 0 {
		return fmt.Errorf("no node groups")
	}
	api.SetClusterConfigDefaults(config)
	if err := api.ValidateClusterConfig(config); err != nil {
		return err
	}
	for i, group := range config.NodeGroups {
		if err := api.SetNodeGroupDefaults(group, config.Metadata, config.IsControlPlaneOnOutposts()); err != nil {
			return err
		}
		if err := api.ValidateNodeGroup(i, group, config); err != nil {
			return err
		}
	}
	for i, group := range config.ManagedNodeGroups {
		if err := api.SetManagedNodeGroupDefaults(group, config.Metadata, config.IsControlPlaneOnOutposts()); err != nil {
			return err
		}
		if err := api.ValidateManagedNodeGroup(i, group); err != nil {
			return err
		}
	}
	return nil
}
