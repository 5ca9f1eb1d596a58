#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace discreet::detail {

/// Decides when those near the best are listed, and when a list has not paid.
///
/// Law       looks only at past winners and rejected draws: any such policy keeps every law.
/// Cost      counts.
/// Proof     proofs/selection/refine.md
class ListPolicy {
 public:
  /// To be told as a round begins how many are left, this one included.
  void begin_round(std::size_t rounds_left) noexcept {
    ++rounds_;
    rounds_left_ = rounds_left;
  }
  [[nodiscard]] std::size_t rounds_left() const noexcept { return rounds_left_; }

  /// A round has been won in the tree, by the best in play or another.
  void record_tree_win(bool by_best) noexcept {
    ++tree_wins_;
    best_wins_ += by_best ? 1 : 0;
  }

  /// Whether the best scores may be worth a list of their own: where they win as if there were no others, round after
  /// round.
  template <class S>
  [[nodiscard]] bool lists_scores() const noexcept {
    return S::near_gain != 0 && rounds_left_ >= S::near_rounds && rounds_ >= next_scores_ &&
           tree_wins_ >= S::near_trial && 2 * best_wins_ >= tree_wins_;
  }
  /// They were listed, or it did not seem to pay.
  void record_scores_listed(bool listed) noexcept {
    next_scores_ = listed ? rounds_ + 64 : never;
    asked_ = wins_ = 0;
  }

  /// Whether blocks whose best is near may be worth a list: where so many draws were in vain.
  template <class S>
  [[nodiscard]] bool lists_blocks(std::uint64_t draws_in_vain) const noexcept {
    return S::near_gain != 0 && rounds_left_ >= S::near_rounds && rounds_ >= next_blocks_ &&
           !in_vain_ && draws_in_vain >= S::near_debt;
  }
  /// They were listed, or it did not seem to pay.
  void record_blocks_listed(bool listed) noexcept {
    next_blocks_ = listed ? rounds_ + 32 : never;
    asked_ = wins_ = 0;
  }

  /// How many of a list to ask at once: as many as a round seems to take, or some rounds where what one leaves is there for
  /// the next.
  template <class S>
  [[nodiscard]] std::size_t count(bool stays) const noexcept {
    return draws_for<S>(asked_, wins_, stays ? rounds_left_ : 1);
  }

  /// How many draws some rounds take, of so many to come, where rounds that were won took so many in vain.
  template <class S>
  [[nodiscard]] static std::size_t draws_for(std::uint64_t in_vain, std::uint64_t wins,
                                             std::uint64_t rounds_left) noexcept {
    constexpr std::uint64_t rounds_at_once = 8;
    const std::uint64_t rounds = std::min(rounds_left, rounds_at_once);
    return static_cast<std::size_t>(
        std::min<std::uint64_t>(std::bit_ceil((in_vain / (wins + 1) + 1) * rounds), S::flat_batch));
  }

  /// A round with a list has ended, after so many were asked in vain, of which a round should not take more than `most`.
  void record_asked(std::size_t in_vain, std::uint64_t most) noexcept {
    ++wins_;
    asked_ += in_vain;
    in_vain_ = asked_ > most * (wins_ + 3);
  }
  [[nodiscard]] bool asks_in_vain() const noexcept { return in_vain_; }

  /// All that it has learned, as Refinement::state().
  [[nodiscard]] std::array<std::uint64_t, 9> state() const noexcept {
    return {rounds_, rounds_left_,       tree_wins_,   best_wins_,  asked_,
            wins_,   in_vain_ ? 1U : 0U, next_blocks_, next_scores_};
  }

 private:
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t rounds_ = 0;
  std::uint64_t rounds_left_ = 1;
  std::uint64_t tree_wins_ = 0;    ///< rounds won in the tree
  std::uint64_t best_wins_ = 0;    ///< and by the best in play
  std::uint64_t asked_ = 0;        ///< of lists, in vain
  std::uint64_t wins_ = 0;         ///< rounds that ended with a list
  bool in_vain_ = false;           ///< whether that took too many
  std::uint64_t next_blocks_ = 0;  ///< no list of blocks before this round
  std::uint64_t next_scores_ = 0;  ///< and none of scores before this one
};

}  // namespace discreet::detail
