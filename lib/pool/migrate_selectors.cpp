#include "migrate_parts.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>

namespace kgpu::pool {
namespace {

using output::Json;
using Texts = std::vector<std::pair<std::string, std::string>>;

/// What the CRD takes.
constexpr std::size_t k_most_terms = 30;

/// v1alpha1's comma lists; spaces around an element do not count.
std::vector<std::string> elements(const std::string& list) {
  std::vector<std::string> result;
  for (const std::string& element : split(list, ',')) {
    if (const std::string_view word = trim(element); !word.empty()) {
      result.emplace_back(word);
    }
  }
  return result;
}

bool is_ids(std::string_view key) {
  return key == "aws-ids" || key == "aws::ids";
}

/// A selector taken apart. A tag with several values was any of them.
struct Selector {
  std::vector<std::string> ids;
  std::vector<std::string> names;
  std::vector<std::string> owners;
  std::vector<std::pair<std::string, std::vector<std::string>>> tags;
};

Selector read_selector(const Texts& texts, bool of_images) {
  Selector selector;
  for (const auto& [key, value] : texts) {
    if (is_ids(key)) {
      selector.ids = elements(value);
    } else if (of_images && key == "aws::name") {
      selector.names = elements(value);
    } else if (of_images && key == "aws::owners") {
      selector.owners = elements(value);
    } else {
      selector.tags.emplace_back(key, elements(value));
    }
  }
  return selector;
}

/// Every choice of one value per tag.
std::vector<Json> tag_choices(const Selector& selector) {
  std::vector<Json> choices = {Json::object()};
  for (const auto& [key, values] : selector.tags) {
    std::vector<Json> longer;
    for (const Json& choice : choices) {
      for (const std::string& value : values) {
        longer.push_back(Json(choice).set(key, value));
        if (longer.size() > k_most_terms) {
          return longer;
        }
      }
    }
    choices = std::move(longer);
  }
  return choices;
}

Json id_terms(const std::vector<std::string>& ids) {
  auto terms = Json::array();
  for (const std::string& id : ids) {
    terms.push(Json::object().set("id", id));
  }
  return terms;
}

void check_count(const Json& terms, const std::string& path, const Draft& draft) {
  if (std::get<Json::Array>(terms.value()).size() > k_most_terms) {
    throw wrong(draft.object(), path, "becomes more than the " + std::to_string(k_most_terms) + " terms v1 takes");
  }
}

/// v1 takes an id alone: what narrowed the ids is gone.
void lose_narrowing(const Selector& selector, const std::string& path, Draft& draft) {
  if (!selector.tags.empty() || !selector.names.empty() || !selector.owners.empty()) {
    draft.lose(path, "v1 takes an id alone: what stands beside the ids no longer narrows them", "/spec");
  }
}

}  // namespace

Json selector_terms(Fields& spec, std::string_view key, Draft& draft) {
  const Texts texts = spec.take_texts(key);
  const std::string path = spec.path_of(key);
  const Selector selector = read_selector(texts, /*of_images=*/false);
  if (!selector.ids.empty()) {
    lose_narrowing(selector, path, draft);
    Json terms = id_terms(selector.ids);
    check_count(terms, path, draft);
    return terms;
  }
  auto terms = Json::array();
  if (!texts.empty()) {
    for (Json& tags : tag_choices(selector)) {
      terms.push(Json::object().set("tags", std::move(tags)));
    }
  }
  check_count(terms, path, draft);
  return terms;
}

Json image_selector_terms(Fields& spec, Draft& draft) {
  const Texts texts = spec.take_texts("amiSelector");
  const std::string path = spec.path_of("amiSelector");
  Selector selector = read_selector(texts, /*of_images=*/true);
  if (!selector.ids.empty()) {
    lose_narrowing(selector, path, draft);
    Json terms = id_terms(selector.ids);
    check_count(terms, path, draft);
    return terms;
  }
  auto terms = Json::array();
  if (texts.empty()) {
    return terms;
  }
  if (selector.owners.empty() && selector.names.empty()) {
    // Where no name is given v1 takes anybody's images; v1alpha1 those of the account and of Amazon.
    selector.owners = {"self", "amazon"};
  }
  for (const std::string& owner : selector.owners.empty() ? std::vector<std::string>(1) : selector.owners) {
    for (const std::string& name : selector.names.empty() ? std::vector<std::string>(1) : selector.names) {
      for (Json& tags : tag_choices(selector)) {
        auto term = Json::object();
        if (!name.empty()) {
          term.set("name", name);
        }
        if (!owner.empty()) {
          term.set("owner", owner);
        }
        if (!selector.tags.empty()) {
          term.set("tags", std::move(tags));
        }
        terms.push(std::move(term));
      }
    }
  }
  check_count(terms, path, draft);
  return terms;
}

}  // namespace kgpu::pool
