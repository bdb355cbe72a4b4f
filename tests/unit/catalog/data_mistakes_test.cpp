#include "data_files.hpp"
#include "read_data.hpp"

#include <doctest/doctest.h>

#include <algorithm>

/// Mistakes in data/ and the sentence that stops the build.
namespace kgpu::catalog {
namespace {

/// data/ with one text replaced in one file, read as the generator does.
std::string refusal_with(std::string_view file, std::string_view from, std::string_view to) {
  std::vector<NamedText> texts = testing::data_texts();
  std::string& text = std::ranges::find(texts, file, &NamedText::name)->text;
  const auto at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, from);
  text.replace(at, from.size(), to);
  return testing::refusal([&] { (void)read_data("data", texts); });
}

/// The line of data/FILE that begins with `start`.
std::string line_of(const std::string& file, std::string_view start) {
  const std::string text = "\n" + testing::read_text(file);
  const auto at = text.find("\n" + std::string(start));
  REQUIRE_MESSAGE(at != std::string::npos, start);
  return std::to_string(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1);
}

TEST_CASE("data/ as it is has no mistake") {
  CHECK(testing::refusal([] { (void)read_data("data", testing::data_texts()); }).empty());
}

TEST_CASE("data mistakes: a missing file") {
  std::vector<NamedText> texts = testing::data_texts();
  std::erase_if(texts, [](const NamedText& text) { return text.name == "gpus.csv"; });
  CHECK(testing::refusal([&] { (void)read_data("data", texts); }) == "data/gpus.csv: the file is missing");
}

TEST_CASE("data mistakes: each names file, line and column") {
  struct Case {
    std::string file;
    std::string start;  ///< of the line that is complained of; empty: line 1
    std::string_view from;
    std::string_view to;
    std::string_view what;
  };
  const Case cases[] = {
      {"aws_instances.csv", "", "instance_type,family", "instance_type,kind",
       "family: the header has 'kind' in its place"},
      {"aws_instances.csv", "g6.xlarge", "\naws,g6.xlarge,g6,amd64,4,", "\naws,g6.xlarge,g6,amd64,four,",
       "vcpus: 'four' is not a whole number"},
      {"aws_instances.csv", "g6.xlarge", "\naws,g6.xlarge,g6,amd64,4,", "\naws,g6.xlarge,g6,amd64,-4,",
       "vcpus: '-4' is not a whole number"},
      {"aws_instances.csv", "g6.xlarge", "\naws,g6.xlarge,g6,amd64,4,", "\naws,g6.xlarge,g6,amd64,99999999999,",
       "vcpus: '99999999999' is too large"},
      {"aws_instances.csv", "g6.xlarge", "\naws,g6.xlarge,g6,amd64,4,", "\naws,g6.xlarge,g6,amd64,0,",
       "vcpus: 0 is no size of a machine"},
      {"aws_instances.csv", "g6.xlarge", "\naws,g6.xlarge,g6,amd64,4,", "\naws,g6.xlarge,g6,amd64,,",
       "vcpus: a new row needs a value here"},
      {"aws_instances.csv", "g6.xlarge", "\naws,g6.xlarge,g6,amd64,4,", "\naws,g6.xlarge,g6,x86,4,",
       "arch: 'x86' is not one of amd64, arm64"},
      {"aws_instances.csv", "g6.xlarge", "\naws,g6.xlarge,", "\ngcp,g6.xlarge,", "provider: 'gcp' in the file of aws"},
      {"aws_instances.csv", "g6.xlarge", "\naws,g6.xlarge,g6,amd64,4,16384,nvidia,l4,",
       "\naws,g6.xlarge,g6,amd64,4,16384,nvidia,l44,",
       "accelerator_model: unknown accelerator model 'l44', did you mean 'l4'?"},
      {"aws_instances.csv", "g6.xlarge", "\naws,g6.xlarge,g6,amd64,4,16384,nvidia,l4,1,",
       "\naws,g6.xlarge,g6,amd64,4,16384,nvidia,l4,0,", "accelerator_count: 0 of an accelerator"},
      {"aws_prices.csv", "g6.xlarge,us-east-1", "\ng6.xlarge,us-east-1,0.8048,", "\ng6.xlarge,us-east-1,0.80.48,",
       "on_demand_usd_per_hour: '0.80.48' is not a number of at most nine decimals"},
      {"aws_prices.csv", "g6.xlarge,us-east-1", "\ng6.xlarge,us-east-1,0.8048,", "\ng6.xlarge,us-east-1,0,",
       "on_demand_usd_per_hour: a price is above 0; leave the cell blank where none is known"},
      {"aws_prices.csv", "g6.xlarge,us-east-1", "\ng6.xlarge,us-east-1,0.8048,", "\ng6.xlarge,us-east-1,-,",
       "on_demand_usd_per_hour: '-' has a meaning in overlays only"},
      {"aws_prices.csv", "g6.xlarge,us-east-1", "\ng6.xlarge,us-east-1,0.8048,", "\ng6.xlarge,us-east-1,0.1,",
       "spot_usd_per_hour: spot is dearer than on-demand"},
      {"aws_prices.csv", "g6.xlarge,us-east-1", "\ng6.xlarge,us-east-1,", "\ng6.xlage,us-east-1,",
       "instance_type: out of order: the row belongs above the one before it"},
      {"aws_prices.csv", "g6.xlarge,us-east-1", "\ng6.xlarge,us-east-1,", "\ng6.xlarge,sa-east-1,",
       "instance_type: the row of line "},
      {"gcp_prices.csv", "a2-highgpu-1g,asia-northeast1", "\na2-highgpu-1g,asia-northeast1,",
       "\na2-highgpu-0g,asia-northeast1,", "instance_type: unknown instance type 'a2-highgpu-0g', did you mean"},
      {"aws_capacity_block_prices.csv", "p4d.24xlarge,us-east-1", "\np4d.24xlarge,us-east-1,",
       "\np4d.23xlarge,us-east-1,", "instance_type: unknown instance type 'p4d.23xlarge', did you mean"},
      {"mig_profiles.csv", "A30,0x20B710DE,1g.6gb,", "\nA30,0x20B710DE,1g.6gb,", "\nA3O,0x20B710DE,1g.6gb,",
       "gpu_model: unknown accelerator 'A3O', did you mean"},
      {"mig_usable_memory.csv", "A30,1g.6gb,", "\nA30,1g.6gb,5836,yes", "\nA30,1g.6gb,5836,no",
       "confirmed: 'no' is not one of listing only, yes"},
      {"ami_releases.csv", "al2023", ",\"awslabs/amazon-eks-ami CHANGELOG.md, AMI Release v20260714\"", ",",
       "source: a new row needs a value here"},
      {"ami_releases.csv", "al2023", "2026-07-14", "2026-07-32",
       "released: '2026-07-32' is not a day such as 2026-07-20"},
      {"accelerator_use.csv", "k80,", "\nk80,", "\nk81,", "accelerator: unknown accelerator model 'k81', did you mean"},
      {"driver_minimum.csv", "Ada,", "\nAda,", "\nAdda,", "architecture: unknown architecture 'Adda', did you mean"},
      {"accelerator_of_types.csv", "Standard_NC*_A100_v4", "Standard_NC*_A100_v4", "Standard_NX*_A100_v4",
       "types: 'Standard_NX*_A100_v4' matches no instance type with this model"},
      {"provenance.csv", "aws_prices.csv,spot_interruption", "\naws_prices.csv,spot_interruption",
       "\naws_price.csv,spot_interruption", "file: unknown file 'aws_price.csv'"},
      {"provenance.csv", "aws_instances.csv,*,*,dl1.*", "*,dl1.*", "*,dl7.*",
       "types: 'dl7.*' matches no instance type"},
      {"provenance.csv", "aws_prices.csv,spot_interruption", "\naws_prices.csv,spot_interruption,*",
       "\naws_prices.csv,spot_interuption,*", "column: unknown column 'spot_interuption' of aws_prices.csv"},
      {"aws_prices.csv", "c6i.2xlarge,us-east-1", "5-10%", "5-11%",
       "spot_interruption: '5-11%' is not one of <5%, 5-10%, 10-15%, 15-20%, >20%"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.file);
    CAPTURE(c.to);
    const std::string provider = c.file.ends_with("_instances.csv") ? c.file.substr(0, c.file.find('_')) + "," : "";
    const std::string line = c.start.empty() ? "1" : line_of(c.file, provider + c.start);
    const std::string expected = "data/" + c.file + ":" + line + ": " + std::string(c.what);
    const std::string message = refusal_with(c.file, c.from, c.to);
    CHECK(message.substr(0, expected.size()) == expected);
    CHECK(message.find('\n') == std::string::npos);
  }
}

TEST_CASE("data mistakes: a price that no provenance covers, or two do") {
  CHECK(refusal_with("provenance.csv", "\naws_prices.csv,on_demand_usd_per_hour,*,*,",
                     "\naws_prices.csv,on_demand_usd_per_hour,us-east-1,g6.*,")
            .ends_with("on_demand_usd_per_hour: no row of provenance.csv covers this price"));
  CHECK(refusal_with("provenance.csv", "\naws_prices.csv,on_demand_usd_per_hour,us-east-1,*,",
                     "\naws_prices.csv,on_demand_usd_per_hour,us-east-1,g*.xlarge,a,2026-01-01\n"
                     "aws_prices.csv,on_demand_usd_per_hour,us-east-1,g6.xlarg*,b,2026-01-01\n"
                     "aws_prices.csv,on_demand_usd_per_hour,us-east-1,g*6.xlarg,c,2026-01-01\n"
                     "aws_prices.csv,on_demand_usd_per_hour,us-east-1,*6.xlarge,c,2026-01-01\n"
                     "aws_prices.csv,on_demand_usd_per_hour,us-east-1,*,")
            .find("matches no instance type") != std::string::npos);
  CHECK(refusal_with("provenance.csv", "\naws_prices.csv,on_demand_usd_per_hour,us-east-1,*,",
                     "\naws_prices.csv,on_demand_usd_per_hour,us-east-1,g6.xlarg*,b,2026-01-01\n"
                     "aws_prices.csv,on_demand_usd_per_hour,us-east-1,*6.xlarge,c,2026-01-01\n"
                     "aws_prices.csv,on_demand_usd_per_hour,us-east-1,*,")
            .find("on_demand_usd_per_hour: two rows of provenance.csv fit this price equally well") !=
        std::string::npos);
  CHECK(refusal_with("provenance.csv", "\ngpus.csv,*,*,*,", "\nmodels.csv,*,x,*,").find("no price of '*' in 'x'") !=
        std::string::npos);
}

TEST_CASE("data mistakes: a file without provenance") {
  std::vector<NamedText> texts = testing::data_texts();
  std::string& text = std::ranges::find(texts, "provenance.csv", &NamedText::name)->text;
  const auto start = text.find("\ngpus.csv,");
  text.erase(start, text.find('\n', start + 1) - start);
  CHECK(testing::refusal([&] { (void)read_data("data", texts); }) == "data/provenance.csv: no row for gpus.csv");
}

}  // namespace
}  // namespace kgpu::catalog
