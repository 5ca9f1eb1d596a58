#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "discreet/accounting/budget.hpp"
#include "discreet/release/top_k.hpp"

namespace discreet::detail {

/// The plans that a thread has made, so that a release that is repeated is planned once and takes no lock.
///
/// Law       what is found was kept for the same k, amounts, scale, law, sensitivity, pay, candidates and budget; how
///           the request is optimized, drawn and named is no part of it.
class PlanMemory {
 public:
  /// The plan that was kept; null if there is none.
  [[nodiscard]] const TopKRelease::Plan* find(const TopKRequest& request,
                                              const TopKRelease::Facts& facts,
                                              const Budget* budget) const;

  /// Keeps a plan; it may take the place of another, and a full memory starts anew.
  const TopKRelease::Plan& keep(const TopKRequest& request, const TopKRelease::Facts& facts,
                                const Budget* budget, TopKRelease::Plan plan);

  /// The memory of this thread.
  static PlanMemory& of_this_thread();

 private:
  struct Entry {
    TopKRequest request;
    std::uint64_t candidates;
    std::optional<Budget> budget;
    TopKRelease::Plan plan;
  };

  std::unordered_map<std::uint64_t, Entry> plans_;
};

}  // namespace discreet::detail
