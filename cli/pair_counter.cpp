#include "pair_counter.hpp"

#include <limits>

#include <absl/strings/string_view.h>

#include "input_error.hpp"

namespace discreet::cli {

PairCounter::PairCounter(const std::vector<std::string>& candidates) : counts_(candidates.size()) {
  if (candidates.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw InputError{"there are more than 2^32 - 1 candidates"};
  }
  tables_.with([&](Tables& tables) {
    tables.candidates.reserve(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      tables.candidates.emplace(candidates[i], static_cast<std::uint32_t>(i));
    }
  });
}

void PairCounter::add(std::string_view unit, std::string_view item) {
  tables_.with([&](Tables& tables) { add_to(tables, unit, item); });
}

void PairCounter::add_to(Tables& tables, std::string_view unit, std::string_view item) {
  const auto candidate = tables.candidates.find(item);
  if (candidate == tables.candidates.end()) {
    return;
  }
  // The library's own view: Debian's Abseil is built for a standard without std::string_view.
  auto& units = tables.units;
  auto known = units.find(absl::string_view{unit.data(), unit.size()});
  if (known == units.end()) {
    if (units.size() == std::numeric_limits<std::uint32_t>::max()) {
      throw InputError{"there are more than 2^32 - 1 units"};
    }
    known = units.emplace(std::string{unit}, static_cast<std::uint32_t>(units.size())).first;
  }
  const std::uint64_t pair = std::uint64_t{known->second} << 32U | candidate->second;
  if (tables.pairs.insert(pair).second) {
    ++counts_[candidate->second];
  }
}

}  // namespace discreet::cli
