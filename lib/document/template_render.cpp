#include "template_render.hpp"

#include "tag_positions.hpp"
#include "tag_scanner.hpp"

#include "kgpu/base/text.hpp"

#include <kainjow/mustache.hpp>

#include <sstream>

namespace kgpu::document {
namespace {

namespace mustache = kainjow::mustache;
using Kind = TemplateData::Kind;

// Before a scalar's YAML stands its kind. The engine's escape takes it off again, so a value that came past the escape
// would show; user text can never pass for another kind, for the mark is always ours.
constexpr char mark_of(Kind kind) {
  return kind == Kind::comment ? '#' : '=';
}

std::string without_mark(const std::string& marked) {
  return marked.substr(1);
}

std::string marked_yaml(const std::string& name, const TemplateData::Scalar& scalar) {
  const auto yaml = [&] {
    switch (scalar.kind) {
      case Kind::text:
        return yaml_quoted(scalar.value);
      case Kind::comment:
        return comment_words(scalar.value);
      default:
        return scalar.value;
    }
  };
  try {
    return mark_of(scalar.kind) + yaml();
  } catch (const Error& error) {
    throw Error(error.kind(), name + ": " + error.what(), error.hint());
  }
}

mustache::data to_engine(const TemplateData& data) {
  mustache::data object(mustache::data::type::object);
  for (const auto& [name, value] : data.members()) {
    if (const auto* scalar = std::get_if<TemplateData::Scalar>(&value)) {
      object.set(name, marked_yaml(name, *scalar));
    } else if (const auto* shown = std::get_if<bool>(&value)) {
      object.set(name, *shown);
    } else {
      mustache::data list(mustache::data::type::list);
      for (const TemplateData& item : std::get<std::vector<TemplateData>>(value)) {
        list.push_back(to_engine(item));
      }
      object.set(name, list);
    }
  }
  return object;
}

/// Looks tags up as Mustache does, innermost first, but lets none be missing or of the wrong sort.
class StrictContext : public mustache::basic_context<std::string> {
 public:
  StrictContext(std::string_view template_name, const TagUse& use, const mustache::data& data, ErrorKind on_missing)
      : template_name_(template_name), use_(use), stack_{&data}, on_missing_(on_missing) {}

  void push(const mustache::data* data) override { stack_.push_back(data); }
  void pop() override { stack_.pop_back(); }
  const mustache::data* get_partial(const std::string& /*name*/) const override { return nullptr; }

  const mustache::data* get(const std::string& name) const override {
    for (auto level = stack_.rbegin(); level != stack_.rend(); ++level) {
      if (const mustache::data* found = (*level)->get(name)) {
        check(name, *found);
        return found;
      }
    }
    throw refused(name, "has no value here");
  }

 private:
  void check(const std::string& name, const mustache::data& found) const {
    if (found.is_string() != use_.variables.contains(name)) {
      throw refused(name, found.is_string() ? "is a value, not a section" : "is a section, not a value");
    }
    if (found.is_string() && found.string_value().front() == mark_of(Kind::comment) && use_.scalars.contains(name)) {
      throw refused(name, "is words for a comment and stands outside of one");
    }
  }

  Error refused(const std::string& name, const std::string& why) const {
    const auto& names = use_.variables.contains(name) ? use_.variables : use_.sections;
    const auto at = names.find(name);
    const std::string line = at == names.end() ? "" : ":" + std::to_string(at->second);
    return {on_missing_, template_name_ + line + ": tag " + in_quotes(name) + " " + why};
  }

  std::string template_name_;
  const TagUse& use_;
  std::vector<const mustache::data*> stack_;
  ErrorKind on_missing_;
};

}  // namespace

std::string render_template(std::string_view name, const std::string& text, const TemplateData& data,
                            ErrorKind on_missing) {
  const TagUse use = check_tag_positions(name, scan_tags(name, text));
  mustache::mustache engine(without_standalone_lines(text));
  if (!engine.is_valid()) {
    throw Error(on_missing, std::string(name) + ": " + engine.error_message());
  }
  engine.set_custom_escape(without_mark);
  const mustache::data values = to_engine(data);
  StrictContext context(name, use, values, on_missing);
  std::ostringstream out;
  engine.render(context, out);
  if (!engine.is_valid()) {
    throw Error(on_missing, std::string(name) + ": " + engine.error_message());
  }
  return out.str();
}

}  // namespace kgpu::document
