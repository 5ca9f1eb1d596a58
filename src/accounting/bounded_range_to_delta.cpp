#include "discreet/accounting/bounded_range_to_delta.hpp"

#include "arguments.hpp"
#include "bounded_range_bracket.hpp"

namespace discreet {

Bracket bounded_range_delta_bracket(double eta, std::uint64_t k, double epsilon,
                                    const Progress& progress) {
  detail::require_eta(eta);
  detail::require_epsilon(epsilon);
  return detail::bounded_range_bracket(eta, k, epsilon, detail::Effort::full, progress);
}

double bounded_range_to_delta(double eta, std::uint64_t k, double epsilon,
                              const Progress& progress) {
  return bounded_range_delta_bracket(eta, k, epsilon, progress).upper;
}

}  // namespace discreet
