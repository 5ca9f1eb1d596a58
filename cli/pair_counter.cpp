#include "pair_counter.hpp"

#include <limits>

#include <absl/strings/string_view.h>

#include "input_error.hpp"

namespace discreet::cli {

PairCounter::PairCounter(const std::vector<std::string>& candidates) : counts_(candidates.size()) {
  if (candidates.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw InputError{"there are more than 2^32 - 1 candidates"};
  }
  candidates_.reserve(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    candidates_.emplace(candidates[i], static_cast<std::uint32_t>(i));
  }
}

void PairCounter::add(std::string_view unit, std::string_view item) {
  const auto candidate = candidates_.find(item);
  if (candidate == candidates_.end()) {
    return;
  }
  // The library's own view: Debian's Abseil is built for a standard without std::string_view.
  auto known = units_.find(absl::string_view{unit.data(), unit.size()});
  if (known == units_.end()) {
    if (units_.size() == std::numeric_limits<std::uint32_t>::max()) {
      throw InputError{"there are more than 2^32 - 1 units"};
    }
    known = units_.emplace(std::string{unit}, static_cast<std::uint32_t>(units_.size())).first;
  }
  const std::uint64_t pair = std::uint64_t{known->second} << 32U | candidate->second;
  if (pairs_.insert(pair).second) {
    ++counts_[candidate->second];
  }
}

}  // namespace discreet::cli
