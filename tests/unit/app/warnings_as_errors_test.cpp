#include "warnings_as_errors.hpp"

#include "fake_connection.hpp"

#include <doctest/doctest.h>

#include <memory>

using namespace kgpu;

namespace {

struct Warned final : testing::FakeConnection {
  [[nodiscard]] int warnings() const override { return 2; }
};

TEST_CASE("--warnings-as-errors counts the warnings of every connection, and only then") {
  const auto count = std::make_shared<int>(0);
  const auto connect =
      app::counting_warnings([](const kube::ConfigFlags&) { return std::make_unique<Warned>(); }, count);
  kube::ConfigFlags flags;
  static_cast<void>(connect(flags));
  CHECK(*count == 0);
  flags.warnings_as_errors = true;
  {
    const auto connection = connect(flags);
    CHECK(connection->access().name_space == "default");
    CHECK(connection->warnings() == 2);
    CHECK(*count == 0);
  }
  CHECK(*count == 2);
  static_cast<void>(connect(flags));
  CHECK(*count == 4);
}

}  // namespace
