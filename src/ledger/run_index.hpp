#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "discreet/ledger/charge.hpp"

namespace discreet::detail {

/// The runs of a ledger, by dataset and id.
///
/// Law       a copy is one of its own, and shares what it was copied from: a chain is copied with every entry that is
///           written.
/// Cost      a copy, or a search, as many steps as the number of runs has digits; so does adding one, on average.
class RunIndex {
 public:
  using Run = std::shared_ptr<const RunState>;

  /// Adds a run, or puts it in the place of the one of the same dataset and id.
  ///
  /// Requires  a charge for a run.
  void put(RunState run);

  /// Null if there is none.
  [[nodiscard]] Run find(const std::string& dataset, const std::string& id) const;

  /// All of them, in order of their charges.
  [[nodiscard]] std::vector<RunState> all() const;

 private:
  using Level = std::vector<Run>;

  // Sorted, and each more than twice as long as the next; what stands in a later one is newer.
  std::vector<std::shared_ptr<const Level>> levels_;
};

}  // namespace discreet::detail
