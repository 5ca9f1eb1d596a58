#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <gmpxx.h>

#include "numbers/big_interval.hpp"
#include "support/fingerprint.hpp"
#include "support/word_walk.hpp"

namespace discreet::testing {

/// The decisions of a run so far, and a lower bound of their probability from the state it started from.
struct Path {
  std::vector<std::uint64_t> script;
  double mass;
};

/// A decision source that plays back a path, goes on beyond it by one branch of each decision while it leaves the others
/// for later, and stops at the first loop that it reaches with a decision beyond the state it started from.
class WalkedStates {
 public:
  struct Arrived {
    Fingerprint state;
    std::vector<std::size_t> winners;
  };
  struct Lost {};  ///< no branch has any mass

  WalkedStates(Path& path, std::size_t from, std::vector<Path>& later)
      : path_(path), from_(from), later_(later) {}

  std::uint64_t below(std::uint64_t m) {
    return branch([&] { return std::vector<double>(m, down(1.0 / static_cast<double>(m))); });
  }

  bool within(std::uint64_t part, std::uint64_t m) {
    const auto share = [&](std::uint64_t count) {
      return down(static_cast<double>(count) / static_cast<double>(m));
    };
    return branch([&] { return std::vector<double>{share(m - part), share(part)}; }) == 1;
  }

  /// A branch that cannot be taken has no mass; a certain one costs a place in the script, so that
  /// playing it back needs no enclosure.
  template <class Real>
  bool less(Real& real) {
    return branch([&] {
             const Interval p = enclosing_doubles(real.enclose(160));
             return std::vector<double>{p.hi <= 0.0 ? 1.0 : std::max(0.0, down(1.0 - p.hi)),
                                        p.lo >= 1.0 ? 1.0 : std::max(0.0, p.lo)};
           }) == 1;
  }

  template <class... State>
  void checkpoint(const State&... state) {
    if (at_ <= from_) {
      return;
    }
    Fingerprint now{sizeof...(State)};
    // Who has won matters to what comes, but not in which order.
    describe(now, winners_);
    (describe(now, state), ...);
    throw Arrived{std::move(now), winners_};
  }

  void record_winner(std::size_t index) { winners_.push_back(index); }

 private:
  static double down(double x) { return x * (1.0 - 0x1p-50); }

  /// `bounds` gives lower bounds of the branches' probabilities.
  template <class Bounds>
  std::uint64_t branch(Bounds bounds) {
    if (at_ == path_.script.size()) {
      decide(bounds());
    }
    return path_.script[at_++];
  }

  void decide(const std::vector<double>& bounds) {
    const auto with_mass = [](double bound) { return bound > 0.0; };
    const auto taken = std::find_if(bounds.begin(), bounds.end(), with_mass);
    if (taken == bounds.end()) {
      throw Lost{};
    }
    for (auto other = taken + 1; other != bounds.end(); ++other) {
      if (with_mass(*other)) {
        later_.push_back({path_.script, path_.mass * *other});
        later_.back().script.push_back(static_cast<std::uint64_t>(other - bounds.begin()));
      }
    }
    path_.script.push_back(static_cast<std::uint64_t>(taken - bounds.begin()));
    path_.mass *= *taken;
  }

  Path& path_;
  std::size_t from_;
  std::vector<Path>& later_;
  std::size_t at_ = 0;
  std::vector<std::size_t> winners_;
};

/// Walks a run from state to state, equal states merged, loops of a state to itself summed as
/// geometric series, and brackets every list of winners from below; what is not decided is the
/// bracket's width. A state has its mass by the order in which its winners won. Masses below `least`
/// are left undecided.
template <class Run>
Brackets<std::vector<std::size_t>> walk_states(Run run, double least = 0x1p-40) {
  using Winners = std::vector<std::size_t>;
  struct State {
    std::vector<std::uint64_t> script;
    Winners winners;  ///< as the script has them
    bool expanded = false;
    double stay = 0.0;
    std::map<std::pair<std::size_t, Winners>, double> next;  ///< a state, and who won on the way
    std::map<Winners, double> ends;
  };
  std::vector<State> states(1);
  std::map<Fingerprint, std::size_t> known;
  const auto since = [](const Winners& all, std::size_t before) {
    return Winners(all.begin() + static_cast<std::ptrdiff_t>(before), all.end());
  };
  const auto expand = [&](std::size_t id) {
    std::vector<Path> open{{states[id].script, 1.0}};
    const std::size_t from = states[id].script.size();
    const std::size_t before = states[id].winners.size();
    while (!open.empty()) {
      Path path = std::move(open.back());
      open.pop_back();
      try {
        WalkedStates decide{path, from, open};
        const Winners winners = run(decide);
        states[id].ends[since(winners, before)] += path.mass;
      } catch (const WalkedStates::Arrived& arrived) {
        const auto [at, fresh] = known.try_emplace(arrived.state, states.size());
        if (fresh) {
          states.emplace_back().script = path.script;
          states.back().winners = arrived.winners;
        }
        if (at->second == id) {
          states[id].stay += path.mass;
        } else {
          states[id].next[{at->second, since(arrived.winners, before)}] += path.mass;
        }
      } catch (const WalkedStates::Lost&) {
        continue;
      }
    }
    states[id].expanded = true;
  };
  const auto joined = [](Winners first, const Winners& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
  };
  std::map<std::size_t, std::map<Winners, double>> waiting{{0, {{{}, 1.0}}}};
  std::map<Winners, double> decided;
  while (!waiting.empty()) {
    const auto [id, masses] = *waiting.begin();
    waiting.erase(waiting.begin());
    for (const auto& [winners, mass] : masses) {
      if (mass < least) {
        continue;
      }
      if (!states[id].expanded) {
        expand(id);
      }
      // Sums of some thousand doubles lose less than 2^-40 of themselves.
      const double share = mass / (1.0 - states[id].stay) * (1.0 - 0x1p-40);
      for (const auto& [to, p] : states[id].next) {
        waiting[to.first][joined(winners, to.second)] += share * p;
      }
      for (const auto& [more, p] : states[id].ends) {
        decided[joined(winners, more)] += share * p;
      }
    }
  }
  Brackets<Winners> found;
  found.undecided = 1;
  for (const auto& [outcome, mass] : decided) {
    found.decided[outcome] = mpq_class{mass};
    found.undecided -= found.decided[outcome];
  }
  return found;
}

}  // namespace discreet::testing
