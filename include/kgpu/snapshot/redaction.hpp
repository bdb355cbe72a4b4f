#pragma once

#include "kgpu/snapshot/snapshot.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace kgpu::snapshot {

/// What stands in a saved file in place of names (kubernetes-client 11.21). Equal names get equal pseudonyms, whatever
/// they name, so that a pod still finds its node, and a NodePool the label of its nodes. Left as they are: names of
/// kinds, resources, drivers and devices, keys of labels, and what k8s::is_catalogue_label says.
class Redaction {
 public:
  /// Of a text, 1 to 40 letters and digits that begin with a letter: the same for the same text, and nothing that the
  /// text could be told from.
  using Pseudonym = std::function<std::string(std::string_view name)>;

  /// Nothing is hidden.
  Redaction() = default;
  /// Labels of numbers that a NodeOverlay of `snapshot` compares stay readable: prices hang on them.
  Redaction(Pseudonym pseudonym, const Snapshot& snapshot);

  [[nodiscard]] bool hides() const { return pseudonym_ != nullptr; }

  /// A name of which there are few: of a node, namespace, owner, pool.
  [[nodiscard]] std::string_view name(std::string_view name) const;
  /// A name that hardly comes twice: of a pod.
  [[nodiscard]] std::string name_once(std::string_view name) const;
  /// The name of an object of that kind. A NodeOverlay keeps its place among the others, which decides between equal
  /// weights (ledger.md 11). A ReplicaSet's is its Deployment's and a part more, a Job's may be its
  /// CronJob's and a time: so they stay (ledger.md 31).
  [[nodiscard]] std::string name_of(std::string_view kind, std::string_view name) const;
  [[nodiscard]] std::string_view label(std::string_view key, std::string_view value) const;
  /// A taint's value: as a label's, but for those that only say yes.
  [[nodiscard]] std::string_view taint(std::string_view key, std::string_view value) const;
  /// `aws:///us-east-1a/i-0abc`: the provider stays.
  [[nodiscard]] std::string provider_id(std::string_view id) const;
  /// A sentence of the scheduler: its own words, numbers and resources stay.
  [[nodiscard]] std::string sentence(std::string_view text) const;
  /// HAMi's cards: their sizes stay, their ids go. Of other annotations nothing stays.
  [[nodiscard]] std::string annotation(std::string_view key, std::string_view value) const;
  /// A device's attribute: ids go.
  [[nodiscard]] std::string_view attribute(std::string_view key, std::string_view value) const;

 private:
  [[nodiscard]] std::string without_ids(std::string_view text) const;

  Pseudonym pseudonym_;
  std::unordered_map<std::string_view, std::size_t> overlay_ranks_;
  std::unordered_set<std::string_view> compared_;  ///< labels that a NodeOverlay compares as numbers
  mutable std::unordered_map<std::string, std::string> known_;
};

}  // namespace kgpu::snapshot
