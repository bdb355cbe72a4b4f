#pragma once

#include "kgpu/base/error.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::kube {

/// `metav1.Status`, from JSON or protobuf, or made up for a body that is none (kubernetes-client 3.4, 11.1).
struct Status {
  struct Cause {
    std::string reason;
    std::string message;
    std::string field;
  };
  int code = 0;         ///< the body's, else HTTP's
  std::string reason;   ///< `NotFound`, `Conflict`, …; may be empty
  std::string message;  ///< server text, control characters shown as `^[`
  std::string name;     ///< details
  std::string group;
  std::string kind;
  std::vector<Cause> causes;
  std::optional<std::int64_t> retry_after_seconds;
  std::string continue_token;  ///< a 410's way on (11.4)
  std::string foreign_body;    ///< where the body was no Status: its first 4 KiB, as it came
};

/// A Status from a body of that Content-Type; empty when the body is none, or a Status that is no failure.
[[nodiscard]] std::optional<Status> read_status(std::string_view content_type, std::string_view body);

/// One sentence for people, kubectl's where it has one (3.4); `error: ` is put before it at the edge.
[[nodiscard]] std::string sentence(const Status& status);

/// The server answered, and the answer is a failure.
class StatusError : public Error {
 public:
  StatusError(Status status, std::string hint)
      : Error(ErrorKind::io, sentence(status), std::move(hint)), status_(std::move(status)) {}
  [[nodiscard]] const Status& status() const noexcept { return status_; }

 private:
  Status status_;
};

}  // namespace kgpu::kube
