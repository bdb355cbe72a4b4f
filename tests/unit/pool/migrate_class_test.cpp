#include "migrations.hpp"

#include <doctest/doctest.h>

using namespace kgpu::testing;  // NOLINT(google-build-using-namespace): the vocabulary of these tests
using kgpu::output::Json;
using kgpu::pool::MigrationOptions;
using kgpu::pool::parse_migration_ami;

namespace {

// What every class needs, so that a case states only what it is about.
const std::string k_alpha = "  instanceProfile: x\n  subnetSelector: {a: b}\n  securityGroupSelector: {a: b}\n";
const std::string k_beta =
    "  role: x\n  subnetSelectorTerms: [{tags: {a: b}}]\n  securityGroupSelectorTerms: [{tags: {a: b}}]\n";

Json spec_of(const std::string& manifest, const MigrationOptions& options = {}) {
  return part(migrate(manifest, options).objects.at(0).value, "spec");
}

}  // namespace

// Expected: karpenter-provider-aws v0.32 `NewSubnetSelectorTerms`, `NewAMISelectorTerms`, and for commas in a tag's
// value the filters v0.31 asked EC2 with; default owners as its `getFiltersAndOwners`.
TEST_CASE("migrate: v1alpha1's selectors become terms") {
  struct Case {
    const char* name;
    const char* key;
    const char* new_key;
    const char* selector;
    const char* expected;
  };
  const Case cases[] = {
      {"tags", "subnetSelector", "subnetSelectorTerms", "{a: b, c: d}", "[{tags: {a: b, c: d}}]"},
      {"a wildcard stays", "subnetSelector", "subnetSelectorTerms", "{a: \"*\"}", "[{tags: {a: \"*\"}}]"},
      {"ids", "subnetSelector", "subnetSelectorTerms", "{aws-ids: \"subnet-1,subnet-2\"}",
       "[{id: subnet-1}, {id: subnet-2}]"},
      {"ids of the later spelling, with spaces", "securityGroupSelector", "securityGroupSelectorTerms",
       "{\"aws::ids\": \"sg-1, sg-2\"}", "[{id: sg-1}, {id: sg-2}]"},
      {"any of a tag's values", "securityGroupSelector", "securityGroupSelectorTerms", "{Name: \"x, w\", t: z}",
       "[{tags: {Name: x, t: z}}, {tags: {Name: w, t: z}}]"},
      {"images by id", "amiSelector", "amiSelectorTerms", "{\"aws::ids\": \"ami-1,ami-2\"}",
       "[{id: ami-1}, {id: ami-2}]"},
      {"images by name and owner", "amiSelector", "amiSelectorTerms",
       "{\"aws::name\": \"n1,n2\", \"aws::owners\": \"123456789012,amazon\"}",
       "[{name: n1, owner: \"123456789012\"}, {name: n2, owner: \"123456789012\"}, {name: n1, owner: amazon}, "
       "{name: n2, owner: amazon}]"},
      {"images by name: v1 looks among self and amazon itself", "amiSelector", "amiSelectorTerms",
       "{\"aws::name\": \"my-*\"}", "[{name: \"my-*\"}]"},
      {"images by tag: v1 would take anybody's", "amiSelector", "amiSelectorTerms", "{team: ml}",
       "[{owner: self, tags: {team: ml}}, {owner: amazon, tags: {team: ml}}]"},
  };
  for (const Case& c : cases) {
    CAPTURE(std::string(c.name));
    std::string spec;
    for (const std::string key : {"subnetSelector", "securityGroupSelector", "amiSelector"}) {
      spec += key == c.key           ? "  " + key + ": " + c.selector + "\n"
              : key == "amiSelector" ? ""
                                     : "  " + key + ": {a: b}\n";
    }
    const auto migration = migrate(node_template(spec + "  instanceProfile: x\n"));
    CHECK(losses(migration).empty());
    CHECK(part(migration.objects.at(0).value, std::string("spec.") + c.new_key) == yaml(c.expected));
  }
}

TEST_CASE("migrate: ids that tags narrowed, too many terms, nothing selected") {
  CHECK(losses(migrate(node_template("  instanceProfile: x\n  securityGroupSelector: {a: b}\n"
                                     "  subnetSelector: {aws-ids: subnet-1, a: b}\n"))) ==
        "spec.subnetSelector: v1 takes an id alone: what stands beside the ids no longer narrows them\n");
  std::string many = "subnet-0";
  for (int i = 1; i <= 30; ++i) {
    many += ",subnet-" + std::to_string(i);
  }
  CHECK(refusal(node_template("  securityGroupSelector: {a: b}\n  subnetSelector: {aws-ids: \"" + many + "\"}\n")) ==
        "f.yaml:1: awsnodetemplate/c: spec.subnetSelector becomes more than the 30 terms v1 takes");
  CHECK(losses(migrate(node_template("  instanceProfile: x\n  subnetSelector: {a: b}\n"))) ==
        "spec.securityGroupSelector: securityGroupSelectorTerms is required in v1, and nothing was selected\n");
}

// al2023@v20260714 and bottlerocket@v1.58.0 are data/ami_releases.csv's.
TEST_CASE("migrate: the image of a class that named none") {
  struct Case {
    const char* name;
    std::string manifest;
    const char* family;  ///< in v1; empty when it is left out
    const char* terms;
    const char* lost;
  };
  const std::string by_hand = " by itself: name one in amiSelectorTerms, or with --ami\n";
  const Case cases[] = {
      {"v1alpha1's default was AL2", node_template(k_alpha), "", "[{alias: \"al2023@v20260714\"}]", ""},
      {"AL2 with a script stays", node_template(k_alpha + "  userData: x\n"), "", "[{alias: \"al2@latest\"}]",
       "spec.amiFamily: AL2 has no images beyond Kubernetes 1.32, and userData was written for it: change both, or "
       "name "
       "an image with --ami\n"},
      {"Bottlerocket", node_template(k_alpha + "  amiFamily: Bottlerocket\n"), "",
       "[{alias: \"bottlerocket@v1.58.0\"}]", ""},
      {"Windows takes latest alone", node_template(k_alpha + "  amiFamily: Windows2022\n"), "",
       "[{alias: \"windows2022@latest\"}]", ""},
      {"v1beta1 followed the newest", beta_class(k_beta + "  amiFamily: AL2023\n"), "", "[{alias: \"al2023@latest\"}]",
       ""},
      {"AL2 in v1beta1", beta_class(k_beta + "  amiFamily: AL2\n"), "", "[{alias: \"al2023@latest\"}]", ""},
      {"Ubuntu", beta_class(k_beta + "  amiFamily: Ubuntu\n"), "AL2", "null",
       "spec.amiFamily: v1 finds no images of Ubuntu by itself: name one in amiSelectorTerms, or with --ami\n"},
  };
  for (const Case& c : cases) {
    CAPTURE(std::string(c.name));
    const auto migration = migrate(c.manifest);
    const Json spec = part(migration.objects.at(0).value, "spec");
    CHECK(part(spec, "amiFamily") == (std::string(c.family).empty() ? Json() : Json(c.family)));
    CHECK(part(spec, "amiSelectorTerms") == yaml(c.terms));
    CHECK(losses(migration) == c.lost);
  }
}

// Expected: `EC2NodeClass.ConvertFrom` of karpenter-provider-aws v1.0 (Ubuntu's disk is its), and the CRD's rule that
// amiFamily stands wherever no alias does.
TEST_CASE("migrate: the image of a class that named one") {
  const Json alpha = spec_of(node_template(k_alpha + "  amiSelector: {\"aws::ids\": ami-1}\n"));
  CHECK(part(alpha, "amiFamily") == Json("AL2"));
  CHECK(part(alpha, "amiSelectorTerms") == yaml("[{id: ami-1}]"));
  CHECK(part(alpha, "blockDeviceMappings") == Json());

  const Json ubuntu = spec_of(beta_class(k_beta + "  amiFamily: Ubuntu\n  amiSelectorTerms: [{id: ami-1}]\n"));
  CHECK(part(ubuntu, "amiFamily") == Json("AL2"));
  CHECK(part(ubuntu, "blockDeviceMappings") ==
        yaml("[{deviceName: /dev/sda1, rootVolume: true, ebs: {volumeSize: 20Gi, volumeType: gp3, encrypted: true}}]"));

  const auto custom =
      migrate(beta_class(k_beta + "  amiFamily: Custom\n  amiSelectorTerms: [{name: x, owner: self}]\n"));
  CHECK(part(custom.objects.at(0).value, "spec.amiSelectorTerms") == yaml("[{name: x, owner: self}]"));
  CHECK(losses(custom) ==
        "spec.userData: with amiFamily Custom the node must register with the taint "
        "karpenter.sh/unregistered:NoExecute, or Karpenter never takes it in\n");
}

TEST_CASE("migrate: --ami, --role and --instance-profile fill in what a class left open, and nothing else") {
  const std::string open = "  subnetSelector: {a: b}\n  securityGroupSelector: {a: b}\n";
  CHECK(losses(migrate(node_template(open))) ==
        "spec.instanceProfile: v1 requires role or instanceProfile, and the class left it to Karpenter's settings: "
        "--role NAME or --instance-profile NAME\n");
  CHECK(part(spec_of(node_template(open), {.ami = {}, .role = "r", .instance_profile = {}}), "role") == Json("r"));
  CHECK(part(spec_of(node_template(open), {.ami = {}, .role = {}, .instance_profile = "i"}), "instanceProfile") ==
        Json("i"));
  const Json own = spec_of(node_template(k_alpha), {.ami = {}, .role = "r", .instance_profile = {}});
  CHECK(part(own, "instanceProfile") == Json("x"));
  CHECK(part(own, "role") == Json());

  const MigrationOptions alias{.ami = parse_migration_ami("al2@latest"), .role = {}, .instance_profile = {}};
  CHECK(part(spec_of(node_template(k_alpha), alias), "amiSelectorTerms") == yaml("[{alias: \"al2@latest\"}]"));
  const MigrationOptions id{.ami = parse_migration_ami("ami-01234567"), .role = {}, .instance_profile = {}};
  const Json ubuntu = spec_of(beta_class(k_beta + "  amiFamily: Ubuntu\n"), id);
  CHECK(part(ubuntu, "amiFamily") == Json("AL2"));
  CHECK(part(ubuntu, "amiSelectorTerms") == yaml("[{id: ami-01234567}]"));
  CHECK(part(ubuntu, "blockDeviceMappings.0") == Json());
  CHECK(part(spec_of(node_template(k_alpha + "  amiSelector: {\"aws::ids\": ami-1}\n"), id), "amiSelectorTerms") ==
        yaml("[{id: ami-1}]"));
  CHECK_THROWS((void)parse_migration_ami("al2@"));
  CHECK_THROWS((void)parse_migration_ami("windows2022@v1"));
}

// Expected: v1alpha1's CRD on metadataOptions ("If omitted, defaults to …"; within the block EC2's own defaults), and
// the defaults in v1beta1's CRD.
TEST_CASE("migrate: metadata options as they were") {
  struct Case {
    const char* name;
    std::string manifest;
    const char* expected;
  };
  const Case cases[] = {
      {"v1alpha1, nothing", node_template(k_alpha),
       "{httpEndpoint: enabled, httpTokens: required, httpPutResponseHopLimit: 2}"},
      {"v1alpha1, a part", node_template(k_alpha + "  metadataOptions: {httpEndpoint: enabled}\n"),
       "{httpEndpoint: enabled, httpTokens: optional, httpPutResponseHopLimit: 1}"},
      {"v1beta1, nothing", beta_class(k_beta + "  amiFamily: AL2023\n"),
       "{httpEndpoint: enabled, httpTokens: required, httpPutResponseHopLimit: 2}"},
      {"v1beta1, a part", beta_class(k_beta + "  amiFamily: AL2023\n  metadataOptions: {httpTokens: optional}\n"),
       "{httpEndpoint: enabled, httpTokens: optional, httpPutResponseHopLimit: 2}"},
      {"everything",
       beta_class(k_beta +
                  "  amiFamily: AL2023\n  metadataOptions: {httpEndpoint: disabled, httpProtocolIPv6: enabled, "
                  "httpPutResponseHopLimit: 3, httpTokens: required}\n"),
       "{httpEndpoint: disabled, httpProtocolIPv6: enabled, httpTokens: required, httpPutResponseHopLimit: 3}"},
  };
  for (const Case& c : cases) {
    CAPTURE(std::string(c.name));
    CHECK(part(spec_of(c.manifest), "metadataOptions") == yaml(c.expected));
  }
}

// Expected sizes by hand; Karpenter rounds up to GiB when it asks EC2.
TEST_CASE("migrate: disks, with sizes as v1's pattern has them") {
  struct Case {
    const char* size;
    const char* expected;
  };
  const Case cases[] = {
      {"100Gi", "100Gi"},        {"100G", "100G"}, {"1Ti", "1Ti"},     {"51200Mi", "50Gi"},
      {"107374182400", "100Gi"}, {"1500M", "2Gi"}, {"0.5Ti", "512Gi"}, {"100e9", "94Gi"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.size);
    const Json spec =
        spec_of(node_template(k_alpha + "  blockDeviceMappings: [{deviceName: /dev/xvda, ebs: {volumeSize: " + c.size +
                              ", volumeType: gp3, encrypted: true}}]\n"));
    CHECK(part(spec, "blockDeviceMappings") == yaml("[{deviceName: /dev/xvda, ebs: {volumeSize: " +
                                                    std::string(c.expected) + ", volumeType: gp3, encrypted: true}}]"));
  }
  CHECK(
      losses(migrate(node_template(k_alpha + "  blockDeviceMappings: [{deviceName: a, virtualName: ephemeral0}]\n"))) ==
      "spec.blockDeviceMappings[0].virtualName: no such field in v1\n");
  CHECK(refusal(node_template(k_alpha + "  blockDeviceMappings: [{ebs: {volumeSize: big}}]\n")) ==
        "f.yaml:1: awsnodetemplate/c: spec.blockDeviceMappings[0].ebs.volumeSize is not a size: 'big'");
}

TEST_CASE("migrate: what else a class says") {
  const auto migration = migrate(beta_class(k_beta + "  amiFamily: AL2023\n"
                                                     "  amiSelectorTerms: [{id: ami-1}]\n"
                                                     "  tags: {team: ml, karpenter.sh/nodepool: x}\n"
                                                     "  instanceStorePolicy: RAID0\n"
                                                     "  associatePublicIPAddress: false\n"
                                                     "  detailedMonitoring: true\n"
                                                     "  context: c\n"
                                                     "  userData: |\n"
                                                     "    a\n"
                                                     "  launchTemplate: old\n"));
  const Json spec = part(migration.objects.at(0).value, "spec");
  CHECK(part(spec, "tags") == yaml("{team: ml}"));
  CHECK(part(spec, "instanceStorePolicy") == Json("RAID0"));
  CHECK(part(spec, "associatePublicIPAddress") == Json(false));
  CHECK(part(spec, "detailedMonitoring") == Json(true));
  CHECK(part(spec, "context") == Json("c"));
  CHECK(part(spec, "userData") == Json("a\n"));
  CHECK(losses(migration) ==
        "spec.launchTemplate: v1 takes no launch template: write what 'old' says (image, security groups, disks, "
        "userData) into this class\n"
        "spec.tags[karpenter.sh/nodepool]: v1 refuses it: Karpenter sets it\n");
  CHECK(notes(migration) ==
        "spec.userData: since v1 Karpenter's own NodeConfig wins over the one in userData: kubelet settings belong in "
        "spec.kubelet\n");
}
