#include "accounting/two_point_tables.hpp"

#include <algorithm>

#include "accounting/reals.hpp"

namespace discreet::detail {
namespace {

// Directed products with the slack, so that the recursion itself may round to nearest.
double inf_slack(const Reals& real, const BigInterval& x) {
  return inf_double(x * real(1 + lattice_slack));
}
double neg_inf_slack(const Reals& real, const BigInterval& x) {
  return std::max(0.0, neg_inf_double(x * real(1 - lattice_slack)));
}

}  // namespace

TwoPointTables::TwoPointTables(double eta, std::int64_t cells) {
  const Reals real{160 + 2 * places(eta)};
  const BigInterval one = real(1);
  const BigInterval h = real(eta) / real(static_cast<double>(cells));
  const BigInterval top = exp(real(eta));
  const BigInterval span = top - one;
  for (std::int64_t j = 0; j <= cells; ++j) {
    const BigInterval quarter = exp(real(static_cast<double>(j)) * h / real(4));
    const BigInterval root = quarter * quarter;
    const BigInterval power = root * root;
    // The ends are exact: a weight of zero must not become a small positive or negative one.
    const BigInterval stay = j == cells ? real(0) : (top - power) / span;
    const BigInterval leap = j == 0 ? real(0) : (power - one) / span;
    upper_stay.push_back(inf_slack(real, stay));
    lower_stay.push_back(neg_inf_slack(real, stay));
    upper_leap.push_back(inf_slack(real, leap));
    lower_leap.push_back(neg_inf_slack(real, leap));
    // tanh(y / 4) = (e^(y/2) - 1) / (e^(y/2) + 1)
    const BigInterval bend = (root - one) / (root + one);
    rise.push_back(inf_slack(real, bend * top / span));
    fall.push_back(neg_inf_slack(real, bend / span));
    const BigInterval decay = one / power;
    const BigInterval gain = real(lattice_scale) * (one - decay);
    upper_gain.push_back(inf_slack(real, gain));
    lower_gain.push_back(neg_inf_slack(real, gain));
    upper_decay.push_back(inf_slack(real, decay));
    lower_decay.push_back(neg_inf_slack(real, decay));
    const BigInterval height = exp(real(eta) / real(2)) - root;
    const BigInterval first = j == cells ? real(0) : real(lattice_scale) * height * height / span;
    upper_first.push_back(inf_slack(real, first));
    lower_first.push_back(neg_inf_slack(real, first));
  }
}

}  // namespace discreet::detail
