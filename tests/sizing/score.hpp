#pragma once

#include "row_setup.hpp"

#include <string>
#include <vector>

/// Cells of the vectors against what the formulas give.
namespace kgpu::judge {

struct Cell {
  std::string id;
  std::string quantity;
  double measured = 0;
  double computed = 0;
  double error = 0;  ///< relative; of a yes or no: 0 or 1
  bool is_within = false;
  std::string told;  ///< for verdicts: `measured no, said likely`
};

/// All scored cells of a row.
[[nodiscard]] std::vector<Cell> score(const Setup& setup, const VectorRow& row);

/// The cause of a miss that is known to be out of reach; empty when there is none.
[[nodiscard]] std::string_view known_cause(std::string_view id);

}  // namespace kgpu::judge
