#pragma once

#include "kgpu/instance/selection.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kgpu::instance {

/// A type that may be listed. Its prices are looked up when the first condition asks for them.
class Candidate {
 public:
  Candidate(const catalog::Catalog& catalog, const catalog::InstanceType& type, const std::string& region,
            const pricing::PriceRules& rules)
      : catalog_(&catalog),
        type_(&type),
        region_(&region),
        rules_(&rules),
        accelerator_(catalog.accelerator_of(type)) {}

  [[nodiscard]] const catalog::InstanceType& type() const { return *type_; }
  [[nodiscard]] const catalog::Accelerator* accelerator() const { return accelerator_; }
  [[nodiscard]] const Offer& offer() const {
    if (!offer_) {
      offer_ = make_offer(*catalog_, *type_, *region_, {}, *rules_);
    }
    return *offer_;
  }

 private:
  const catalog::Catalog* catalog_;
  const catalog::InstanceType* type_;
  const std::string* region_;
  const pricing::PriceRules* rules_;
  const catalog::Accelerator* accelerator_;
  mutable std::optional<Offer> offer_;
};

/// One flag of the filter.
struct Condition {
  std::string text;  ///< as on a command line: `--min-vcpus 8`
  std::function<bool(const Candidate&)> holds;
};

/// The canonical name, or the catalogue's word where no accelerator row covers the device.
[[nodiscard]] std::string_view accelerator_name(const Offer& offer);

/// The filter's conditions, those that need prices last. Throws Error{usage} for an unknown accelerator.
[[nodiscard]] std::vector<Condition> conditions_of(const catalog::Catalog& catalog, const Filter& filter);

/// What a reader could take for a mistake: blank data that counts as no, usable memory below the number on the box,
/// types left out because the region has no price for them.
[[nodiscard]] std::vector<std::string> notes_on(const catalog::Catalog& catalog, const Filter& filter,
                                                const std::vector<Candidate>& candidates,
                                                const std::vector<Condition>& conditions);

/// The cheapest known price of these capacities; of on-demand and spot when empty.
[[nodiscard]] std::optional<Money> cheapest(const Offer& offer, const std::vector<catalog::Capacity>& capacities);

}  // namespace kgpu::instance
