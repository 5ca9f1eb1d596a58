#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "abandoned_on_bad_alloc.hpp"
#include "pair_sets.hpp"
#include "unit_hash.hpp"
#include "worker_thread.hpp"

namespace discreet::cli {

/// What a count of rows may take.
struct CountingRoom {
  std::size_t threads = 1;
  /// For what is kept of the rows; what is above goes to a file.
  std::size_t bytes = std::numeric_limits<std::size_t>::max();
};

/// Counts, for each candidate, the units that have it: each unit once, however many rows it has.
///
/// Law       a count is the number of distinct hashes of the units that have the candidate, so one unit more or less
///           changes each by at most 1, all in the same direction. Of the hash 64 bits are compared, and at least 40
///           where there are many candidates: 72 less the bits of their number. Two units with one hash count as
///           one where they have the same candidate; among n units that is expected of n^2 / 2^(bits + 1) pairs.
///           The number of threads and the room have no part in it.
/// Requires  that the candidates outlive it.
/// Throws    std::bad_alloc, after which nothing more can be added; what SpillFile throws.
/// Cost      memory grows with the distinct pairs, 11 to 22 bytes each, not with the rows and not with the names. The
///           caller's thread hashes, the others hold pairs against those that are there; where the system gives no more
///           threads, the caller's does that too.
/// Proof     proofs/cli/pair_counter.md
class PairCounter {
 public:
  explicit PairCounter(const std::vector<std::string>& candidates, CountingRoom room = {},
                       UnitHash hash = UnitHash{});

  /// Takes one row; an item that is no candidate counts for nothing.
  void add(std::string_view unit, std::string_view item);

  /// The counts in the order of the candidates, after which no row can be added.
  [[nodiscard]] std::vector<std::int64_t> finish();

 private:
  // Every so many-th part, and the thread that settles it, if it is not the caller's.
  struct Lane {
    explicit Lane(PairSets empty) : sets(std::move(empty)) {}

    PairSets sets;
    Load load;  // for each run of pairs of a part: the part, how many they are, and they themselves
    std::unique_ptr<WorkerThread> thread;
  };
  void settle(std::size_t part);
  void begin_threads();

  using Places = absl::flat_hash_map<std::string_view, std::uint32_t>;
  AbandonedOnBadAlloc<Places> candidates_;
  UnitHash hash_;
  unsigned place_bits_;  // the lower bits of a pair hold its candidate, the others its unit
  std::vector<std::vector<std::uint64_t>>
      waiting_;  // pairs by the first bits of their units' hashes
  std::vector<std::unique_ptr<Lane>> lanes_;
};

}  // namespace discreet::cli
