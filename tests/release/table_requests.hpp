#pragma once

#include <cstdint>

#include "discreet/release/table.hpp"

namespace discreet::testing {

inline const TableRelease::Facts from_the_data{};
inline const TableRelease::Facts from_a_list{.candidates = 500};

inline TableRequest asked(std::uint64_t k = 10) {
  TableRequest out;
  out.k = k;
  out.epsilon = 1;
  out.delta = 1e-6;
  return out;
}

inline TableRequest with_counts(TableRequest request) {
  request.counts = CountsRequest{};
  return request;
}

}  // namespace discreet::testing
