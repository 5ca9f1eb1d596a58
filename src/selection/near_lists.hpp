#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "selection/pyramid.hpp"
#include "selection/read.hpp"
#include "selection/score_view.hpp"
#include "selection/shape.hpp"
#include "selection/weight_tree.hpp"

namespace discreet::detail {

/// Calls f with the order as a template argument, so that no loop asks for it.
template <class F>
auto by_order(Optimize optimize, F f) {
  switch (optimize) {
    case Optimize::max:
      break;
    case Optimize::min:
      return f.template operator()<Optimize::min>();
  }
  return f.template operator()<Optimize::max>();
}

template <Optimize O, Number T>
constexpr bool at_least(T a, T b) noexcept {
  return O == Optimize::max ? a >= b : a <= b;
}

template <Number T>
T better_score(T a, T b, Optimize optimize) {
  return by_order(optimize, [&]<Optimize O>() { return at_least<O>(a, b) ? a : b; });
}

/// A score about so far from the best, towards the worst of its type.
template <Number T>
T score_at_gap(T best, double gap, Optimize optimize) noexcept {
  if constexpr (Float<T>) {
    constexpr auto most = static_cast<double>(std::numeric_limits<T>::max());
    const auto from = static_cast<double>(finite_score(best));
    return static_cast<T>(
        std::clamp(optimize == Optimize::max ? from - gap : from + gap, -most, most));
  } else {
    const T worst = worst_score<T>(optimize);
    const auto from = static_cast<std::uint64_t>(static_cast<std::int64_t>(best));
    const auto to = static_cast<std::uint64_t>(static_cast<std::int64_t>(worst));
    // Modulo 2^64 the difference is exact, and so is what is left of it.
    const std::uint64_t room = optimize == Optimize::max ? from - to : to - from;
    if (gap >= static_cast<double>(room)) {
      return worst;
    }
    const auto steps = static_cast<std::uint64_t>(gap);
    return static_cast<T>(optimize == Optimize::max ? from - steps : from + steps);
  }
}

/// How many scores were marked, and the best of the others, or the worst value of the type.
template <class T>
struct Marked {
  std::uint64_t count;
  T others;
};

/// Marks the scores that are at least `cut`, in vectors: bit i mod 64 of near[i / 64].
///
/// Requires  room for ⌈count / 64⌉ words; no NaN.
/// Proof     proofs/selection/near_slots.md
// A plain `class`, since compilers do not yet agree on how to mangle a constrained one, and this is
// compiled in the library. T is a Number.
template <class T>
Marked<T> mark_near(const T* scores, std::size_t count, T cut, Optimize optimize,
                    std::uint64_t* near);

/// Which are marked, in order; so many are.
inline std::vector<std::size_t> places_of(const std::vector<std::uint64_t>& marks,
                                          std::uint64_t count) {
  std::vector<std::size_t> places;
  places.reserve(count);
  for (std::size_t word = 0; word < marks.size(); ++word) {
    for (std::uint64_t left = marks[word]; left != 0; left &= left - 1) {
      places.push_back(64 * word + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }
  return places;
}

template <Number T>
struct ListedScore {
  T score;
  std::size_t index;
};

/// Lists the scores in play of a block that are at least `cut`.
template <Optimize O, Number T, class S>
void list_from_block(const WeightTree<T, S>& tree, std::size_t block, T cut,
                     std::vector<ListedScore<T>>& list) {
  const std::size_t size = tree.pyramid().size_of(0, block);
  if (size == 0) {
    return;
  }
  // Where the second best in play is too little the block need not be read to its end.
  const bool alone = !at_least<O>(tree.pyramid().level(0).second[block], cut);
  const std::span<const T> run = tree.scores().run_from(Layout<S>::index(block, 0));
  const bool in_one_piece = run.size() > (size - 1) * S::lanes;
  const T* const scores = in_one_piece ? run.data() : tree.block_scores(block).data();
  const std::size_t step = in_one_piece ? S::lanes : 1;
  for (std::size_t j = 0; j < size; ++j) {
    const std::size_t i = Layout<S>::index(block, j);
    if (at_least<O>(scores[j * step], cut) && tree.in_play(i)) {
      list.push_back({scores[j * step], i});
      if (alone) {
        return;
      }
    }
  }
}

/// Asks the memory for a block's scores.
template <Number T, class S>
void prefetch_block(const WeightTree<T, S>& tree, std::size_t block) noexcept {
  if (tree.pyramid().size_of(0, block) < S::block) {
    return;
  }
  const std::span<const T> run = tree.scores().run_from(Layout<S>::index(block, 0));
  const std::size_t end = std::min(run.size(), S::block * S::lanes);
  for (std::size_t i = 0; i < end; i += std::max<std::size_t>(S::lanes, 64 / sizeof(T))) {
    __builtin_prefetch(run.data() + i);
  }
}

/// The scores in play that are at least `cut`, best first; nothing where more than `most` blocks or scores are.
///
/// Cost      a read of each block that has one.
template <Number T, class S>
std::optional<std::vector<ListedScore<T>>> list_best_scores(const WeightTree<T, S>& tree, T cut,
                                                            std::size_t most) {
  return by_order(tree.rule().optimize, [&]<Optimize O>() {
    std::optional<std::vector<ListedScore<T>>> found;
    const auto& level = tree.pyramid().level(0);
    std::vector<std::uint64_t> marks((level.count + 63) / 64);
    const std::uint64_t blocks = mark_near(level.first, level.count, cut, O, marks.data()).count;
    if (blocks > most) {
      return found;
    }
    const std::vector<std::size_t> nodes = places_of(marks, blocks);
    std::vector<ListedScore<T>> list;
    for (std::size_t at = 0; at < nodes.size(); ++at) {
      if (at + 1 < nodes.size()) {
        prefetch_block(tree, nodes[at + 1]);
      }
      list_from_block<O>(tree, nodes[at], cut, list);
      if (list.size() > most) {
        return found;
      }
    }
    std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
      return a.score != b.score && at_least<O>(a.score, b.score);
    });
    found = std::move(list);
    return found;
  });
}

/// The two best scores of some nodes together, or of nodes, for a look at how good the best scores are.
///
/// Law       at(rank) is no better than the score of that rank in play; nothing where so few are known.
/// Cost      a look at a few times as many nodes as are wanted, or in vectors at more.
template <Number T, class S>
class KnownBests {
 public:
  /// From the highest level that knows so many, and some more, since the best are not all in different nodes.
  KnownBests(const WeightTree<T, S>& tree, std::size_t wanted) : optimize_(tree.rule().optimize) {
    std::size_t l = tree.pyramid().height() - 1;
    while (l > 0 && 3 * tree.pyramid().level(l).count < 2 * wanted) {
      --l;
    }
    const auto& level = tree.pyramid().level(l);
    const std::size_t together = std::max<std::size_t>(level.count / wanted, 1);
    const std::size_t groups = (level.count + together - 1) / together;
    const bool two = level.kept() == Keep::two;
    known_.resize(two ? 2 * groups : groups);
    merge_pairs(level.first, level.second, level.count, together, optimize_, known_.data(),
                known_.data() + (two ? groups : 0));
  }

  /// The score that so many others are at least as good as; the first call is for the highest rank.
  [[nodiscard]] std::optional<T> at(std::size_t rank) {
    if (rank >= known_.size()) {
      return std::nullopt;
    }
    const auto place = known_.begin() + static_cast<std::ptrdiff_t>(rank);
    by_order(optimize_, [&]<Optimize O>() {
      std::nth_element(known_.begin(), place, known_.end(),
                       [](T a, T b) { return a != b && at_least<O>(a, b); });
    });
    return *place;
  }

 private:
  Optimize optimize_;
  std::vector<T> known_;
};

}  // namespace discreet::detail
