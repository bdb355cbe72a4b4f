#pragma once

#include "device_kind.hpp"
#include "judge.hpp"

#include "kgpu/recommend/answer.hpp"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

/// Every way to run the need that the scope allows, judged and priced.
namespace kgpu::recommend {

/// A type that can be bought so, there.
struct Offer {
  const catalog::InstanceType* type = nullptr;
  std::string region;
  pricing::OfferPrice price;
};

/// The priced offers of a scope: kept while only the workload changes.
class OfferTable {
 public:
  OfferTable(const catalog::Catalog& catalog, const Question& question) : catalog_(&catalog), question_(&question) {}

  /// Each capacity's cheapest region alone, unless every region counts.
  [[nodiscard]] const std::vector<const Offer*>& of(const catalog::InstanceType& type);
  /// What a type without a price would be.
  [[nodiscard]] const Offer& unpriced(const catalog::InstanceType& type, catalog::Capacity capacity);

 private:
  [[nodiscard]] std::vector<const Offer*> make(const catalog::InstanceType& type);

  const catalog::Catalog* catalog_;
  const Question* question_;
  std::deque<Offer> offers_;
  std::map<const catalog::InstanceType*, std::vector<const Offer*>> of_types_;
};

/// A row before it is written out.
struct Candidate {
  const Offer* offer = nullptr;
  const DeviceKind* kind = nullptr;
  Layout layout;
  const Verdict* verdict = nullptr;
  std::int64_t nodes = 0;
  std::optional<Money> usd_per_hour;
  std::optional<Money> expected_usd_per_hour;
  std::optional<Money> usd_of_job;
  std::string refusal;  ///< price, isolation, no-price: what stands against it beside the verdict
  bool mtbf_assumed = false;

  [[nodiscard]] bool fits() const { return refusal.empty() && verdict->fits != sizing::Fits::no; }
  /// What rows are ordered by (recommend.md 37).
  [[nodiscard]] Money cost() const;
};

/// `a` stands above `b`: rule 37 for rows that fit.
[[nodiscard]] bool ranks_above(const Candidate& a, const Candidate& b);

/// Judgements of one workload: kept while only where and how it is bought changes.
class Judgements {
 public:
  Judgements(const catalog::Catalog& catalog, const Question& question) : catalog_(&catalog), question_(&question) {}

  [[nodiscard]] const Verdict& verdict(const DeviceKind& kind, const Layout& layout);

 private:
  [[nodiscard]] Verdict judge(const DeviceKind& kind, const Layout& layout);
  [[nodiscard]] const std::vector<sizing::MeasuredRun>& measured(const DeviceKind& kind, const Layout& layout);

  using Key = std::tuple<const DeviceKind*, std::int32_t, std::int32_t, std::int32_t, std::int32_t>;
  const catalog::Catalog* catalog_;
  const Question* question_;
  std::map<Key, Verdict> verdicts_;
  std::optional<std::vector<sizing::MeasuredRun>> measured_;  ///< of the question's model and precision
};

/// What a search keeps for the next one. Each outlives the candidates that were found with it.
struct Memory {
  KindTable& kinds;
  OfferTable& offers;      ///< of the question's scope and prices
  Judgements& judgements;  ///< of its workload, stage and limits
};

/// All candidates, in no order.
[[nodiscard]] std::vector<Candidate> search(const catalog::Catalog& catalog, const Question& question, Memory memory);

/// The layouts of a kind on a type (recommend.md 10-14).
[[nodiscard]] std::vector<Layout> layouts_of(const Question& question, const catalog::InstanceType& type,
                                             const DeviceKind& kind);

/// Does the type belong to what is asked for: provider, generation, vendor, memory, name?
[[nodiscard]] bool is_wanted(const catalog::Catalog& catalog, const Question& question,
                             const catalog::InstanceType& type);
[[nodiscard]] bool has_memory(const Question& question, const DeviceKind& kind);

/// What it costs, and whether that is too much.
void set_price(const Question& question, Candidate& candidate);

/// Written out.
[[nodiscard]] Row row_of(const Question& question, const Candidate& candidate);

}  // namespace kgpu::recommend
