#pragma once

#include "numbers/big_interval.hpp"

namespace discreet::detail {

/// epsilon tanh(epsilon / 2), enclosed, for a finite epsilon above 0.
BigInterval pure_zcdp(double epsilon);

/// a - 1 - ln a with a = eta / (1 - e^-eta), enclosed, for a finite eta above 0.
BigInterval bounded_range_zcdp(double eta);

/// epsilon + e^-epsilon - 1, enclosed, for a finite epsilon above 0.
BigInterval permute_and_flip_zcdp(double epsilon);

}  // namespace discreet::detail
