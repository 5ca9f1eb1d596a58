#include "accounting/law_account.hpp"

#include <cmath>

#include "accounting/accuracy.hpp"
#include "accounting/bounded_range.hpp"
#include "accounting/permute_and_flip.hpp"
#include "accounting/zcdp.hpp"
#include "discreet/accounting/convert.hpp"

namespace discreet::detail {
namespace {

// Laplace steps have one lattice that is affordable, for both bounds.
std::uint32_t no_cells(double /*step*/, std::uint64_t /*k*/, double /*epsilon*/,
                       const Bracket& /*coarse*/) {
  return 0;
}

Bracket permute_and_flip_full(double step, std::uint64_t k, double epsilon,
                              const Fineness& /*fineness*/, const Progress& progress) {
  return permute_and_flip_bracket(step, k, epsilon, Effort::full, progress);
}

constexpr LawAccount exponential_mechanism{
    .rho = bounded_range_zcdp,
    .delta = bounded_range_bracket,
    .cells = bounded_range_cells,
    .fine = bounded_range_fine,
    .epsilon = bounded_range_to_epsilon,
    .expected_gap = exponential_mechanism_expected_gap,
    .gap_quantile = exponential_mechanism_gap_quantile,
};

constexpr LawAccount permute_and_flip{
    .rho = permute_and_flip_zcdp,
    .delta = permute_and_flip_bracket,
    .cells = no_cells,
    .fine = permute_and_flip_full,
    .epsilon = permute_and_flip_to_epsilon,
    .expected_gap = permute_and_flip_expected_gap,
    .gap_quantile = permute_and_flip_gap_quantile,
};

}  // namespace

const LawAccount& account_of(Law law) {
  // No default: the compiler names this switch to whoever adds a law.
  switch (law) {
    case Law::exponential_mechanism:
      return exponential_mechanism;
    case Law::permute_and_flip:
      return permute_and_flip;
  }
  throw Error{bad_parameter, "must specify the law"};
}

double inf_rho(Law law, double step) {
  const LawAccount& account = account_of(law);
  return step == 0 || std::isinf(step) ? step : inf_double(account.rho(step));
}

}  // namespace discreet::detail
