#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "abandoned_on_bad_alloc.hpp"

namespace discreet::cli {

/// Counts, for each candidate, the units that have it: each unit once, however many rows it has.
///
/// Law       one unit more or less changes each count by at most 1, all in the same direction.
/// Throws    std::bad_alloc, after which nothing more can be added; InputError past 2^32 - 1 units.
/// Cost      memory grows with the distinct units and pairs, not with the rows.
class PairCounter {
 public:
  explicit PairCounter(const std::vector<std::string>& candidates);

  /// Takes one row; an item that is no candidate counts for nothing.
  void add(std::string_view unit, std::string_view item);

  /// The counts, in the order of the candidates.
  [[nodiscard]] const std::vector<std::int64_t>& counts() const noexcept { return counts_; }

 private:
  struct Tables {
    absl::flat_hash_map<std::string_view, std::uint32_t> candidates;
    absl::flat_hash_map<std::string, std::uint32_t> units;
    absl::flat_hash_set<std::uint64_t> pairs;
  };
  void add_to(Tables& tables, std::string_view unit, std::string_view item);

  AbandonedOnBadAlloc<Tables> tables_;
  std::vector<std::int64_t> counts_;
};

}  // namespace discreet::cli
