#include "kgpu/commands/output_directory.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <ostream>

namespace kgpu::commands {
namespace {

/// How many files a message names.
constexpr std::size_t k_named = 3;

void refuse_other_contents(const std::vector<system::FileText>& files, const Env& env) {
  std::vector<std::string> other;
  for (const system::FileText& file : files) {
    const auto present = env.files.read_if_exists(file.path);
    if (present && *present != file.text) {
      other.push_back(in_quotes(file.path));
    }
  }
  if (other.empty()) {
    return;
  }
  const std::size_t more = other.size() > k_named ? other.size() - k_named : 0;
  other.resize(other.size() - more);
  const std::string names = join(other, ", ") + (more > 0 ? " and " + std::to_string(more) + " more" : "");
  throw Error(ErrorKind::io,
              names + (other.size() == 1 ? " exists" : " exist") + " with other contents; nothing was written",
              "--overwrite replaces what is there; or name another --output-dir");
}

}  // namespace

void write_to_directory(const std::string& directory, std::vector<system::FileText> files, Overwrite overwrite,
                        Env& env) {
  const std::string below = directory.ends_with('/') ? directory : directory + "/";
  for (system::FileText& file : files) {
    file.path = below + file.path;
  }
  if (overwrite == Overwrite::no) {
    refuse_other_contents(files, env);
  }
  env.files.write_whole(files);
  for (const system::FileText& file : files) {
    env.out << file.path << '\n';
  }
}

}  // namespace kgpu::commands
