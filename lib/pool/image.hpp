#pragma once

#include "selection.hpp"

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/pool/options.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kgpu::pool {

/// The machine image of a Karpenter pool (pools.md 6, 7).
struct Image {
  AmiFamily family{};
  AmiChoice ami;
  bool write_family = false;  ///< amiFamily: needed unless an alias says it
  std::vector<std::string> notes;
};

/// `--ami`, or the release that data/ pins. Throws Error{usage} where no such image can work.
[[nodiscard]] Image image_of(const PoolOptions& options, const Selection& selection, const catalog::Catalog& catalog,
                             std::vector<std::string>& warnings);

/// The family asked for: the alias's, or `--ami-family`, or AL2023. Throws when two are named.
[[nodiscard]] AmiFamily family_of(const PoolOptions& options);

/// `--ami` as it was written, fit for a message.
[[nodiscard]] std::string words_of(const AmiChoice& ami);

/// Warns about cards whose drivers are not the image's: the last branch is older, or the first newer (pools.md 34).
/// `if_too_old` says what helps where the release that data/ pins is too old for a card.
void warn_of_drivers(const Selection& selection, const catalog::Catalog& catalog, AmiFamily family,
                     std::string_view if_too_old, std::vector<std::string>& warnings);

}  // namespace kgpu::pool
