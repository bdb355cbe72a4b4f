#include "flags.hpp"
#include "CLI/CLI.hpp"
#include "flags_verbs.hpp"
#include <memory>
#include <ostream>
namespace kgpu::app {
Action bind_instance_list(CLI::App& verb, Completions& c) {
  struct O { std::string name; commands::PriceOptions price; std::vector<std::string> types; bool e=false; std::string r; };
  auto o = std::make_shared<O>();
  verb.add_option("name", o->name, "Name of the pool")->type_name("NAME")->required();
  auto* t = add_list_flag(verb, "--instance-type TYPE", "Types", [&](const std::string& s){ o->types.push_back(s); });
  c.offer(t, {.source = ValueSource::instance_types, .comma_separated = true});
  auto* a = add_list_flag(verb, "--accelerator NAME", "Acc", [&](const std::string& s){ o->types.push_back(s); });
  c.offer(a, {.source = ValueSource::accelerators, .comma_separated = true});
  auto* r = add_text_flag(verb, "--region REGION", "The region", [&](const std::string& s){ o->r = s; });
  c.offer(r, {.source = ValueSource::regions});
  add_list_flag(verb, "--capacity LIST", "cap", [&](const std::string&){});
  add_text_flag(verb, "--cluster-name NAME", "Cluster", [&](const std::string&){});
  auto* d = add_text_flag(verb, "--output-dir DIR", "dir", [&](const std::string&){});
  c.offer(d, {.source = ValueSource::directories});
  verb.add_flag("--efa", o->e, "EFA");
  add_price_flags(verb, o->price, c);
  return [o](commands::Env& env) { env.out << o->name << " region=" << o->r; for (auto& t : o->types) env.out << " [" << t << "]"; env.out << "\n"; return ExitCode::ok; };
}
Action bind_instance_describe(CLI::App& verb, Completions& c) {
  struct O { std::string name; commands::PriceOptions price; std::vector<std::string> types; bool e=false; std::string r; };
  auto o = std::make_shared<O>();
  verb.add_option("name", o->name, "Name of the pool")->type_name("NAME")->required();
  auto* t = add_list_flag(verb, "--instance-type TYPE", "Types", [&](const std::string& s){ o->types.push_back(s); });
  c.offer(t, {.source = ValueSource::instance_types, .comma_separated = true});
  auto* a = add_list_flag(verb, "--accelerator NAME", "Acc", [&](const std::string& s){ o->types.push_back(s); });
  c.offer(a, {.source = ValueSource::accelerators, .comma_separated = true});
  auto* r = add_text_flag(verb, "--region REGION", "The region", [&](const std::string& s){ o->r = s; });
  c.offer(r, {.source = ValueSource::regions});
  add_list_flag(verb, "--capacity LIST", "cap", [&](const std::string&){});
  add_text_flag(verb, "--cluster-name NAME", "Cluster", [&](const std::string&){});
  auto* d = add_text_flag(verb, "--output-dir DIR", "dir", [&](const std::string&){});
  c.offer(d, {.source = ValueSource::directories});
  verb.add_flag("--efa", o->e, "EFA");
  add_price_flags(verb, o->price, c);
  return [o](commands::Env& env) { env.out << o->name << " region=" << o->r; for (auto& t : o->types) env.out << " [" << t << "]"; env.out << "\n"; return ExitCode::ok; };
}
}
