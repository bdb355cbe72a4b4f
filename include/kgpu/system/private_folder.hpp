#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace kgpu::system {

/// A folder of this run alone: nobody else may look into it (mode 0700, its files 0600), and it goes with all that is
/// in it when this object does.
class PrivateFolder {
 public:
  virtual ~PrivateFolder() = default;
  [[nodiscard]] virtual const std::string& path() const = 0;
  /// A new file in it. Throws Error{io}, also where one of that name is there.
  virtual void write(const std::string& name, std::string_view text) = 0;
};

/// `parent/PREFIX-` and six letters. Throws Error{io}.
[[nodiscard]] std::unique_ptr<PrivateFolder> make_private_folder(const std::string& parent, const std::string& prefix);

}  // namespace kgpu::system
