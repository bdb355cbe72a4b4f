#include "kgpu/collect/save.hpp"

#include "gzip.hpp"
#include "pseudonyms.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/snapshot/saved.hpp"

#include <utility>

namespace kgpu::collect {

Save::Save(SaveTarget target, system::Files& files) : target_(std::move(target)), files_(files) {
  if (target_.path.empty() || target_.path == "-") {
    throw usage_error("--save: " + in_quotes(target_.path) + " is no file: standard output has the report",
                      "--save prod.jsonl.gz");
  }
  if (!target_.overwrite && files.exists(target_.path)) {
    throw Error(ErrorKind::io, in_quotes(target_.path) + " exists; nothing was read or written",
                "--overwrite replaces it; or name another file");
  }
  if (target_.redact) {
    key_ = target_.redact_key.empty() ? random_key() : key_of(files.read(target_.redact_key), target_.redact_key);
  }
}

std::size_t Save::write(const snapshot::Snapshot& snapshot) const {
  const snapshot::Redaction redaction =
      target_.redact ? snapshot::Redaction(pseudonyms(key_), snapshot) : snapshot::Redaction();
  std::size_t objects = 0;
  files_.write_blocks(target_.path, [&](const system::Files::UseBlock& write) {
    if (!target_.path.ends_with(".gz")) {
      objects = snapshot::write_saved(snapshot, redaction, write);
      return;
    }
    Gzip gzip(write);
    objects = snapshot::write_saved(snapshot, redaction, [&](std::string_view block) { gzip.bytes(block); });
    gzip.end();
  });
  return objects;
}

}  // namespace kgpu::collect
