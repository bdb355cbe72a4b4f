// The order of rows (recommend.md 37).
#include "questions.hpp"
#include "search.hpp"

#include <doctest/doctest.h>

#include <functional>

using namespace kgpu;
using catalog::Capacity;

namespace {

/// A row with all that it points to.
struct Made {
  recommend::Offer offer;
  recommend::DeviceKind kind;
  recommend::Verdict verdict;
  recommend::Candidate candidate;

  Made() {
    type("g6.xlarge");
    offer.region = "us-east-1";
    offer.price.capacity = Capacity::spot;
    verdict.fits = sizing::Fits::likely;
    verdict.replicas = 2;
    verdict.memory = sizing::Estimate{1, 1, 9};
    verdict.usable = 10;
    candidate.layout = {.parallel = {2, 2}, .devices = 4};
    candidate.nodes = 3;
    dollars("1.0");
  }
  void type(const char* name) { offer.type = catalog::Catalog::built_in().find_instance_type(name); }
  void dollars(const char* text) { candidate.usd_per_hour = candidate.expected_usd_per_hour = Money::parse(text); }
  /// Points into this object: for the copy that is compared.
  const recommend::Candidate& ready() {
    candidate.offer = &offer;
    candidate.kind = &kind;
    candidate.verdict = &verdict;
    return candidate;
  }
};

struct Step {
  const char* what;
  std::function<void(Made&)> better;
};

// In the order of the rule; each makes a row better by that alone.
const Step k_steps[] = {
    {"yes before likely", [](Made& made) { made.verdict.fits = sizing::Fits::yes; }},
    {"cost", [](Made& made) { made.dollars("0.5"); }},
    {"fewer nodes", [](Made& made) { made.candidate.nodes = 2; }},
    {"fewer devices used", [](Made& made) { made.candidate.layout.devices = 3; }},
    {"smaller pp", [](Made& made) { made.candidate.layout.parallel.pipeline = 1; }},
    {"smaller tp", [](Made& made) { made.candidate.layout.parallel.tensor = 1; }},
    {"larger headroom", [](Made& made) { made.verdict.memory->high = 8; }},
    {"region", [](Made& made) { made.offer.region = "eu-west-1"; }},
    {"type, its numbers as numbers", [](Made& made) { made.type("g5.48xlarge"); }},
    {"capacity", [](Made& made) { made.offer.price.capacity = Capacity::on_demand; }},
};

}  // namespace

TEST_CASE("recommend.md 37: each step counts only where all before it are even") {
  for (std::size_t i = 0; i < std::size(k_steps); ++i) {
    CAPTURE(k_steps[i].what);
    Made first;
    k_steps[i].better(first);
    Made second;
    for (std::size_t later = i + 1; later < std::size(k_steps); ++later) {
      k_steps[later].better(second);
    }
    CHECK(ranks_above(first.ready(), second.ready()));
    CHECK_FALSE(ranks_above(second.ready(), first.ready()));
  }
}

TEST_CASE("recommend.md 37: cost is rounded half up to a hundredth of a cent") {
  struct Case {
    const char* first;
    const char* second;
    bool even;
  };
  for (const Case& c : {Case{"1.00005", "1.0001", true}, Case{"1.00004", "1.0000", true},
                        Case{"1.00004999", "1.00005", false}, Case{"1.0000", "1.0001", false}}) {
    CAPTURE(c.first);
    CAPTURE(c.second);
    Made cheap;
    cheap.dollars(c.first);
    Made dear;
    dear.dollars(c.second);
    dear.candidate.nodes = 1;  // decides where the cost does not
    CHECK(ranks_above(cheap.ready(), dear.ready()) != c.even);
    CHECK(ranks_above(dear.ready(), cheap.ready()) == c.even);
  }
}

TEST_CASE("recommend.md 37: a job ranks by its dollars, and after all whose dollars are known where they are not") {
  Made fast;
  fast.dollars("10");
  fast.candidate.usd_of_job = Money::parse("20");
  Made slow;
  slow.dollars("1");
  slow.candidate.usd_of_job = Money::parse("30");
  CHECK(ranks_above(fast.ready(), slow.ready()));
  // No peak is known: no hours (recommend.md 29). An hour's dollars are no job's.
  Made unknown;
  unknown.dollars("0.1");
  CHECK(ranks_above(slow.ready(), unknown.ready()));
  CHECK_FALSE(ranks_above(unknown.ready(), slow.ready()));
}

TEST_CASE("recommend.md 37: types of one price by their names, numbers as numbers") {
  Made two;
  two.type("p5.4xlarge");
  Made ten;
  ten.type("p5.48xlarge");
  CHECK(ranks_above(two.ready(), ten.ready()));
  Made aws;
  Made azure;
  azure.type("Standard_NC4as_T4_v3");
  azure.offer.region = "aaa";  // the provider goes before the region
  CHECK(ranks_above(aws.ready(), azure.ready()));
}
