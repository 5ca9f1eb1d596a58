#pragma once

#include <cstdint>
#include <vector>

namespace discreet::detail {

/// The lattice's values are kept times this power of two, out of reach of underflow.
inline constexpr double lattice_scale = 0x1p512;

/// What a table entry is moved outward by: more than three roundings of a double, relatively.
inline constexpr double lattice_slack = 0x1p-50;

/// Makes up for two more roundings, and for underflow, at the end of each lattice point.
inline double inf_settle(double value) { return value * (1 + lattice_slack) + 0x1p-1000; }
inline double neg_inf_settle(double value) {
  const double settled = value * (1 - lattice_slack) - 0x1p-1000;
  return settled > 0 ? settled : 0;
}

/// The constants of one lattice, each for j = 0 to cells, with h = eta / cells.
///
/// Law       upper_stay >= (e^eta - e^jh) / (e^eta - 1) >= lower_stay, the weight of f(x - jh);
///           upper_leap >= (e^jh - 1) / (e^eta - 1) >= lower_leap, the weight of f(x - jh + eta);
///           rise >= tanh(jh / 4) e^eta / (e^eta - 1) and fall <= tanh(jh / 4) / (e^eta - 1);
///           all with lattice_slack to spare. Both mirrors bound lattice_scale (1 - e^-jh) and
///           e^-jh, both firsts lattice_scale f_1(jh).
/// Requires  1e-103 <= eta <= 500 and 1 <= cells.
/// Proof     proofs/accounting/two_point_recursion.md
struct TwoPointTables {
  TwoPointTables(double eta, std::int64_t cells);

  std::vector<double> upper_stay, upper_leap, lower_stay, lower_leap;
  std::vector<double> rise, fall;
  std::vector<double> upper_gain, upper_decay, lower_gain, lower_decay;
  std::vector<double> upper_first, lower_first;
};

}  // namespace discreet::detail
