#pragma once

#include <string>
#include <tuple>

#include "amounts.hpp"
#include "discreet/mechanisms/quantiles.hpp"

namespace discreet::python {

/// A grid as it crosses from Python: lower, upper and step, each numerator/denominator in hexadecimal.
using PlainGrid = std::tuple<std::string, std::string, std::string>;

inline Grid grid_from(const PlainGrid& plain) {
  return make_grid(fraction_from(std::get<0>(plain)), fraction_from(std::get<1>(plain)),
                   fraction_from(std::get<2>(plain)));
}

}  // namespace discreet::python
