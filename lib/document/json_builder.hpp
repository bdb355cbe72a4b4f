#pragma once

#include "kgpu/output/json.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <unordered_set>
#include <vector>

namespace kgpu::document {

/// What is done with a key that comes twice, and with a whole number beyond 2^63 - 1.
enum class JsonRules {
  as_go_reads,  ///< the last of equal keys counts; the number is read as a floating one
  strict,       ///< both are refused
};

/// Builds a value from the parser's events: nlohmann's own tree would take a number's digits, and depth is counted here
/// before anything recurses over it. Refuses nesting beyond 200.
class JsonBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit JsonBuilder(JsonRules rules) : rules_(rules) {}

  [[nodiscard]] output::Json take() { return std::move(root_); }
  /// What was refused; empty when the text is no JSON.
  [[nodiscard]] const std::string& refusal() const { return refusal_; }
  /// Where it is no JSON: the byte, counted from 1, and what stands there; whether that is the end.
  [[nodiscard]] std::size_t position() const { return position_; }
  [[nodiscard]] const std::string& last_token() const { return last_token_; }
  [[nodiscard]] bool ends_early() const { return ends_early_; }

  bool null() override;
  bool boolean(bool value) override;
  bool number_integer(number_integer_t value) override;
  bool number_unsigned(number_unsigned_t value) override;
  bool number_float(number_float_t value, const string_t& digits) override;
  bool string(string_t& value) override;
  bool binary(binary_t& value) override;
  bool start_object(std::size_t size) override;
  bool start_array(std::size_t size) override;
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& key) override;
  bool parse_error(std::size_t position, const std::string& last_token,
                   const nlohmann::detail::exception& error) override;

 private:
  struct Level {
    output::Json value;
    std::string key;  ///< of the member that comes next
    std::unordered_set<std::string> keys;
    bool key_is_new = true;
  };

  bool refuse(const std::string& what);
  bool open(output::Json value);
  bool close();
  bool add(output::Json value);

  JsonRules rules_;
  std::vector<Level> levels_;
  output::Json root_;
  std::string refusal_;
  std::string last_token_;
  std::size_t position_ = 0;
  bool ends_early_ = false;
};

}  // namespace kgpu::document
