// Prints the decision trees of the reference and of the engine on all small inputs, one line per input, as
// proofs/coq/trees/print_trees.ml prints those of the programs that Coq has proofs about. tools/coq_trees.py compares.
//
// A line is a name and the tree's nodes in the order of a walk that takes branch 0 first:
//   below:M       one of M branches, all alike
//   gap:G         tails, then heads with e^-G          coin:C      tails, then heads with the chance C
//   [i,j]         the winners                          none        the program was not given enough turns
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <span>
#include <string>
#include <vector>

#include "discreet/error.hpp"
#include "numbers/score_gap.hpp"
#include "oracle/peel.hpp"
#include "selection/engine.hpp"
#include "support/tiny_shapes.hpp"

namespace {

using discreet::Law;
using Scores = std::vector<std::int64_t>;

constexpr double scale = 1.0;
constexpr mpfr_prec_t precision = 128;
constexpr double negligible = 1e-9;

/// Thrown at a decision that the script does not settle: its node, and how many branches it has.
struct Open {
  std::string node;
  std::uint64_t branches;
};
/// Thrown when a round has had all its turns.
struct OutOfTurns {};

std::string number(double value) {
  std::vector<char> text(32);
  const int size = std::snprintf(text.data(), text.size(), "%.6f", value);
  return {text.data(), static_cast<std::size_t>(size)};
}

/// Plays back a script of branches and stops at the first decision beyond it.
class Script {
 public:
  Script(const std::vector<std::uint64_t>& branches, std::size_t turns)
      : branches_(&branches), turns_(turns) {}

  std::uint64_t below(std::uint64_t m) { return branch("below:" + std::to_string(m), m); }

  bool within(std::uint64_t part, std::uint64_t m) { return below(m) < part; }

  /// The coin of the reference, named by its gap.
  template <discreet::Number T>
  bool less(discreet::ExpOfMinus<discreet::ScoreGap<T>>& heads) {
    const double units = mpfr_get_d(heads.exponent().enclose(precision).lo.get(), MPFR_RNDN);
    return branch("gap:" + std::to_string(std::lround(units)), 2) == 1;
  }

  /// A coin whose outcome is certain is no node, nor is one that rounding alone keeps from it.
  template <class Real>
  bool less(Real& real) {
    const discreet::Interval near = real.quick();
    if (near.lo > negligible && near.hi < 1.0 - negligible && at_ < branches_->size()) {
      return (*branches_)[at_++] == 1;
    }
    const double value = mpfr_get_d(real.enclose(precision).lo.get(), MPFR_RNDN);
    if (value > 1.0 - negligible || value < negligible) {
      return value > 1.0 - negligible;
    }
    return branch("coin:" + number(value), 2) == 1;
  }

  /// The reference's exponential round stands before a proposal.
  void checkpoint(std::span<const std::size_t> left) {
    if (left.size() != pool_) {
      pool_ = left.size();
      taken_ = 0;
    }
    take_turn();
  }
  /// So does that of a pool too small for a tree.
  void checkpoint(std::span<const std::uint32_t> /*places*/) { take_turn(); }
  /// The engine's exponential round stands before a batch.
  template <class Tree, class Learned>
  void checkpoint(const Tree& /*tree*/, const Learned& /*learned*/, std::size_t /*batch*/) {
    take_turn();
  }
  /// A small pool's permute-and-flip stands before a step; it ends by itself.
  void checkpoint(std::span<const std::uint32_t> /*places*/, std::size_t /*step*/) const noexcept {}
  /// The engine's permute-and-flip stands somewhere; it ends by everyone's coin.
  template <class Tree, class Learned, class From, class Next, class... State>
  void checkpoint(const Tree& /*tree*/, const Learned& /*learned*/, const From& /*from*/,
                  const Next& /*next*/, const State&... /*state*/) const noexcept {}

  void record_winner(std::size_t /*index*/) noexcept { taken_ = 0; }

 private:
  std::uint64_t branch(const std::string& node, std::uint64_t branches) {
    if (at_ == branches_->size()) {
      throw Open{node, branches};
    }
    return (*branches_)[at_++];
  }

  void take_turn() {
    if (taken_++ == turns_) {
      throw OutOfTurns{};
    }
  }

  const std::vector<std::uint64_t>* branches_;
  std::size_t turns_;
  std::size_t at_ = 0;
  std::size_t pool_ = 0;
  std::size_t taken_ = 0;
};

std::string winners_of(const std::vector<std::size_t>& winners) {
  std::string out = "[";
  for (const std::size_t winner : winners) {
    out += (out.size() > 1 ? "," : "") + std::to_string(winner);
  }
  return out + "]";
}

/// Appends the tree of a random function below the script's branches.
template <class Run>
void walk(const Run& run, std::size_t turns, std::vector<std::uint64_t>& script, std::string& out) {
  Open open{};
  try {
    Script decide{script, turns};
    out += " " + winners_of(run(decide));
    return;
  } catch (const OutOfTurns&) {
    out += " none";
    return;
  } catch (const discreet::Error&) {
    out += " none";
    return;
  } catch (const Open& at) {
    open = at;
  }
  out += " " + open.node;
  for (std::uint64_t branch = 0; branch < open.branches; ++branch) {
    script.push_back(branch);
    walk(run, turns, script, out);
    script.pop_back();
  }
}

/// One line for each vector of n scores from 0 … top.
template <class Run>
void each_input(const char* what, std::size_t n, std::size_t k, std::int64_t top, std::size_t turns,
                const Run& run) {
  Scores scores(n, 0);
  for (;;) {
    std::string line = std::string{what} + " k=" + std::to_string(k) + " scores=";
    for (const std::int64_t score : scores) {
      line += std::to_string(score);
    }
    std::vector<std::uint64_t> script;
    walk([&](Script& decide) { return run(decide, scores, k); }, turns, script, line);
    std::puts(line.c_str());
    std::size_t i = 0;
    while (i < n && scores[i] == top) {
      scores[i++] = 0;
    }
    if (i == n) {
      return;
    }
    ++scores[i];
  }
}

template <Law Law>
std::vector<std::size_t> reference(Script& decide, const Scores& scores, std::size_t k) {
  return discreet::reference::peel<Script, std::int64_t>(decide, scores, scale, k,
                                                         discreet::Optimize::max, Law);
}

template <class Shape, Law Law>
std::vector<std::size_t> engine(Script& decide, const Scores& scores, std::size_t k) {
  const discreet::detail::ScoreView<std::int64_t> view{std::span<const std::int64_t>{scores}};
  return discreet::detail::engine_top_k<Shape>(decide, view, scale, k, discreet::Optimize::max, Law,
                                               1);
}

void print_reference() {
  constexpr auto flip = Law::permute_and_flip;
  constexpr auto exponential = Law::exponential_mechanism;
  for (std::size_t k = 0; k <= 3; ++k) {
    for (std::size_t n = 0; n <= 4; ++n) {
      each_input("permute_and_flip", n, k, 1, 0, reference<flip>);
      each_input("exponential", n, k, 1, k > 2 ? 1 : 2, reference<exponential>);
    }
    for (std::size_t n = 1; n <= 3; ++n) {
      each_input("permute_and_flip", n, k, 2, 0, reference<flip>);
      each_input("exponential", n, k, 2, 2, reference<exponential>);
    }
  }
  each_input("permute_and_flip", 5, 1, 1, 0, reference<flip>);
}

/// Four scores need no tree.
struct Small : discreet::testing::Tiny<2, 1, 1> {
  static constexpr std::size_t small = 4;
};

void print_small() {
  constexpr auto flip = Law::permute_and_flip;
  constexpr auto exponential = Law::exponential_mechanism;
  for (std::size_t k = 1; k <= 3; ++k) {
    for (std::size_t n = 1; n <= 4; ++n) {
      each_input("small_permute_and_flip", n, k, 1, 0, engine<Small, flip>);
      each_input("small_exponential", n, k, 1, k > 2 ? 1 : 2, engine<Small, exponential>);
    }
    for (std::size_t n = 1; n <= 3; ++n) {
      each_input("small_permute_and_flip", n, k, 2, 0, engine<Small, flip>);
      each_input("small_exponential", n, k, 2, k > 2 ? 1 : 2, engine<Small, exponential>);
    }
  }
}

/// So many batches before everyone's coin.
template <class Shape, std::uint64_t Turns>
struct Cut : Shape {
  static constexpr double flip_patience = Turns;
};

void print_engine() {
  // Blocks of two scores, two children a node, one root: five scores have three levels. Nodes are
  // opened and trees rebased while winners leave.
  using One = discreet::testing::Tiny<2, 1, 1>;
  using Two = discreet::testing::Pairs<2, 1, 8>;
  using Adrift = discreet::testing::Tiny<2, 1, 0>;  // never rebased
  using Low = discreet::testing::Tiny<2, 2, 0>;     // whose coins are less than W
  using Wide = discreet::testing::Tiny<2, 2, 1>;
  using Light = discreet::testing::Pairs<2, 0, 8>;
  constexpr auto flip = Law::permute_and_flip;
  constexpr auto exponential = Law::exponential_mechanism;
  each_input("engine_exponential:adrift", 3, 2, 1, 2, engine<Adrift, exponential>);
  each_input("engine_permute_and_flip:adrift", 3, 2, 1, 0, engine<Cut<Low, 1>, flip>);
  for (std::size_t n = 3; n <= 4; ++n) {
    each_input("engine_exponential", n, 1, 1, 3, engine<One, exponential>);
    each_input("engine_exponential", n, 2, 1, 5 - n, engine<One, exponential>);
    each_input("engine_exponential", n, 3, 1, 1, engine<One, exponential>);
    each_input("engine_exponential:pairs", n, 1, 1, 2, engine<Two, exponential>);
    each_input("engine_permute_and_flip:pairs", n, 1, 1, 0, engine<Cut<Light, 2>, flip>);
  }
  for (std::size_t k = 1; k <= 3; ++k) {
    each_input("engine_permute_and_flip:none", 3, k, 2, 0, engine<Cut<One, 0>, flip>);
    each_input("engine_permute_and_flip:none", 4, k, 1, 0, engine<Cut<One, 0>, flip>);
  }
  each_input("engine_exponential", 3, 1, 2, 3, engine<One, exponential>);
  each_input("engine_exponential", 3, 2, 2, 2, engine<One, exponential>);
  each_input("engine_exponential", 3, 3, 2, 1, engine<One, exponential>);
  each_input("engine_exponential", 5, 1, 1, 2, engine<One, exponential>);
  each_input("engine_permute_and_flip:wide", 3, 1, 1, 0, engine<Cut<Wide, 1>, flip>);
  each_input("engine_permute_and_flip:pairs", 3, 2, 1, 0, engine<Cut<Light, 2>, flip>);
  each_input("engine_permute_and_flip:one", 3, 1, 2, 0, engine<Cut<One, 1>, flip>);
  each_input("engine_permute_and_flip", 3, 1, 1, 0, engine<Cut<One, 2>, flip>);
}

}  // namespace

int main() {
  try {
    print_reference();
    print_engine();
    print_small();
    return 0;
  } catch (const std::exception& error) {
    std::fputs(error.what(), stderr);
    return 1;
  }
}
