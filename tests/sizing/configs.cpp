// Reads every config.json of a folder of published ones and holds the count against the catalogue:
//
//   sizing_configs FOLDER
//
// 77 when the folder is not there: the test is skipped by name.
#include "kgpu/catalog/catalog.hpp"
#include "kgpu/sizing/model_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

using namespace kgpu;
namespace fs = std::filesystem;

struct Published {
  std::string_view file;
  std::string_view id;
};
constexpr Published k_models[] = {
    {"bert-base-uncased.json", "google-bert/bert-base-uncased"},
    {"deepseek-v2-lite.json", "deepseek-ai/DeepSeek-V2-Lite"},
    {"deepseek-v3.2.json", "deepseek-ai/DeepSeek-V3.2"},
    {"deepseek-v3.json", "deepseek-ai/DeepSeek-V3"},
    {"deepseek-v4-flash.json", "deepseek-ai/DeepSeek-V4-Flash"},
    {"devstral-small-2-24b-fp8.json", "mistralai/Devstral-Small-2-24B-Instruct-2512"},
    {"falcon-40b.json", "tiiuae/falcon-40b"},
    {"gemma-2-9b-it.json", "google/gemma-2-9b-it"},
    {"gemma-3-1b-it.json", "google/gemma-3-1b-it"},
    {"gemma-4-26b-a4b.json", "google/gemma-4-26B-A4B-it"},
    {"glm-5-fp8.json", "zai-org/GLM-5"},
    {"gpt-oss-120b.json", "openai/gpt-oss-120b"},
    {"gpt-oss-20b.json", "openai/gpt-oss-20b"},
    {"kimi-k2.5.json", "moonshotai/Kimi-K2.5"},
    {"llama-2-70b.json", "meta-llama/Llama-2-70b-hf"},
    {"llama-3.1-405b.json", "meta-llama/Llama-3.1-405B"},
    {"llama-3.1-8b.json", "meta-llama/Llama-3.1-8B"},
    {"llama-3.2-3b-instruct.json", "meta-llama/Llama-3.2-3B"},
    {"llama-4-scout.json", "meta-llama/Llama-4-Scout-17B-16E-Instruct"},
    {"minimax-m2.5.json", "MiniMaxAI/MiniMax-M2.5"},
    {"mistral-7b-instruct-v0.3.json", "mistralai/Mistral-7B-Instruct-v0.3"},
    {"mixtral-8x7b.json", "mistralai/Mixtral-8x7B-Instruct-v0.1"},
    {"nemotron-3-nano-30b-a3b.json", "nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16"},
    {"phi-3.5-mini-instruct.json", "microsoft/Phi-3.5-mini-instruct"},
    {"phi-4-mini-instruct.json", "microsoft/Phi-4-mini-instruct"},
    {"phi-4.json", "microsoft/phi-4"},
    {"qwen2.5-7b-instruct.json", "Qwen/Qwen2.5-7B-Instruct"},
    {"qwen3-235b-a22b-nvfp4.json", "Qwen/Qwen3-235B-A22B"},
    {"qwen3-30b-a3b.json", "Qwen/Qwen3-30B-A3B"},
    {"qwen3-32b-fp8.json", "Qwen/Qwen3-32B"},
    {"qwen3-8b.json", "Qwen/Qwen3-8B"},
    {"qwen3-embedding-0.6b.json", "Qwen/Qwen3-Embedding-0.6B"},
    {"qwen3.5-27b.json", "Qwen/Qwen3.5-27B"},
};

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::optional<std::int64_t> published_parameters(std::string_view file) {
  const auto* row = std::ranges::find(k_models, file, &Published::file);
  if (row == std::end(k_models)) {
    return std::nullopt;
  }
  for (const catalog::Model& model : catalog::Catalog::built_in().tables().models) {
    if (model.id == row->id) {
      return model.total_params;
    }
  }
  return std::nullopt;
}

int check(const fs::path& folder) {
  int faults = 0;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".json") && !name.ends_with(".hf_quant_config.json")) {
      files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);
  for (const fs::path& path : files) {
    const std::string name = path.filename().string();
    const fs::path beside = folder / (path.stem().string() + ".hf_quant_config.json");
    try {
      const auto shape = sizing::shape_of_config(read(path), name, fs::exists(beside) ? read(beside) : std::string());
      const auto published = published_parameters(name);
      const double off = published ? static_cast<double>(shape.parameters) / static_cast<double>(*published) - 1 : 0;
      const bool good = std::abs(off) < 0.06;
      faults += good ? 0 : 1;
      fmt::print("{} {:<34}{:>16} parameters {:>+7.2f} %  {}\n", good ? "ok " : "OFF", name, shape.parameters,
                 100 * off, shape.stored.name());
    } catch (const std::exception& error) {
      ++faults;
      fmt::print("BAD {}\n", error.what());
    }
  }
  return faults == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || !fs::is_directory(argv[1])) {
    fmt::print("published configs: skipped, {} is not there\n", argc > 1 ? argv[1] : "the folder");
    return 77;
  }
  return check(argv[1]);
}
