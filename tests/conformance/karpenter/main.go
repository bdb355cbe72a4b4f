// Command karpenter is the real Karpenter on its cloud without machines (kwok), for judging pools.
//
// Instance types come from the file of -instance-types-file-path. What it names under "labels" is, for an instance type of
// that name, a label that AWS's provider would know: without this a requirement on karpenter.k8s.aws/… is ignored, and a
// pool for one accelerator gets machines with another.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	corev1 "k8s.io/api/core/v1"
	kwok "sigs.k8s.io/karpenter/kwok/cloudprovider"
	"sigs.k8s.io/karpenter/kwok/options"
	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/cloudprovider/overlay"
	"sigs.k8s.io/karpenter/pkg/controllers"
	"sigs.k8s.io/karpenter/pkg/controllers/state"
	"sigs.k8s.io/karpenter/pkg/operator"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

func main() {
	ctx, op := operator.NewOperator()
	types, err := instanceTypes(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	plain := kwok.NewCloudProvider(ctx, op.GetClient(), types)
	provider := overlay.Decorate(plain, op.GetClient(), op.InstanceTypeStore)
	cluster := state.NewCluster(op.Clock, op.GetClient(), provider)
	op.WithControllers(ctx, controllers.NewControllers(ctx, op.Manager, op.Clock, op.GetClient(), op.EventRecorder,
		provider, plain, cluster, op.InstanceTypeStore)...).Start(ctx)
}

// instanceTypes gives kwok's types with the labels of the file as well-known requirements.
func instanceTypes(ctx context.Context) ([]*cloudprovider.InstanceType, error) {
	types, err := kwok.ConstructInstanceTypes(ctx)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(options.FromContext(ctx).InstanceTypesFilePath)
	if err != nil {
		return nil, err
	}
	var described []struct {
		Name   string
		Labels map[string]string
	}
	if err := json.Unmarshal(text, &described); err != nil {
		return nil, err
	}
	known := map[string]bool{}
	labels := map[string]map[string]string{}
	for _, one := range described {
		labels[one.Name] = one.Labels
		for key := range one.Labels {
			known[key] = true
			v1.WellKnownLabels.Insert(key)
		}
	}
	for _, one := range types {
		// A label that a type does not have is one that it must not match: an accelerator's, on a type without.
		for key := range known {
			requirement := scheduling.NewRequirement(key, corev1.NodeSelectorOpDoesNotExist)
			if value, has := labels[one.Name][key]; has {
				requirement = scheduling.NewRequirement(key, corev1.NodeSelectorOpIn, value)
			}
			one.Requirements.Add(requirement)
		}
	}
	return types, nil
}
