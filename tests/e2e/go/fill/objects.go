package main

import (
	"fmt"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

const (
	namespaces    = 50
	gpuEvery      = 10 // every tenth node has GPUs
	gpusOfNode    = 4
	podsOfReplica = 20
)

var began = metav1.NewTime(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))

func nodeName(i int) string {
	return fmt.Sprintf("ip-10-%d-%d-%d.ec2.internal", i>>16&255, i>>8&255, i&255)
}
func namespaceName(i int) string { return fmt.Sprintf("team-%02d", i) }

func uid(kind, i int) types.UID {
	return types.UID(fmt.Sprintf("%08x-0000-4000-8000-%012x", kind, i))
}

func namespace(i int) *corev1.Namespace {
	return &corev1.Namespace{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Namespace"},
		ObjectMeta: metav1.ObjectMeta{Name: namespaceName(i), UID: uid(1, i), CreationTimestamp: began, Labels: map[string]string{"kubernetes.io/metadata.name": namespaceName(i), "team": namespaceName(i)}},
		Spec:       corev1.NamespaceSpec{Finalizers: []corev1.FinalizerName{corev1.FinalizerKubernetes}},
		Status:     corev1.NamespaceStatus{Phase: corev1.NamespaceActive},
	}
}

func node(i int) *corev1.Node {
	gpu := i%gpuEvery == 0
	kind, capacity := "m7i.4xlarge", corev1.ResourceList{"cpu": resource.MustParse("16"), "memory": resource.MustParse("64Gi"), "pods": resource.MustParse("234")}
	if gpu {
		kind = "g6.12xlarge"
		capacity = corev1.ResourceList{"cpu": resource.MustParse("48"), "memory": resource.MustParse("192Gi"), "pods": resource.MustParse("234"), "nvidia.com/gpu": resource.MustParse(fmt.Sprint(gpusOfNode))}
	}
	labels := map[string]string{
		"beta.kubernetes.io/arch": "amd64", "beta.kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64",
		"kubernetes.io/os": "linux", "kubernetes.io/hostname": nodeName(i), "node.kubernetes.io/instance-type": kind,
		"beta.kubernetes.io/instance-type": kind, "topology.kubernetes.io/region": "us-east-1",
		"topology.kubernetes.io/zone": "us-east-1" + string(rune('a'+i%3)), "karpenter.sh/capacity-type": "on-demand",
	}
	one := &corev1.Node{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Node"},
		ObjectMeta: metav1.ObjectMeta{Name: nodeName(i), UID: uid(2, i), CreationTimestamp: began, Labels: labels},
		Spec:       corev1.NodeSpec{ProviderID: fmt.Sprintf("aws:///us-east-1%c/i-%017x", 'a'+i%3, i)},
		Status: corev1.NodeStatus{
			Capacity: capacity, Allocatable: capacity,
			Conditions: []corev1.NodeCondition{
				nodeCondition(corev1.NodeReady, corev1.ConditionTrue, "KubeletReady"),
				nodeCondition(corev1.NodeMemoryPressure, corev1.ConditionFalse, "KubeletHasSufficientMemory"),
				nodeCondition(corev1.NodeDiskPressure, corev1.ConditionFalse, "KubeletHasNoDiskPressure"),
				nodeCondition(corev1.NodePIDPressure, corev1.ConditionFalse, "KubeletHasSufficientPID"),
			},
			NodeInfo: corev1.NodeSystemInfo{KubeletVersion: "v1.34.4", OSImage: "Amazon Linux 2023", ContainerRuntimeVersion: "containerd://2.1.4", Architecture: "amd64", OperatingSystem: "linux", KernelVersion: "6.12.40-64.114.amzn2023.x86_64"},
		},
	}
	if gpu {
		one.Labels["karpenter.sh/nodepool"] = "l4"
		one.Labels["karpenter.k8s.aws/instance-gpu-name"] = "l4"
		one.Spec.Taints = []corev1.Taint{{Key: "nvidia.com/gpu", Value: "true", Effect: corev1.TaintEffectNoSchedule}}
	}
	return one
}

func nodeCondition(kind corev1.NodeConditionType, status corev1.ConditionStatus, reason string) corev1.NodeCondition {
	return corev1.NodeCondition{Type: kind, Status: status, Reason: reason, Message: "kubelet: " + reason, LastHeartbeatTime: began, LastTransitionTime: began}
}

// Garbage collection takes away what names an owner that is not there: every pod has its ReplicaSet and Deployment.
func replicaSet(i int) *appsv1.ReplicaSet {
	replicas, yes := int32(podsOfReplica), true
	return &appsv1.ReplicaSet{
		TypeMeta: metav1.TypeMeta{APIVersion: "apps/v1", Kind: "ReplicaSet"},
		ObjectMeta: metav1.ObjectMeta{
			Name: replicaSetName(i), Namespace: namespaceName(i % namespaces), UID: uid(4, i), CreationTimestamp: began,
			OwnerReferences: []metav1.OwnerReference{{APIVersion: "apps/v1", Kind: "Deployment", Name: app(i), UID: uid(5, i), Controller: &yes}},
		},
		Spec: appsv1.ReplicaSetSpec{Replicas: &replicas, Selector: selector(i), Template: template(i)},
	}
}

func deployment(i int) *appsv1.Deployment {
	replicas := int32(podsOfReplica)
	return &appsv1.Deployment{
		TypeMeta:   metav1.TypeMeta{APIVersion: "apps/v1", Kind: "Deployment"},
		ObjectMeta: metav1.ObjectMeta{Name: app(i), Namespace: namespaceName(i % namespaces), UID: uid(5, i), CreationTimestamp: began},
		Spec:       appsv1.DeploymentSpec{Replicas: &replicas, Selector: selector(i), Template: template(i)},
	}
}

func app(i int) string            { return fmt.Sprintf("service-%d", i) }
func hash(i int) string           { return fmt.Sprintf("%010x", i) }
func replicaSetName(i int) string { return app(i) + "-" + hash(i) }

func selector(i int) *metav1.LabelSelector {
	return &metav1.LabelSelector{MatchLabels: map[string]string{"app": app(i)}}
}

func template(i int) corev1.PodTemplateSpec {
	return corev1.PodTemplateSpec{
		ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{"app": app(i)}},
		Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "main", Image: "shop/" + app(i)}}},
	}
}

// pod i runs on node i mod nodes. Of the pods on a node with GPUs the first ones hold one each.
func pod(i, nodes int) *corev1.Pod {
	at, turn := i%nodes, i/nodes
	requests := corev1.ResourceList{"cpu": resource.MustParse("100m"), "memory": resource.MustParse("256Mi")}
	limits := corev1.ResourceList{"memory": resource.MustParse("512Mi")}
	if at%gpuEvery == 0 && turn < gpusOfNode {
		requests["nvidia.com/gpu"] = resource.MustParse("1")
		limits["nvidia.com/gpu"] = resource.MustParse("1")
	}
	set := i / podsOfReplica
	team, yes := namespaceName(set%namespaces), true
	return &corev1.Pod{
		TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"},
		ObjectMeta: metav1.ObjectMeta{
			Name: fmt.Sprintf("%s-%05x", replicaSetName(set), i), Namespace: team, GenerateName: replicaSetName(set) + "-",
			UID: uid(3, i), CreationTimestamp: began,
			Labels:          map[string]string{"app": app(set), "app.kubernetes.io/name": app(set), "app.kubernetes.io/part-of": "shop", "pod-template-hash": hash(set), "team": team},
			Annotations:     map[string]string{"prometheus.io/scrape": "true", "prometheus.io/port": "9090"},
			OwnerReferences: []metav1.OwnerReference{{APIVersion: "apps/v1", Kind: "ReplicaSet", Name: replicaSetName(set), UID: uid(4, set), Controller: &yes, BlockOwnerDeletion: &yes}},
			ManagedFields: []metav1.ManagedFieldsEntry{
				managed("kube-controller-manager", "", `{"f:metadata":{"f:annotations":{".":{},"f:prometheus.io/port":{},"f:prometheus.io/scrape":{}},"f:generateName":{},"f:labels":{".":{},"f:app":{},"f:app.kubernetes.io/name":{},"f:app.kubernetes.io/part-of":{},"f:pod-template-hash":{},"f:team":{}},"f:ownerReferences":{".":{},"k:{\"uid\":\"00000004-0000-4000-8000-000000000000\"}":{}}},"f:spec":{"f:containers":{"k:{\"name\":\"main\"}":{".":{},"f:env":{".":{},"k:{\"name\":\"LOG_LEVEL\"}":{".":{},"f:name":{},"f:value":{}},"k:{\"name\":\"MODEL_ID\"}":{".":{},"f:name":{},"f:value":{}}},"f:image":{},"f:imagePullPolicy":{},"f:name":{},"f:ports":{".":{},"k:{\"containerPort\":8080,\"protocol\":\"TCP\"}":{".":{},"f:containerPort":{},"f:protocol":{}}},"f:resources":{".":{},"f:limits":{".":{},"f:memory":{}},"f:requests":{".":{},"f:cpu":{},"f:memory":{}}},"f:terminationMessagePath":{},"f:terminationMessagePolicy":{}}},"f:dnsPolicy":{},"f:enableServiceLinks":{},"f:restartPolicy":{},"f:schedulerName":{},"f:securityContext":{},"f:terminationGracePeriodSeconds":{}}}`),
				managed("kubelet", "status", `{"f:status":{"f:conditions":{"k:{\"type\":\"ContainersReady\"}":{".":{},"f:lastProbeTime":{},"f:lastTransitionTime":{},"f:status":{},"f:type":{}},"k:{\"type\":\"Initialized\"}":{".":{},"f:lastProbeTime":{},"f:lastTransitionTime":{},"f:status":{},"f:type":{}},"k:{\"type\":\"Ready\"}":{".":{},"f:lastProbeTime":{},"f:lastTransitionTime":{},"f:status":{},"f:type":{}}},"f:containerStatuses":{},"f:hostIP":{},"f:hostIPs":{},"f:phase":{},"f:podIP":{},"f:podIPs":{".":{},"k:{\"ip\":\"10.0.0.1\"}":{".":{},"f:ip":{}}},"f:startTime":{}}}`),
			},
		},
		Spec:   podSpec(nodeName(at), app(set), requests, limits),
		Status: podStatus(i),
	}
}

func managed(manager, subresource, fields string) metav1.ManagedFieldsEntry {
	return metav1.ManagedFieldsEntry{Manager: manager, Operation: metav1.ManagedFieldsOperationUpdate, APIVersion: "v1", Time: &began, FieldsType: "FieldsV1", FieldsV1: &metav1.FieldsV1{Raw: []byte(fields)}, Subresource: subresource}
}

func podSpec(onNode, image string, requests, limits corev1.ResourceList) corev1.PodSpec {
	mode, seconds, grace, no := int32(420), int64(3607), int64(30), false
	links, preempt := true, corev1.PreemptLowerPriority
	priority, unreachable := int32(0), int64(300)
	return corev1.PodSpec{
		NodeName: onNode, RestartPolicy: corev1.RestartPolicyAlways, DNSPolicy: corev1.DNSClusterFirst,
		ServiceAccountName: "default", DeprecatedServiceAccount: "default", SchedulerName: "default-scheduler",
		TerminationGracePeriodSeconds: &grace, SecurityContext: &corev1.PodSecurityContext{}, EnableServiceLinks: &links,
		Priority: &priority, PreemptionPolicy: &preempt,
		Tolerations: []corev1.Toleration{
			{Key: "node.kubernetes.io/not-ready", Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoExecute, TolerationSeconds: &unreachable},
			{Key: "node.kubernetes.io/unreachable", Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoExecute, TolerationSeconds: &unreachable},
			{Key: "nvidia.com/gpu", Operator: corev1.TolerationOpExists},
		},
		Containers: []corev1.Container{{
			Name: "main", Image: "123456789012.dkr.ecr.us-east-1.amazonaws.com/shop/" + image + ":v1.42.0", ImagePullPolicy: corev1.PullIfNotPresent,
			Ports:     []corev1.ContainerPort{{ContainerPort: 8080, Protocol: corev1.ProtocolTCP}},
			Env:       []corev1.EnvVar{{Name: "LOG_LEVEL", Value: "info"}, {Name: "MODEL_ID", Value: "meta-llama/Llama-3.1-8B-Instruct"}},
			Resources: corev1.ResourceRequirements{Requests: requests, Limits: limits},
			VolumeMounts: []corev1.VolumeMount{
				{Name: "kube-api-access", ReadOnly: true, MountPath: "/var/run/secrets/kubernetes.io/serviceaccount"}},
			TerminationMessagePath: "/dev/termination-log", TerminationMessagePolicy: corev1.TerminationMessageReadFile,
			SecurityContext: &corev1.SecurityContext{AllowPrivilegeEscalation: &no},
		}},
		Volumes: []corev1.Volume{{Name: "kube-api-access", VolumeSource: corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{
			DefaultMode: &mode, Sources: []corev1.VolumeProjection{
				{ServiceAccountToken: &corev1.ServiceAccountTokenProjection{ExpirationSeconds: &seconds, Path: "token"}},
				{ConfigMap: &corev1.ConfigMapProjection{LocalObjectReference: corev1.LocalObjectReference{Name: "kube-root-ca.crt"}, Items: []corev1.KeyToPath{{Key: "ca.crt", Path: "ca.crt"}}}},
			}}}}},
	}
}

func podStatus(i int) corev1.PodStatus {
	ip := fmt.Sprintf("10.%d.%d.%d", i>>16&255, i>>8&255, i&255)
	started := true
	var conditions []corev1.PodCondition
	for _, kind := range []corev1.PodConditionType{"PodReadyToStartContainers", corev1.PodInitialized, corev1.PodReady, corev1.ContainersReady, corev1.PodScheduled} {
		conditions = append(conditions, corev1.PodCondition{Type: kind, Status: corev1.ConditionTrue, LastTransitionTime: began})
	}
	return corev1.PodStatus{
		Phase: corev1.PodRunning, Conditions: conditions, HostIP: "10.0.0.1", HostIPs: []corev1.HostIP{{IP: "10.0.0.1"}},
		PodIP: ip, PodIPs: []corev1.PodIP{{IP: ip}}, StartTime: &began, QOSClass: corev1.PodQOSBurstable,
		ContainerStatuses: []corev1.ContainerStatus{{
			Name: "main", Ready: true, Started: &started, State: corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: began}},
			Image: "shop:v1.42.0", ImageID: fmt.Sprintf("shop@sha256:%064x", i/podsOfReplica), ContainerID: fmt.Sprintf("containerd://%064x", i),
		}},
	}
}
