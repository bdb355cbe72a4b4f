#include "template_lists.hpp"

namespace kgpu::pool {

using document::TemplateData;

void put_notes(TemplateData& data, const std::string& name, const std::vector<std::string>& notes) {
  std::vector<TemplateData> lines;
  for (const std::string& note : notes) {
    lines.push_back(TemplateData().comment("note", note));
  }
  data.list(name, std::move(lines));
}

void put_why(TemplateData& data, const std::string& section, const std::string& why) {
  if (why.empty()) {
    data.section(section, false);
  } else {
    data.section(section, TemplateData().comment("why", why));
  }
}

void put_elements(TemplateData& data, const std::string& name, const std::string& element,
                  const std::vector<std::string>& values) {
  std::vector<TemplateData> items;
  for (std::size_t i = 0; i < values.size(); ++i) {
    items.push_back(TemplateData().text(element, values[i]).section("more", i + 1 < values.size()));
  }
  data.list(name, std::move(items));
}

void put_labels(TemplateData& data, const std::vector<LabelLine>& labels, const std::vector<std::string>& notes) {
  data.section("labelled", !labels.empty());
  put_notes(data, "label_notes", notes);
  std::vector<TemplateData> lines;
  for (const LabelLine& label : labels) {
    TemplateData line;
    line.text("key", label.key).text("value", label.value);
    put_why(line, "because", label.why);
    lines.push_back(std::move(line));
  }
  data.list("labels", std::move(lines));
}

void put_taints(TemplateData& data, const std::vector<k8s::Taint>& taints, const std::vector<std::string>& notes) {
  data.section("tainted", !taints.empty());
  put_notes(data, "taint_notes", notes);
  std::vector<TemplateData> items;
  for (const k8s::Taint& taint : taints) {
    TemplateData item;
    item.text("key", taint.key).text("value", taint.value).section("valued", !taint.value.empty());
    item.text("effect", taint.effect);
    items.push_back(std::move(item));
  }
  data.list("taints", std::move(items));
}

}  // namespace kgpu::pool
