#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <span>
#include <vector>

#include "discreet/error.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/rounding.hpp"
#include "discreet/selection/noisy_top_k.hpp"
#include "entropy/bit_source.hpp"
#include "samplers/decisions.hpp"
#include "selection/engine.hpp"
#include "selection/in_threads.hpp"
#include "selection/score_view.hpp"
#include "selection/true_top_k.hpp"
#include "selection/weight_rule.hpp"
#include "selection/weight_tree.hpp"

namespace discreet::detail {

/// Scores as rows of as many columns.
///
/// Requires  columns ≥ 1, and a whole number of rows.
template <Number T>
class RowView {
 public:
  RowView(const ScoreView<T>& scores, std::size_t columns) : scores_(&scores), columns_(columns) {}

  [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
  [[nodiscard]] std::size_t count() const noexcept { return scores_->size() / columns_; }

  /// A row in one piece: in place where it is, else copied into the buffer.
  [[nodiscard]] std::span<const T> row(std::size_t r, std::vector<T>& buffer) const {
    const std::size_t begin = r * columns_;
    const std::span<const T> run = scores_->run_from(begin);
    if (run.size() >= columns_) {
      return run.first(columns_);
    }
    buffer.resize(columns_);
    return {scores_->piece(begin, columns_, buffer.data()), columns_};
  }

 private:
  const ScoreView<T>* scores_;
  std::size_t columns_;
};

/// Neighbouring rows, from one to before another.
struct RowRange {
  std::size_t from;
  std::size_t to;
};

/// Deals rows out in runs, to each thread the next when it asks: one that others keep from its core takes fewer.
class RowDealer {
 public:
  RowDealer(std::size_t rows, std::size_t run) noexcept : rows_(rows), run_(run) {}

  /// Nothing where all are dealt.
  RowRange deal() noexcept {
    const std::size_t from = next_.fetch_add(run_, std::memory_order_relaxed);
    return {std::min(from, rows_), std::min(from + run_, rows_)};
  }

 private:
  std::size_t rows_;
  std::size_t run_;
  std::atomic<std::size_t> next_{0};
};

/// About how many proposals a selection takes at most where all nodes are closed: what all weigh by what their best do.
template <Number T, class S>
std::uint64_t most_proposals(const WeightTree<T, S>& tree) noexcept {
  const auto& level = tree.pyramid().level(tree.top());
  std::uint64_t best = 0;
  for (std::size_t i = 0; i < level.count; ++i) {
    best += tree.weight(level.first[i]);
  }
  return tree.total() / best;
}

/// The selections of the rows that a thread is dealt, one after the other: each is drawn while a cache still has its
/// scores.
///
/// Law       as engine_top_k on each row, with decisions of its own.
/// Requires  a finite scale above zero; room for min(k, columns) indices per row of the whole view.
/// Throws    Error{outside_domain} for a NaN.
/// Cost      where a row has few nodes and proposals would seldom be accepted, they are opened before the first one.
template <class S, class Decide, class Deal, Number T>
void draw_rows(Decide& decide, const RowView<T>& rows, const Deal& deal, const Selection& how,
               std::size_t* out) {
  const std::size_t each = std::min(how.k, rows.columns());
  const Source source = source_of(rows.count() * rows.columns() * sizeof(T));
  // A single row is read by as many threads as there may be.
  const unsigned threads = rows.count() == 1 ? how.threads.count : 1;
  std::vector<std::size_t> winners;
  winners.reserve(each);
  std::vector<T> buffer;
  const WeightRule<T> small_rule{T{}, how.scale, S::bits_for(rows.columns()), how.optimize};
  for (RowRange run = deal(); run.from < run.to; run = deal()) {
    for (std::size_t r = run.from; r < run.to; ++r) {
      const std::span<const T> row = rows.row(r, buffer);
      winners.clear();
      if (row.size() <= S::small) {
        small_top_k<S>(decide, row, small_rule, how.scale, each, how.law, winners);
      } else {
        const ScoreView<T> view{row};
        WeightTree<T, S> tree{view, how.scale, how.optimize, source, Keep::two, threads};
        if (tree.top() == 1 && most_proposals(tree) > S::trial) {
          tree.open_roots();
        }
        tree_top_k<S>(decide, tree, each, how.law, winners);
      }
      std::copy(winners.begin(), winners.end(), out + r * each);
    }
  }
}

/// So many rows are about a tenth of a millisecond of work.
inline std::size_t rows_worth_a_thread(std::size_t columns) noexcept {
  // A selection takes as long as reading some hundred scores.
  return (std::size_t{1} << 17) / (128 + columns) + 1;
}

/// As many threads as are useful, no more than rows.
inline unsigned threads_for_rows(std::size_t rows, std::size_t columns, unsigned asked) {
  const std::size_t useful = rows / rows_worth_a_thread(columns);
  const std::size_t threads = asked != 0 ? asked : std::min<std::size_t>(usable_cores(), useful);
  return static_cast<unsigned>(std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(1, rows)));
}

/// noisy_top_k_rows with a function that gives a thread its bits, which only a test may bring.
///
/// Law       as noisy_top_k_rows, if no two threads are given the same bits.
/// Throws    as noisy_top_k_rows.
/// Proof     proofs/selection/rows.md
template <class BitsOfThread, Number T>
std::vector<std::size_t> rows_top_k(const BitsOfThread& bits_of_thread, const RowView<T>& rows,
                                    const Selection& how) {
  using S = DefaultShape<T>;
  const std::size_t count = rows.count();
  const std::size_t each = std::min(how.k, rows.columns());
  const unsigned threads = threads_for_rows(count, rows.columns(), how.threads.count);
  RowDealer dealer{
      count, std::clamp<std::size_t>(count / threads, 1, rows_worth_a_thread(rows.columns()))};
  std::vector<std::size_t> out(count * each);
  if (how.scale > 0.0) {
    in_threads(threads, [&](unsigned /*t*/) {
      DrawnDecisions decide{bits_of_thread()};
      draw_rows<S>(decide, rows, [&] { return dealer.deal(); }, how, out.data());
    });
    return out;
  }
  std::vector<T> buffer;
  for (std::size_t r = 0; r < count; ++r) {
    const std::vector<std::size_t> best = true_top_k(rows.row(r, buffer), how.k, how.optimize);
    std::copy(best.begin(), best.end(), out.begin() + static_cast<std::ptrdiff_t>(r * each));
  }
  return out;
}

/// The same for scores of any of the ten types, having checked the arguments.
template <class BitsOfThread>
std::vector<std::size_t> top_k_rows_from_bits(const BitsOfThread& bits_of_thread,
                                              const ScoreRows& rows, const Selection& how) {
  require_sound_arithmetic();
  require_scale(how.scale);
  require_optimize(how.optimize);
  require_law(how.law);
  require(rows.columns >= 1, bad_parameter, "a row must have a score");
  require(rows.scores.size() % rows.columns == 0, bad_parameter, "scores must fill whole rows");
  return ScoresInside::visit(rows.scores, [&]<Number T>(const ScoreView<T>& view) {
    return rows_top_k(bits_of_thread, RowView<T>{view, rows.columns}, how);
  });
}

}  // namespace discreet::detail
