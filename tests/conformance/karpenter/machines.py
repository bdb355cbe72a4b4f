"""Instance types for Karpenter without machines: the catalogue's EC2 types, their AWS labels and their prices."""
import csv
import json
import pathlib

DATA = pathlib.Path(__file__).resolve().parents[3] / "data"
ZONES = ("us-east-1a", "us-east-1b", "us-west-2b")
REGION = "us-east-1"  # whose prices order the types
UNPRICED = 1000.0
SPOT_SHARE = 0.5  # where the file has no spot price
PREFIX = "karpenter.k8s.aws/instance-"

# label of AWS's provider -> column, as its concepts page lists them
LABELS = {"category": "category", "family": "family", "generation": "generation", "cpu": "vcpu", "memory": "memory_mib",
          "gpu-name": "gpu_name", "gpu-manufacturer": "gpu_manufacturer", "gpu-count": "gpu_count",
          "gpu-memory": "gpu_memory_mib_each", "accelerator-name": "accelerator_name",
          "accelerator-manufacturer": "accelerator_manufacturer", "accelerator-count": "accelerator_count"}
RESOURCES = {"nvidia.com/gpu": "nvidia_com_gpu", "amd.com/gpu": "amd_com_gpu", "habana.ai/gaudi": "habana_ai_gaudi",
             "aws.amazon.com/neuron": "aws_amazon_com_neuron", "aws.amazon.com/neuroncore": "aws_amazon_com_neuroncore",
             "vpc.amazonaws.com/efa": "vpc_amazonaws_com_efa"}


def rows(name):
    with open(DATA / name, newline="") as file:
        return list(csv.DictReader(file))


def prices():
    """type -> (on-demand, spot), $ an hour"""
    found = {}
    for row in rows("aws_prices.csv"):
        if row["region"] == REGION and row["on_demand_usd_per_hour"]:
            on_demand = float(row["on_demand_usd_per_hour"])
            found[row["instance_type"]] = (on_demand, float(row["spot_usd_per_hour"] or on_demand * SPOT_SHARE))
    return found


def labels_of(row):
    labels = {PREFIX + label: row[column] for label, column in LABELS.items() if row[column]}
    if row["instance_type"].partition(".")[2]:
        labels[PREFIX + "size"] = row["instance_type"].partition(".")[2]
    return labels


def resources_of(row):
    resources = {"cpu": row["vcpu"], "memory": f"{row['memory_mib']}Mi", "ephemeral-storage": "200Gi"}
    return resources | {resource: row[column] for resource, column in RESOURCES.items() if row[column]}


def offerings(price):
    """Every zone, on demand and spot: what is short there is no matter of the pool."""
    return [{"Price": dollars, "Available": True,
             "Requirements": [{"key": "karpenter.sh/capacity-type", "operator": "In", "values": [capacity]},
                              {"key": "topology.kubernetes.io/zone", "operator": "In", "values": [zone]}]}
            for zone in ZONES for capacity, dollars in zip(("on-demand", "spot"), price)]


def unlisted():
    """EC2 types that AWS's list of accelerator labels does not have, with the labels that AWS would give them."""
    listed = {row["instance_type"] for row in rows("karpenter_aws_accelerator_labels.csv")}
    for row in rows("aws_instances.csv"):
        if row["instance_type"] in listed:
            continue
        family = row["family"]
        one = dict.fromkeys([*LABELS.values(), *RESOURCES.values()], "") | {
            "instance_type": row["instance_type"], "arch": row["arch"], "vcpu": row["vcpus"],
            "memory_mib": row["memory_mib"], "category": family[0], "family": family}
        if row["accelerator_vendor"] in ("nvidia", "amd"):
            one |= {"gpu_name": row["accelerator_model"], "gpu_manufacturer": row["accelerator_vendor"],
                    "gpu_count": row["accelerator_count"], "gpu_memory_mib_each": row["accelerator_memory_mib_each"]}
        if row["k8s_resource"] in RESOURCES:
            one[RESOURCES[row["k8s_resource"]]] = row["k8s_resource_count"]
        yield one


def accelerator_of(instance_type):
    """The accelerator as a pool's comment names it (A100-40), or vCPUs."""
    row = next(row for row in rows("aws_instances.csv") if row["instance_type"] == instance_type)
    if row["accelerator_vendor"] == "none":
        return "vCPUs"
    memory = int(row["accelerator_memory_mib_each"]) / 1024
    same = [one for one in rows("gpus.csv") if one["catalogue_model"] == row["accelerator_model"]]
    return min(same, key=lambda one: abs(float(one["memory_nominal_gb"]) - memory))["accelerator_model"]


def write(path):
    known = prices()
    types = [{"name": row["instance_type"], "architecture": row["arch"], "operatingSystems": ["linux"],
              "resources": resources_of(row), "labels": labels_of(row),
              "offerings": offerings(known.get(row["instance_type"], (UNPRICED, UNPRICED)))}
             for row in [*rows("karpenter_aws_accelerator_labels.csv"), *unlisted()]]
    pathlib.Path(path).write_text(json.dumps(types))
