#include "doctest/doctest.h"
#include "pool_questions.hpp"

namespace kgpu::pool {
namespace {

/// The sentence and the hint with which `parse` refuses; empty when it does not.
template <class Parse>
std::string refusal(const Parse& parse) {
  try {
    parse();
    return {};
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    return std::string(error.what()) + (error.hint().empty() ? "" : " | " + error.hint());
  }
}

TEST_CASE("volume sizes are quantities of whole GiB (pools.md 27)") {
  CHECK(parse_volume_gib("200Gi") == 200);
  CHECK(parse_volume_gib("1Ti") == 1024);
  CHECK(parse_volume_gib("204800Mi") == 200);
  CHECK(refusal([] { (void)parse_volume_gib("200"); }) == "--volume-size: '200' has no unit | did you mean 200Gi?");
  // 200 GB are 186.26 GiB
  CHECK(refusal([] { (void)parse_volume_gib("200G"); }) ==
        "--volume-size: '200G' is not a whole number of Gi | did you mean 187Gi?");
  // not 1Gi, which is refused as well
  CHECK(refusal([] { (void)parse_volume_gib("0.5Gi"); }) ==
        "--volume-size: '0.5Gi' is not a whole number of Gi | did you mean 20Gi?");
  for (const char* text : {"", "big", "-200Gi", "10Gi", "17Ti", "20.5Gi"}) {
    CAPTURE(text);
    CHECK_FALSE(refusal([&] { (void)parse_volume_gib(text); }).empty());
  }
}

TEST_CASE("durations become what the CRDs take (pools.md 27)") {
  CHECK(parse_lifetime("1.5h", "--x") == "1h30m");
  CHECK(parse_lifetime("90s", "--x") == "1m30s");
  CHECK(parse_lifetime("720h", "--x") == "720h");
  CHECK(parse_lifetime("never", "--x") == "Never");
  CHECK(refusal([] { (void)parse_lifetime("30d", "--x"); }) ==
        "--x: '30d': days are no unit here | did you mean 720h?");
  CHECK(refusal([] { (void)parse_lifetime("999ms", "--x"); }) == "--x: '999ms' is below one second");
  CHECK(refusal([] { (void)parse_lifetime("0s", "--x"); }) == "--x: '0s' is below one second");
  for (const char* text : {"", "d", "10", "-5m", "1h 30m", "forever"}) {
    CAPTURE(text);
    CHECK_FALSE(refusal([&] { (void)parse_lifetime(text, "--x"); }).empty());
  }
}

TEST_CASE("image families in any case and both tools' spellings (pools.md 27)") {
  for (const char* text : {"al2023", "AL2023", "AmazonLinux2023", "amazonlinux2023"}) {
    CHECK(parse_ami_family(text) == AmiFamily::al2023);
  }
  for (const char* text : {"bottlerocket", "Bottlerocket", "BOTTLEROCKET"}) {
    CHECK(parse_ami_family(text) == AmiFamily::bottlerocket);
  }
  CHECK(refusal([] { (void)parse_ami_family("al2"); }) ==
        "--ami-family: unknown value 'al2' (one of: al2023, bottlerocket)");
}

TEST_CASE("images: an alias, an id of 8 or 17 digits, an SSM parameter (pools.md 6, 26)") {
  CHECK(parse_ami("al2023@v20260714").kind == AmiChoice::Kind::alias);
  CHECK(parse_ami("bottlerocket@latest").family == AmiFamily::bottlerocket);
  CHECK(parse_ami("al2023@latest").family == AmiFamily::al2023);
  CHECK(parse_ami("bottlerocket@1.58.0").text == "bottlerocket@1.58.0");
  CHECK(parse_ami("ami-01234567").kind == AmiChoice::Kind::id);
  CHECK(parse_ami("ami-0123456789abcdef0").text == "ami-0123456789abcdef0");
  CHECK(parse_ami("ssm:/my/images/gpu").text == "/my/images/gpu");
  for (const char* text : {"", "ami-", "ami-123", "ami-0123456789abcdef", "ami-0123456789ABCDEF0", "ssm:", "ssm:a b",
                           "al2@v1", "al2023@", "al2023@a b", "al2023", "@v1",
                           // Karpenter looks for an image of that very name: none of these is found
                           "al2023@20260714", "al2023@v2026", "al2023@newest", "bottlerocket@v1.58",
                           "bottlerocket@v1.58.", "bottlerocket@vv1.58.0"}) {
    CAPTURE(text);
    CHECK_FALSE(refusal([&] { (void)parse_ami(text); }).empty());
  }
}

TEST_CASE("Kubernetes versions are minor versions") {
  CHECK(parse_kubernetes_version("1.34") == "1.34");
  CHECK(parse_kubernetes_version("v1.34") == "1.34");
  for (const char* text : {"", "1", "1.", "1.34.2", "2.1", "1.034", "1.3x"}) {
    CAPTURE(text);
    CHECK_FALSE(refusal([&] { (void)parse_kubernetes_version(text); }).empty());
  }
}

TEST_CASE("words of short lists name the others") {
  CHECK(refusal([] { (void)parse_provisioner("terraform"); }) ==
        "--provisioner: unknown value 'terraform' (one of: karpenter, eksctl)");
  CHECK(refusal([] { (void)parse_stage("prod"); }) ==
        "--stage: unknown value 'prod' (one of: inference, training, development)");
  CHECK(refusal([] { (void)parse_capacity_flag("Spot"); }) ==
        "--capacity: unknown value 'Spot' (one of: on-demand, spot, reserved)");
}

}  // namespace
}  // namespace kgpu::pool
