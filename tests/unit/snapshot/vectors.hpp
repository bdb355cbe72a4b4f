#pragma once

#include <string_view>

/// The same lists as JSON and as protobuf (in base64), written by Kubernetes' own encoders: objects of k8s.io/api
/// v0.34.4 in Go, encoded by the JSON and the protobuf serializer of k8s.io/apimachinery v0.34.4, which the API server
/// uses. What was in the objects is said where a test expects it.
namespace kgpu::testing {

inline constexpr std::string_view k_pods_json =
    R"json({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9001","continue":"eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ","remainingItemCount":2},"items":[{"metadata":{"name":"train-0","namespace":"ml","uid":"a1","resourceVersion":"812","creationTimestamp":"2026-07-20T10:00:00Z","labels":{"app":"train","empty":"","team":"vision"},"annotations":{"kubectl-gpu/memory":"20Gi","note":"a \"quoted\" {brace} ünïcode"},"ownerReferences":[{"apiVersion":"v1","kind":"Other","name":"o","uid":"u0"},{"apiVersion":"batch/v1","kind":"Job","name":"train","uid":"u1","controller":true}],"managedFields":[{"manager":"kubectl","operation":"Apply","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{"f:items":{}}}}]},"spec":{"initContainers":[{"name":"big","resources":{"limits":{"nvidia.com/gpu":"1"},"requests":{"cpu":"6","memory":"1Gi"}}},{"name":"side","resources":{"requests":{"cpu":"500m","memory":"512Mi"}},"restartPolicy":"Always"}],"containers":[{"name":"a","image":"r/a:1","args":["--model=x"],"env":[{"name":"K","value":"v"}],"resources":{"limits":{"memory":"16Gi","nvidia.com/gpu":"2"},"requests":{"cpu":"2","memory":"8Gi","nvidia.com/gpu":"2"}}},{"name":"b","resources":{"limits":{"cpu":"100m","vpc.amazonaws.com/efa":"1"}}}],"nodeName":"gpu-a","schedulerName":"default-scheduler","priority":-10,"overhead":{"cpu":"250m"}},"status":{"phase":"Running","conditions":[{"type":"PodScheduled","status":"True","lastProbeTime":null,"lastTransitionTime":"2026-07-20T10:00:01Z"}],"startTime":"2026-07-20T10:00:05Z","qosClass":"Burstable"}},{"metadata":{"name":"waits","namespace":"ml","uid":"a2","resourceVersion":"813","creationTimestamp":"2026-07-20T11:00:00Z"},"spec":{"containers":[{"name":"a","resources":{"limits":{"nvidia.com/mig-1g.10gb":"3"}}}],"resourceClaims":[{"name":"card","resourceClaimTemplateName":"cards"},{"name":"named","resourceClaimName":"shared"}]},"status":{"phase":"Pending","conditions":[{"type":"PodScheduled","status":"False","lastProbeTime":null,"lastTransitionTime":null,"reason":"Unschedulable","message":"0/3 nodes are available:\n3 Insufficient nvidia.com/gpu."}],"nominatedNodeName":"gpu-b","resourceClaimStatuses":[{"name":"card","resourceClaimName":"waits-card-x7"}],"extendedResourceClaimStatus":{"requestMappings":[{"containerName":"a","resourceName":"nvidia.com/mig-1g.10gb","requestName":"r"}],"resourceClaimName":"waits-ext-1"}}},{"metadata":{"name":"etcd-master","namespace":"kube-system","uid":"a3","deletionTimestamp":"2026-07-20T12:00:00Z","annotations":{"kubernetes.io/config.mirror":"x"}},"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"100m","memory":"1e9"}}}],"nodeName":"master"},"status":{"phase":"Failed"}},{"metadata":{"name":"whole","namespace":"ml","uid":"a4"},"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"1","memory":"1Gi"}}}],"nodeName":"gpu-a","resources":{"requests":{"cpu":"3","memory":"4Gi"}}},"status":{}}]})json";
inline constexpr std::string_view k_pods_protobuf =
    "azhzAAoNCgJ2MRIHUG9kTGlzdBLCDAoqCgASBDkwMDEaHmV5SjJJam9pYldWMFlTNXJPSE11YVc4dmRqRWlmUSACEqEGCoECCgd0cmFpbi0wEg"
    "AaAm1sIgAqAmExMgM4MTI4AEIICKDj99IGEABaDAoDYXBwEgV0cmFpbloJCgVlbXB0eRIAWg4KBHRlYW0SBnZpc2lvbmIaChJrdWJlY3RsLWdw"
    "dS9tZW1vcnkSBDIwR2liJAoEbm90ZRIcYSAicXVvdGVkIiB7YnJhY2V9IMO8bsOvY29kZWoSCgVPdGhlchoBbyICdTAqAnYxahwKA0pvYhoFdH"
    "JhaW4iAnUxKghiYXRjaC92MTABigE7CgdrdWJlY3RsEgVBcHBseRoAMghGaWVsZHNWMTobChl7ImY6c3BlYyI6eyJmOml0ZW1zIjp7fX19QgAS"
    "wwMSjgEKAWESBXIvYToxIgktLW1vZGVsPXgqADoGCgFLEgF2Ql0KEAoGbWVtb3J5EgYKBDE2R2kKFQoObnZpZGlhLmNvbS9ncHUSAwoBMhIKCg"
    "NjcHUSAwoBMhIPCgZtZW1vcnkSBQoDOEdpEhUKDm52aWRpYS5jb20vZ3B1EgMKATJqAHIAgAEAiAEAkAEAogEAEkYKAWISACoAQi0KDQoDY3B1"
    "EgYKBDEwMG0KHAoVdnBjLmFtYXpvbmF3cy5jb20vZWZhEgMKATFqAHIAgAEAiAEAkAEAogEAGgAyAEIASgBSBWdwdS1hWABgAGgAggEAigEAmg"
    "ERZGVmYXVsdC1zY2hlZHVsZXKiAU8KA2JpZxIAKgBCNAoVCg5udmlkaWEuY29tL2dwdRIDCgExEgoKA2NwdRIDCgE2Eg8KBm1lbW9yeRIFCgMx"
    "R2lqAHIAgAEAiAEAkAEAogEAogFHCgRzaWRlEgAqAEIiEg0KA2NwdRIGCgQ1MDBtEhEKBm1lbW9yeRIHCgU1MTJNaWoAcgCAAQCIAQCQAQCiAQ"
    "DCAQZBbHdheXPCAQDIAfb//////////wGCAg0KA2NwdRIGCgQyNTBtGlUKB1J1bm5pbmcSJgoMUG9kU2NoZWR1bGVkEgRUcnVlGgAiCAih4/fS"
    "BhAAKgAyADgAGgAiACoAMgA6CAil4/fSBhAASglCdXJzdGFibGVaAHIAiAEAEu4CCiQKBXdhaXRzEgAaAm1sIgAqAmEyMgM4MTM4AEIICLD/99"
    "IGEAASeBI4CgFhEgAqAEIfCh0KFm52aWRpYS5jb20vbWlnLTFnLjEwZ2ISAwoBM2oAcgCAAQCIAQCQAQCiAQAaADIAQgBKAFIAWABgAGgAggEA"
    "igEAmgEAwgEAugINCgRjYXJkIgVjYXJkc7oCDwoFbmFtZWQaBnNoYXJlZBrLAQoHUGVuZGluZxJjCgxQb2RTY2hlZHVsZWQSBUZhbHNlGgAiAC"
    "oNVW5zY2hlZHVsYWJsZTI3MC8zIG5vZGVzIGFyZSBhdmFpbGFibGU6CjMgSW5zdWZmaWNpZW50IG52aWRpYS5jb20vZ3B1LjgAGgAiACoAMgBK"
    "AFoFZ3B1LWJyAHoVCgRjYXJkEg13YWl0cy1jYXJkLXg3iAEAkgEtCh4KAWESFm52aWRpYS5jb20vbWlnLTFnLjEwZ2IaAXISC3dhaXRzLWV4dC"
    "0xEtABClQKC2V0Y2QtbWFzdGVyEgAaC2t1YmUtc3lzdGVtIgAqAmEzMgA4AEIASggIwJv40gYQAGIgChtrdWJlcm5ldGVzLmlvL2NvbmZpZy5t"
    "aXJyb3ISAXgSXRI5CgFhEgAqAEIgEg0KA2NwdRIGCgQxMDBtEg8KBm1lbW9yeRIFCgMxZTlqAHIAgAEAiAEAkAEAogEAGgAyAEIASgBSBm1hc3"
    "RlclgAYABoAIIBAIoBAJoBAMIBABoZCgZGYWlsZWQaACIAKgAyAEoAWgByAIgBABKrAQoZCgV3aG9sZRIAGgJtbCIAKgJhNDIAOABCABJ5EjYK"
    "AWESACoAQh0SCgoDY3B1EgMKATESDwoGbWVtb3J5EgUKAzFHaWoAcgCAAQCIAQCQAQCiAQAaADIAQgBKAFIFZ3B1LWFYAGAAaACCAQCKAQCaAQ"
    "DCAQDCAh0SCgoDY3B1EgMKATMSDwoGbWVtb3J5EgUKAzRHaRoTCgAaACIAKgAyAEoAWgByAIgBABoAIgA=";

inline constexpr std::string_view k_nodes_json =
    R"json({"kind":"NodeList","apiVersion":"v1","metadata":{"resourceVersion":"9001"},"items":[{"metadata":{"name":"gpu-a","uid":"n1","resourceVersion":"77","creationTimestamp":"2026-07-01T00:00:00Z","labels":{"node.kubernetes.io/instance-type":"g6.xlarge","topology.kubernetes.io/zone":"us-east-1a"},"annotations":{"hami.io/node-nvidia-register":"[]","other":"x"}},"spec":{"providerID":"aws:///us-east-1a/i-1","unschedulable":true,"taints":[{"key":"nvidia.com/gpu","value":"true","effect":"NoSchedule"},{"key":"node.kubernetes.io/unschedulable","effect":"NoSchedule","timeAdded":"2026-07-20T09:00:00Z"}]},"status":{"capacity":{"cpu":"4","ephemeral-storage":"80Gi","memory":"16069060Ki","nvidia.com/gpu":"1","pods":"58","vpc.amazonaws.com/efa":"1"},"allocatable":{"cpu":"3920m","memory":"15030Mi","nvidia.com/gpu":"0","pods":"58"},"conditions":[{"type":"MemoryPressure","status":"False","lastHeartbeatTime":"2026-07-20T10:04:59Z","lastTransitionTime":null},{"type":"Ready","status":"Unknown","lastHeartbeatTime":"2026-07-20T10:05:00Z","lastTransitionTime":null,"reason":"NodeStatusUnknown","message":"Kubelet stopped posting node status."}],"daemonEndpoints":{"kubeletEndpoint":{"Port":0}},"nodeInfo":{"machineID":"","systemUUID":"","bootID":"","kernelVersion":"","osImage":"","containerRuntimeVersion":"","kubeletVersion":"","kubeProxyVersion":"","operatingSystem":"","architecture":""}}},{"metadata":{"name":"bare"},"spec":{},"status":{"daemonEndpoints":{"kubeletEndpoint":{"Port":0}},"nodeInfo":{"machineID":"","systemUUID":"","bootID":"","kernelVersion":"","osImage":"","containerRuntimeVersion":"","kubeletVersion":"","kubeProxyVersion":"","operatingSystem":"","architecture":""}}}]})json";
inline constexpr std::string_view k_nodes_protobuf =
    "azhzAAoOCgJ2MRIITm9kZUxpc3QS7QUKCgoAEgQ5MDAxGgASnAUKqwEKBWdwdS1hEgAaACIAKgJuMTICNzc4AEIICICxkdIGEABaLQogbm9kZS"
    "5rdWJlcm5ldGVzLmlvL2luc3RhbmNlLXR5cGUSCWc2LnhsYXJnZVopCht0b3BvbG9neS5rdWJlcm5ldGVzLmlvL3pvbmUSCnVzLWVhc3QtMWFi"
    "IgocaGFtaS5pby9ub2RlLW52aWRpYS1yZWdpc3RlchICW11iCgoFb3RoZXISAXgSfQoAEgAaFWF3czovLy91cy1lYXN0LTFhL2ktMSABKiIKDm"
    "52aWRpYS5jb20vZ3B1EgR0cnVlGgpOb1NjaGVkdWxlKjoKIG5vZGUua3ViZXJuZXRlcy5pby91bnNjaGVkdWxhYmxlEgAaCk5vU2NoZWR1bGUi"
    "CAiQx/fSBhAAGuwCCgoKA2NwdRIDCgE0ChsKEWVwaGVtZXJhbC1zdG9yYWdlEgYKBDgwR2kKFgoGbWVtb3J5EgwKCjE2MDY5MDYwS2kKFQoObn"
    "ZpZGlhLmNvbS9ncHUSAwoBMQoMCgRwb2RzEgQKAjU4ChwKFXZwYy5hbWF6b25hd3MuY29tL2VmYRIDCgExEg4KA2NwdRIHCgUzOTIwbRITCgZt"
    "ZW1vcnkSCQoHMTUwMzBNaRIVCg5udmlkaWEuY29tL2dwdRIDCgEwEgwKBHBvZHMSBAoCNTgaACInCg5NZW1vcnlQcmVzc3VyZRIFRmFsc2UaCA"
    "jL5ffSBhAAIgAqADIAIlUKBVJlYWR5EgdVbmtub3duGggIzOX30gYQACIAKhFOb2RlU3RhdHVzVW5rbm93bjIkS3ViZWxldCBzdG9wcGVkIHBv"
    "c3Rpbmcgbm9kZSBzdGF0dXMuMgQKAggAOhQKABIAGgAiACoAMgA6AEIASgBSABJAChQKBGJhcmUSABoAIgAqADIAOABCABIICgASABoAIAAaHh"
    "oAMgQKAggAOhQKABIAGgAiACoAMgA6AEIASgBSABoAIgA=";

inline constexpr std::string_view k_namespaces_json =
    R"json({"kind":"NamespaceList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[{"metadata":{"name":"ml","labels":{"team":"vision"}},"spec":{},"status":{"phase":"Active"}}]})json";
inline constexpr std::string_view k_namespaces_protobuf =
    "azhzAAoTCgJ2MRINTmFtZXNwYWNlTGlzdBI7CgcKABIBMRoAEjAKIgoCbWwSABoAIgAqADIAOABCAFoOCgR0ZWFtEgZ2aXNpb24SABoICgZBY3"
    "RpdmUaACIA";

inline constexpr std::string_view k_replicasets_json =
    R"json({"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"1"},"items":[{"metadata":{"name":"web-5d8f","namespace":"web","labels":{"app":"web"},"ownerReferences":[{"apiVersion":"apps/v1","kind":"Deployment","name":"web","uid":"d","controller":true}]}}]})json";
inline constexpr std::string_view k_replicasets_protobuf =
    "azhzAAorCg5tZXRhLms4cy5pby92MRIZUGFydGlhbE9iamVjdE1ldGFkYXRhTGlzdBJVCgcKABIBMRoAEkoKSAoId2ViLTVkOGYSABoDd2ViIg"
    "AqADIAOABCAFoKCgNhcHASA3dlYmofCgpEZXBsb3ltZW50GgN3ZWIiAWQqB2FwcHMvdjEwARoAIgA=";

inline constexpr std::string_view k_claims_json =
    R"json({"kind":"ResourceClaimList","apiVersion":"resource.k8s.io/v1","metadata":{"resourceVersion":"1"},"items":[{"metadata":{"name":"shared","namespace":"ml"},"spec":{"devices":{"requests":[{"name":"gpu","exactly":{"deviceClassName":"gpu.nvidia.com","allocationMode":"ExactCount","count":1}}]}},"status":{"allocation":{"devices":{"results":[{"request":"gpu","driver":"gpu.nvidia.com","pool":"gpu-a","device":"gpu-0","consumedCapacity":{"memory":"10Gi"}},{"request":"watch","driver":"gpu.nvidia.com","pool":"gpu-a","device":"gpu-1","adminAccess":true}]}},"reservedFor":[{"resource":"pods","name":"train-0","uid":"a1"},{"apiGroup":"x.io","resource":"things","name":"t","uid":"t1"},{"resource":"pods","name":"waits","uid":"a2"}]}}]})json";
inline constexpr std::string_view k_claims_protobuf =
    "azhzAAonChJyZXNvdXJjZS5rOHMuaW8vdjESEVJlc291cmNlQ2xhaW1MaXN0EvsBCgcKABIBMRoAEu8BChgKBnNoYXJlZBIAGgJtbCIAKgAyAD"
    "gAQgASKQonCiUKA2dwdRIeCg5ncHUubnZpZGlhLmNvbRoKRXhhY3RDb3VudCABGqcBCmIKYAo1CgNncHUSDmdwdS5udmlkaWEuY29tGgVncHUt"
    "YSIFZ3B1LTBSEAoGbWVtb3J5EgYKBDEwR2kKJwoFd2F0Y2gSDmdwdS5udmlkaWEuY29tGgVncHUtYSIFZ3B1LTEoARIVCgAaBHBvZHMiB3RyYW"
    "luLTAqAmExEhUKBHguaW8aBnRoaW5ncyIBdCoCdDESEwoAGgRwb2RzIgV3YWl0cyoCYTIaACIA";

inline constexpr std::string_view k_slices_json =
    R"json({"kind":"ResourceSliceList","apiVersion":"resource.k8s.io/v1","metadata":{"resourceVersion":"1"},"items":[{"metadata":{"name":"gpu-a-1"},"spec":{"driver":"gpu.nvidia.com","pool":{"name":"gpu-a","generation":3,"resourceSliceCount":1},"nodeName":"gpu-a","devices":[{"name":"gpu-0","attributes":{"driverVersion":{"version":"1.2.3"},"ecc":{"bool":true},"minor":{"int":-3},"productName":{"string":"NVIDIA A100"}},"capacity":{"memory":{"value":"40Gi"}},"consumesCounters":[{"counterSet":"gpu-0-counters","counters":{"memory-slice-0":{"value":"1"}}}],"allowMultipleAllocations":true},{"name":"elsewhere","nodeName":"gpu-b"}],"sharedCounters":[{"name":"gpu-0-counters","counters":{"memory-slice-0":{"value":"1"},"memory-slice-1":{"value":"1"}}}]}}]})json";
inline constexpr std::string_view k_slices_protobuf =
    "azhzAAonChJyZXNvdXJjZS5rOHMuaW8vdjESEVJlc291cmNlU2xpY2VMaXN0EsgCCgcKABIBMRoAErwCChcKB2dwdS1hLTESABoAIgAqADIAOA"
    "BCABKgAgoOZ3B1Lm52aWRpYS5jb20SCwoFZ3B1LWEQAxgBGgVncHUtYTKhAQoFZ3B1LTASGAoNZHJpdmVyVmVyc2lvbhIHKgUxLjIuMxIJCgNl"
    "Y2MSAhgBEhQKBW1pbm9yEgsQ/f//////////ARIcCgtwcm9kdWN0TmFtZRINIgtOVklESUEgQTEwMBoSCgZtZW1vcnkSCAoGCgQ0MEdpIikKDm"
    "dwdS0wLWNvdW50ZXJzEhcKDm1lbW9yeS1zbGljZS0wEgUKAwoBMWABMhIKCWVsc2V3aGVyZSoFZ3B1LWJCQgoOZ3B1LTAtY291bnRlcnMSFwoO"
    "bWVtb3J5LXNsaWNlLTASBQoDCgExEhcKDm1lbW9yeS1zbGljZS0xEgUKAwoBMRoAIgA=";

}  // namespace kgpu::testing
