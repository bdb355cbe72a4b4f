#pragma once

#include "gunzip.hpp"

#include "kgpu/snapshot/dump.hpp"
#include "kgpu/system/files.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace kgpu::collect {

/// One text of a dump, of whichever form: its first bytes tell.
class DumpText {
 public:
  DumpText(snapshot::Snapshot& snapshot, const std::string& name);

  void bytes(std::string_view block);
  void end();

 private:
  enum class Form { unknown, gzip, json, yaml };

  void unpacked(std::string_view block);
  void read_yaml();

  std::string name_;
  snapshot::DumpReader reader_;
  Form form_ = Form::unknown;    ///< of the bytes as they come
  Form inside_ = Form::unknown;  ///< of what gzip holds
  std::optional<Gunzip> gunzip_;
  std::string first_;  ///< bytes while they do not tell yet
  std::string yaml_;
};

}  // namespace kgpu::collect
