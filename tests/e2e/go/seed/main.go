// Command seed writes nodes and pods straight into etcd, in the API server's storage form, before that starts: the only
// way to have 150,000 pods in seconds.
//
//	seed ETCD-URL NODES PODS
//
// Every 25th node is one of accelerators. Pods are of the size that pods of real clusters are, some 6.5 KB of JSON, and
// the same for the same counts.
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
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes/scheme"
)

const (
	batch           = 100 // etcd takes 128 operations a transaction
	writers         = 4
	namespaces      = 50
	acceleratorStep = 25
)

var born = metav1.NewTime(time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC))

func main() {
	if len(os.Args) != 4 {
		fail("usage: seed ETCD-URL NODES PODS")
	}
	nodes, err := strconv.Atoi(os.Args[2])
	check(err)
	pods, err := strconv.Atoi(os.Args[3])
	check(err)
	client, err := clientv3.New(clientv3.Config{Endpoints: []string{os.Args[1]}, DialTimeout: 10 * time.Second})
	check(err)
	defer client.Close()
	write(client, nodes, func(i int) (string, runtime.Object) {
		node := nodeOf(i)
		return "/registry/minions/" + node.Name, node
	})
	write(client, pods, func(i int) (string, runtime.Object) {
		pod := podOf(i, nodes)
		return "/registry/pods/" + pod.Namespace + "/" + pod.Name, pod
	})
}

// write stores count objects, several transactions side by side.
func write(client *clientv3.Client, count int, object func(int) (string, runtime.Object)) {
	codec := protobuf.NewSerializer(scheme.Scheme, scheme.Scheme)
	starts := batches(count)
	var done sync.WaitGroup
	for range writers {
		done.Add(1)
		go func() {
			defer done.Done()
			for start := range starts {
				var operations []clientv3.Op
				for i := start; i < min(start+batch, count); i++ {
					key, one := object(i)
					var encoded bytes.Buffer
					check(codec.Encode(one, &encoded))
					operations = append(operations, clientv3.OpPut(key, encoded.String()))
				}
				_, err := client.Txn(context.Background()).Then(operations...).Commit()
				check(err)
			}
		}()
	}
	done.Wait()
}

// batches gives the first index of each batch.
func batches(count int) <-chan int {
	starts := make(chan int)
	go func() {
		defer close(starts)
		for start := 0; start < count; start += batch {
			starts <- start
		}
	}()
	return starts
}

func isAccelerator(node int) bool { return node%acceleratorStep == 0 }

func nodeName(i int) string {
	return fmt.Sprintf("ip-10-%d-%d-%d.ec2.internal", i>>16&255, i>>8&255, i&255)
}

func nodeOf(i int) *corev1.Node {
	instance, devices := "m6i.4xlarge", int64(0)
	if isAccelerator(i) {
		instance, devices = "g6.12xlarge", 4
	}
	resources := corev1.ResourceList{
		corev1.ResourceCPU:              resource.MustParse("15890m"),
		corev1.ResourceMemory:           resource.MustParse("60Gi"),
		corev1.ResourcePods:             resource.MustParse("110"),
		corev1.ResourceEphemeralStorage: resource.MustParse("95551679124"),
	}
	labels := map[string]string{
		"kubernetes.io/arch": "amd64", "kubernetes.io/os": "linux", "kubernetes.io/hostname": nodeName(i),
		"node.kubernetes.io/instance-type": instance, "topology.kubernetes.io/region": "us-east-1",
		"topology.kubernetes.io/zone": "us-east-1a", "karpenter.sh/capacity-type": "on-demand",
		"karpenter.sh/nodepool": "general",
	}
	if devices > 0 {
		resources["nvidia.com/gpu"] = *resource.NewQuantity(devices, resource.DecimalSI)
		labels["karpenter.sh/nodepool"] = "l4"
		labels["nvidia.com/gpu.product"] = "NVIDIA-L4"
		labels["nvidia.com/gpu.count"] = strconv.FormatInt(devices, 10)
	}
	return &corev1.Node{
		TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Node"},
		ObjectMeta: metav1.ObjectMeta{Name: nodeName(i), UID: uid("node", i), CreationTimestamp: born, Labels: labels,
			Annotations:   map[string]string{"node.alpha.kubernetes.io/ttl": "0"},
			ManagedFields: managed("kubelet")},
		Spec: corev1.NodeSpec{ProviderID: fmt.Sprintf("aws:///us-east-1a/i-%017x", i)},
		Status: corev1.NodeStatus{Capacity: resources, Allocatable: resources,
			Conditions: []corev1.NodeCondition{{Type: corev1.NodeReady, Status: corev1.ConditionTrue,
				LastHeartbeatTime: born, LastTransitionTime: born, Reason: "KubeletReady",
				Message: "kubelet is posting ready status"}},
			NodeInfo: corev1.NodeSystemInfo{KernelVersion: "6.1.0", OSImage: "Amazon Linux 2023", Architecture: "amd64",
				ContainerRuntimeVersion: "containerd://1.7.27", KubeletVersion: "v1.34.4", OperatingSystem: "linux"}},
	}
}

func podOf(i, nodes int) *corev1.Pod {
	node := i % max(nodes, 1)
	app := fmt.Sprintf("app-%d", i%400)
	resources := corev1.ResourceRequirements{
		Requests: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("100m"), corev1.ResourceMemory: resource.MustParse("128Mi")},
		Limits:   corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("256Mi")},
	}
	// Two pods of each accelerator node hold a device, the others are its daemons and exporters.
	if isAccelerator(node) && i/max(nodes, 1) < 2 {
		resources.Limits["nvidia.com/gpu"] = resource.MustParse("1")
		resources.Requests["nvidia.com/gpu"] = resource.MustParse("1")
	}
	controller := true
	return &corev1.Pod{
		TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"},
		ObjectMeta: metav1.ObjectMeta{
			Name: fmt.Sprintf("%s-6d4cf56db6-%06d", app, i), GenerateName: app + "-6d4cf56db6-",
			Namespace: fmt.Sprintf("team-%d", i%namespaces), UID: uid("pod", i), CreationTimestamp: born,
			Labels: map[string]string{"app": app, "pod-template-hash": "6d4cf56db6", "team": fmt.Sprintf("team-%d", i%namespaces),
				"app.kubernetes.io/name": app, "app.kubernetes.io/part-of": "platform"},
			Annotations: map[string]string{"prometheus.io/scrape": "true", "prometheus.io/port": "9090",
				"checksum/config": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"},
			OwnerReferences: []metav1.OwnerReference{{APIVersion: "apps/v1", Kind: "ReplicaSet", Name: app + "-6d4cf56db6",
				UID: uid("set", i%400), Controller: &controller, BlockOwnerDeletion: &controller}},
			ManagedFields: managed("kube-controller-manager", "kubelet"),
		},
		Spec: corev1.PodSpec{
			NodeName: nodeName(node), ServiceAccountName: app, SchedulerName: "default-scheduler",
			RestartPolicy: corev1.RestartPolicyAlways, DNSPolicy: corev1.DNSClusterFirst,
			Containers: []corev1.Container{container(app, resources), container("sidecar", corev1.ResourceRequirements{
				Requests: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("10m"), corev1.ResourceMemory: resource.MustParse("32Mi")}})},
			Volumes: []corev1.Volume{{Name: "config", VolumeSource: corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{
				LocalObjectReference: corev1.LocalObjectReference{Name: app}}}}},
			Tolerations: []corev1.Toleration{
				{Key: "node.kubernetes.io/not-ready", Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoExecute},
				{Key: "node.kubernetes.io/unreachable", Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoExecute}},
		},
		Status: corev1.PodStatus{Phase: corev1.PodRunning, HostIP: "10.0.0.1", PodIP: "10.1.2.3", QOSClass: corev1.PodQOSBurstable,
			StartTime: &born, Conditions: conditions(), ContainerStatuses: []corev1.ContainerStatus{status(app), status("sidecar")}},
	}
}

func container(name string, resources corev1.ResourceRequirements) corev1.Container {
	var environment []corev1.EnvVar
	for i := range 8 {
		environment = append(environment, corev1.EnvVar{Name: fmt.Sprintf("SETTING_%d", i), Value: fmt.Sprintf("value-of-setting-%d-of-%s", i, name)})
	}
	return corev1.Container{Name: name, Image: "123456789012.dkr.ecr.us-east-1.amazonaws.com/platform/" + name + ":2026.11.1",
		Command: []string{"/usr/local/bin/" + name}, Args: []string{"--listen=:8080", "--log-level=info"}, Env: environment,
		Ports: []corev1.ContainerPort{{ContainerPort: 8080, Protocol: corev1.ProtocolTCP}}, Resources: resources,
		VolumeMounts:             []corev1.VolumeMount{{Name: "config", MountPath: "/etc/config", ReadOnly: true}},
		TerminationMessagePath:   "/dev/termination-log",
		TerminationMessagePolicy: corev1.TerminationMessageReadFile, ImagePullPolicy: corev1.PullIfNotPresent}
}

func status(name string) corev1.ContainerStatus {
	started := true
	return corev1.ContainerStatus{Name: name, Ready: true, Started: &started, Image: "platform/" + name + ":2026.11.1",
		ImageID:     "123456789012.dkr.ecr.us-east-1.amazonaws.com/platform/" + name + "@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		ContainerID: "containerd://9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		State:       corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: born}}}
}

func conditions() []corev1.PodCondition {
	var all []corev1.PodCondition
	for _, kind := range []corev1.PodConditionType{corev1.PodScheduled, corev1.PodInitialized, corev1.ContainersReady, corev1.PodReady} {
		all = append(all, corev1.PodCondition{Type: kind, Status: corev1.ConditionTrue, LastTransitionTime: born})
	}
	return all
}

// managed are entries of the size that a pod's usually are: a good part of an object.
func managed(managers ...string) []metav1.ManagedFieldsEntry {
	var entries []metav1.ManagedFieldsEntry
	for _, manager := range managers {
		var fields bytes.Buffer
		fields.WriteString(`{"f:metadata":{"f:labels":{".":{},"f:app":{}}},"f:spec":{`)
		for i := range 24 {
			fmt.Fprintf(&fields, `"f:field%d":{".":{},"f:inner%d":{}},`, i, i)
		}
		fields.WriteString(`"f:last":{}}}`)
		entries = append(entries, metav1.ManagedFieldsEntry{Manager: manager, Operation: metav1.ManagedFieldsOperationUpdate,
			APIVersion: "v1", Time: &born, FieldsType: "FieldsV1", FieldsV1: &metav1.FieldsV1{Raw: fields.Bytes()}})
	}
	return entries
}

func uid(kind string, i int) types.UID {
	sum := 0
	for _, letter := range kind {
		sum = sum*31 + int(letter)
	}
	return types.UID(fmt.Sprintf("%08x-0000-4000-8000-%012x", uint32(sum), i))
}

func check(err error) {
	if err != nil {
		fail(err.Error())
	}
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, "seed:", message)
	os.Exit(1)
}
