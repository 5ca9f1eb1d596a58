#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <mpfr.h>

#include "discreet/error.hpp"
#include "discreet/numbers/fraction.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/interval.hpp"
#include "numbers/rank_gap.hpp"
#include "numbers/score_gap.hpp"
#include "support/brackets.hpp"
#include "support/laws.hpp"

namespace discreet::testing {

/// Decisions that play back a script of branches and stop at the first decision beyond
/// it, saying how likely each of that decision's branches is.
class WalkedDecisions {
 public:
  /// Thrown at a decision that the script does not settle.
  struct Undecided {
    std::vector<BigInterval> branches;
  };
  /// Thrown when the run is back in the state it was in after `depth` decisions.
  struct Repeats {
    std::size_t depth;
  };

  explicit WalkedDecisions(const std::vector<std::uint64_t>& script) : script_(script) {}

  std::uint64_t below(std::uint64_t m) {
    return branch([&] {
      return std::vector<BigInterval>(
          m, BigInterval::of(Fraction{1} / Fraction{static_cast<unsigned long>(m)}, law_precision));
    });
  }

  bool within(std::uint64_t part, std::uint64_t m) {
    const auto share = [&](std::uint64_t count) {
      return BigInterval::of(
          Fraction{static_cast<unsigned long>(count)} / Fraction{static_cast<unsigned long>(m)},
          law_precision);
    };
    return branch([&] { return std::vector<BigInterval>{share(m - part), share(part)}; }) == 1;
  }

  /// Few enough to be walked.
  UInt128 below_wide(UInt128 m) { return below(static_cast<std::uint64_t>(m)); }

  template <ComputableReal Real>
  bool less(Real& chance) {
    // What is certain is no decision.
    const Interval quick = chance.quick();
    if (quick.lo >= 1.0 || quick.hi <= 0.0) {
      return quick.lo >= 1.0;
    }
    return branch([&] {
             const BigInterval heads = chance.enclose(law_precision);
             return std::vector<BigInterval>{BigInterval::of(Fraction{1}, law_precision) - heads,
                                             heads};
           }) == 1;
  }

  /// The next round starts afresh: a state like one of this round's is another one there.
  void record_winner(std::size_t /*index*/) noexcept { states_.clear(); }

  /// A state that was seen before on this path closes a loop, whose mass the walk then sums as a
  /// geometric series.
  void checkpoint(std::span<const std::size_t> state) {
    std::vector<std::size_t> now{state.begin(), state.end()};
    for (const auto& [seen, depth] : states_) {
      if (seen == now) {
        require(depth < at_, bug, "a loop without a decision never ends");
        throw Repeats{depth};
      }
    }
    states_.emplace_back(std::move(now), at_);
  }

 private:
  template <class Branches>
  std::uint64_t branch(Branches branches) {
    if (at_ == script_.size()) {
      throw Undecided{branches()};
    }
    return script_[at_++];
  }

  const std::vector<std::uint64_t>& script_;
  std::size_t at_ = 0;
  std::vector<std::pair<std::vector<std::size_t>, std::size_t>> states_;
};

/// What one subtree of decisions holds, as shares of its own mass: outcomes, and returns to a state
/// further up.
template <class Outcome>
struct Subtree {
  std::map<Outcome, BigInterval> outcomes;
  std::map<std::size_t, BigInterval> returns;
};

namespace detail {

template <class Key>
void add_to(std::map<Key, BigInterval>& sums, const Key& key, const BigInterval& mass) {
  const auto [at, fresh] = sums.try_emplace(key, mass);
  if (!fresh) {
    at->second = at->second + mass;
  }
}

template <class Outcome, class Run>
Subtree<Outcome> walk_from(std::vector<std::uint64_t>& script, Run& run) {
  const BigInterval one = BigInterval::of(Fraction{1}, law_precision);
  Subtree<Outcome> found;
  std::vector<BigInterval> branches;
  try {
    WalkedDecisions decide{script};
    found.outcomes.emplace(run(decide), one);
    return found;
  } catch (const WalkedDecisions::Repeats& loop) {
    found.returns.emplace(loop.depth, one);
    return found;
  } catch (const WalkedDecisions::Undecided& open) {
    branches = open.branches;
  }
  for (std::size_t b = 0; b < branches.size(); ++b) {
    script.push_back(b);
    const Subtree<Outcome> below = walk_from<Outcome>(script, run);
    script.pop_back();
    for (const auto& [outcome, mass] : below.outcomes) {
      add_to(found.outcomes, outcome, branches[b] * mass);
    }
    for (const auto& [depth, mass] : below.returns) {
      add_to(found.returns, depth, branches[b] * mass);
    }
  }
  // What returns here starts this subtree again: shares grow by 1 / (1 - returning share).
  if (const auto here = found.returns.find(script.size()); here != found.returns.end()) {
    const BigInterval leaves = one - here->second;
    found.returns.erase(here);
    for (auto& [outcome, mass] : found.outcomes) {
      mass = mass / leaves;
    }
    for (auto& [depth, mass] : found.returns) {
      mass = mass / leaves;
    }
  }
  return found;
}

}  // namespace detail

/// The exact law of a random function of decisions, as enclosures far narrower than 2^-20.
template <class Run>
auto walk_decisions(Run run) {
  using Outcome = decltype(run(std::declval<WalkedDecisions&>()));
  std::vector<std::uint64_t> script;
  Subtree<Outcome> whole = detail::walk_from<Outcome>(script, run);
  require(whole.returns.empty(), bug, "every loop must be closed where it began");
  return whole.outcomes;
}

/// The enclosures differ in width, so the same law means that they meet; both are below 2^-20 wide.
template <class Outcome>
void expect_same_law(const std::map<Outcome, BigInterval>& found,
                     const std::map<Outcome, BigInterval>& law) {
  for (const auto& [outcome, mass] : found) {
    EXPECT_TRUE(law.contains(outcome)) << "an outcome outside the law's support";
    BigFloat width{law_precision};
    mpfr_sub(width.get(), mass.hi.get(), mass.lo.get(), MPFR_RNDU);
    EXPECT_LT(mpfr_cmp_q(width.get(), narrow.get_mpq_t()), 0);
  }
  for (const auto& [outcome, probability] : law) {
    const auto at = found.find(outcome);
    ASSERT_NE(at, found.end()) << "an outcome that can never come out";
    EXPECT_LE(mpfr_cmp(at->second.lo.get(), probability.hi.get()), 0) << "too much mass";
    EXPECT_GE(mpfr_cmp(at->second.hi.get(), probability.lo.get()), 0) << "too little mass";
  }
}

}  // namespace discreet::testing
