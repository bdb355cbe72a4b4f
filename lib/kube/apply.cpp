#include "kgpu/kube/apply.hpp"

#include "apply_request.hpp"
#include "object_set.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/document/apply_order.hpp"
#include "kgpu/document/condition.hpp"
#include "kgpu/document/limits.hpp"

#include <algorithm>
#include <set>

namespace kgpu::kube {
namespace {

using document::Document;
using document::ObjectReference;

constexpr auto k_poll = std::chrono::milliseconds(500);
constexpr auto k_established_within = std::chrono::seconds(30);

/// What has failed so far, and with it everything that needs it.
struct Failed {
  std::set<std::string> namespaces;
  std::set<std::string> definitions;

  void note(const ObjectReference& object) {
    if (object.kind == "Namespace") {
      namespaces.insert(object.name);
    } else if (object.kind == "CustomResourceDefinition") {
      definitions.insert(object.name);
    }
  }
};

/// Waits until the server serves a CRD's kind; false when it does not within the time.
bool wait_established(const Document& crd, const k8s::Resource& resource, ApplyContext& context) {
  const Nanoseconds end = context.elapsed() + k_established_within;
  const std::string name = crd.object.resource_name();
  while (!context.cancelled()) {
    const ApiReply reply =
        context.connection.request({.path = resource.path({}, crd.object.name), .what = "get " + name});
    if (document::read_condition(reply.body, "Established", name).holds()) {
      context.discovery.forget();
      return true;
    }
    if (context.elapsed() >= end) {
      break;
    }
    context.sleep(k_poll);
  }
  return false;
}

/// The resource of a kind whose CRD has just been applied: discovery lags behind by seconds.
k8s::Resource discovered(const ObjectReference& object, ApplyContext& context) {
  const Nanoseconds end = context.elapsed() + k_established_within;
  for (;;) {
    try {
      return context.discovery.resource_of(object);
    } catch (const StatusError&) {
      throw;
    } catch (const Error&) {
      if (context.elapsed() >= end || context.cancelled()) {
        throw;
      }
    }
    context.sleep(k_poll);
    context.discovery.forget();
  }
}

std::string why_skipped(const ObjectReference& object, const Standing& standing, const ObjectSet& set,
                        const Failed& failed) {
  const DefinedKind* const definition = set.definition_of(object);
  if (definition != nullptr && failed.definitions.contains(definition->definition)) {
    return "the CRD " + in_quotes(definition->definition) + " was not applied";
  }
  if (failed.namespaces.contains(standing.name_space)) {
    return "the namespace " + in_quotes(standing.name_space) + " was not applied";
  }
  return {};
}

Applied send(const Document& document, const Standing& standing, ApplyContext& context) {
  Applied applied{.object = document.object, .fate = Fate::failed};
  if (context.dry_run && standing.awaits_set) {
    applied.fate = Fate::checked;
    applied.message = "checked here only: its namespace or CRD comes with the same set";
    return applied;
  }
  const k8s::Resource resource = standing.resource ? *standing.resource : discovered(document.object, context);
  std::string name_space = standing.name_space;
  if (resource.namespaced && name_space.empty()) {
    name_space = context.connection.access().name_space;
  }
  const ApiReply reply =
      context.connection.request(apply_request(document, resource, name_space, context, context.dry_run));
  const document::LiveObject live = document::read_live_object(reply.body, document.object.resource_name());
  if (live.being_deleted) {
    applied.message = document.object.resource_name() + ": it is being deleted, and what was applied goes with it";
    applied.hint = "apply again when it is gone";
    return applied;
  }
  applied.created = reply.status == 201;
  applied.fate = context.dry_run ? Fate::checked : Fate::applied;
  if (document.object.kind == "CustomResourceDefinition" && !context.dry_run &&
      !wait_established(document, resource, context)) {
    applied.fate = Fate::failed;
    applied.message = document.object.resource_name() + ": the server took it but does not serve its kind";
    applied.hint = "kubectl describe crd " + document.object.name;
  }
  return applied;
}

}  // namespace

std::vector<Applied> apply(std::span<const Document> documents, std::span<const Standing> standings,
                           ApplyContext& context, const std::function<void(const Applied&)>& report) {
  const ObjectSet set = read_set(documents);
  Failed failed;
  bool stopped = false;
  std::vector<Applied> results;
  for (const std::size_t index : document::apply_order(documents)) {
    const Document& document = documents[index];
    Applied applied{.object = document.object};
    stopped = stopped || context.cancelled();
    if (stopped) {
      results.push_back(applied);
      report(applied);
      continue;
    }
    if (const std::string problem = document::refused_for_size(document); !problem.empty()) {
      applied.fate = Fate::failed;
      applied.message = document.object.resource_name() + ": not sent: " + problem;
    } else if (const std::string why = why_skipped(document.object, standings[index], set, failed); !why.empty()) {
      applied.fate = Fate::skipped;
      applied.message = document.object.resource_name() + ": skipped: " + why;
    } else {
      try {
        applied = send(document, standings[index], context);
      } catch (const StatusError& error) {
        Refusal refusal = explain_refusal(error, document.object);
        applied.fate = Fate::failed;
        applied.message = std::move(refusal.message);
        applied.hint = std::move(refusal.hint);
      } catch (const Error& error) {
        // No answer: the server may have stored it or not, and would not answer for the next one either.
        applied.fate = context.dry_run ? Fate::failed : Fate::unknown;
        applied.message = document.object.resource_name() + ": " + error.what();
        applied.hint = error.hint();
        stopped = true;
      }
    }
    if (applied.fate == Fate::failed || applied.fate == Fate::skipped) {
      failed.note(document.object);
    }
    results.push_back(applied);
    report(applied);
  }
  return results;
}

std::vector<document::Comparison> difference(std::span<const Document> documents, std::span<const Standing> standings,
                                             ApplyContext& context) {
  std::vector<document::Comparison> comparisons;
  for (const std::size_t index : document::apply_order(documents)) {
    const Document& document = documents[index];
    const Standing& standing = standings[index];
    const std::string name = document.object.resource_name();
    if (const std::string problem = document::refused_for_size(document); !problem.empty()) {
      throw Error(ErrorKind::io, name + ": not sent: " + problem);
    }
    if (standing.awaits_set) {
      comparisons.push_back(document::compare_new(document));
      continue;
    }
    try {
      const ApiReply reply =
          context.connection.request(apply_request(document, *standing.resource, standing.name_space, context, true));
      comparisons.push_back(document::compare(standing.live_json, reply.body, name));
    } catch (const StatusError& error) {
      const Refusal refusal = explain_refusal(error, document.object);
      throw Error(ErrorKind::io, refusal.message, refusal.hint);
    }
  }
  return comparisons;
}

}  // namespace kgpu::kube
