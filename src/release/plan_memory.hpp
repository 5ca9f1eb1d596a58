#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "discreet/accounting/budget.hpp"
#include "discreet/release/top_k.hpp"

namespace discreet::detail {

/// All that a plan depends on; of texts, fractions and a budget only whether they are there.
///
/// Small releases are repeated so often that a plan must be found in nanoseconds. Words that are compared at once take
/// one branch; one for each would be hard to foresee behind the random branches of the release before.
class PlanKey {
 public:
  PlanKey(const TopKRequest& request, const TopKRelease::Facts& facts, const Budget* budget)
      : words_{request.k,
               facts.candidates,
               bits_of(request.epsilon),
               bits_of(request.delta),
               bits_of(request.rho),
               bits_of(request.scale.value_or(0)),
               bits_of(request.sensitivity),
               pair(forms_of(request, budget), word_of(request.monotonic)),
               pair(word_of(request.law.value_or(Law{})), word_of(request.pay.value_or(Pay{})))} {}

  /// Whether it says all.
  [[nodiscard]] bool is_whole() const { return (words_[7] & not_said_here) == 0; }

  [[nodiscard]] std::uint64_t hash() const {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : words_) {
      hash = (std::rotl(hash, 23) ^ word) * 0x9e3779b97f4a7c15U;
    }
    return hash ^ (hash >> 32U);
  }

  friend bool operator==(const PlanKey& one, const PlanKey& other) {
    std::uint64_t differing = 0;
    for (std::size_t i = 0; i < one.words_.size(); ++i) {
      differing |= one.words_[i] ^ other.words_[i];
    }
    return differing == 0;
  }

 private:
  static constexpr std::uint64_t not_said_here = 0b1111;

  static std::uint64_t bits_of(double number) { return std::bit_cast<std::uint64_t>(number); }
  static std::uint64_t bits_of(const std::optional<Amount>& amount) {
    const double* const number = amount ? amount->number() : nullptr;
    return number == nullptr ? 0 : bits_of(*number);
  }
  // All of an enumerator, so that what a cast made is taken for nothing else.
  template <class Enum>
  static std::uint32_t word_of(Enum chosen) {
    return static_cast<std::uint32_t>(chosen);
  }
  static std::uint64_t pair(std::uint32_t low, std::uint32_t high) {
    return low | std::uint64_t{high} << 32U;
  }
  static std::uint32_t forms_of(const TopKRequest& request, const Budget* budget) {
    const auto bit = [](bool set, unsigned place) { return std::uint32_t{set} << place; };
    const auto is_text = [](const std::optional<Amount>& amount) {
      return amount && amount->number() == nullptr;
    };
    return bit(is_text(request.epsilon), 0) | bit(is_text(request.delta), 1) |
           bit(is_text(request.rho), 2) | bit(budget != nullptr, 3) |
           bit(request.epsilon.has_value(), 4) | bit(request.delta.has_value(), 5) |
           bit(request.rho.has_value(), 6) | bit(request.scale.has_value(), 7) |
           bit(request.law.has_value(), 8) | bit(request.pay.has_value(), 9);
  }

  std::array<std::uint64_t, 9> words_;
};

/// The plans that a thread has made, so that a release that is repeated is planned once and takes no lock.
///
/// Law       what is found was kept for the same k, amounts, scale, law, sensitivity, monotonic, pay, candidates and
///           budget; how the request is optimized, drawn and named is no part of it.
class PlanMemory {
 public:
  /// The plan that was kept; null if there is none.
  [[nodiscard]] const TopKRelease::Plan* find(const TopKRequest& request,
                                              const TopKRelease::Facts& facts,
                                              const Budget* budget) {
    const PlanKey key{request, facts, budget};
    // Who repeats a release mostly repeats the last one.
    return last_ != nullptr && last_->answers(key, request, budget)
               ? &last_->plan
               : find_among_all(key, request, budget);
  }

  /// Keeps a plan; it may take the place of another, and a full memory starts anew.
  const TopKRelease::Plan& keep(const TopKRequest& request, const TopKRelease::Facts& facts,
                                const Budget* budget, TopKRelease::Plan plan);

  /// The memory of this thread.
  static PlanMemory& of_this_thread();

 private:
  struct Entry {
    PlanKey key;
    TopKRequest request;
    std::optional<Budget> budget;
    TopKRelease::Plan plan;

    [[nodiscard]] bool answers(const PlanKey& other, const TopKRequest& asked,
                               const Budget* payer) const {
      return key == other && (key.is_whole() || answers_the_rest(asked, payer));
    }
    [[nodiscard]] bool answers_the_rest(const TopKRequest& asked, const Budget* payer) const;
  };

  const TopKRelease::Plan* find_among_all(const PlanKey& key, const TopKRequest& request,
                                          const Budget* budget);

  // By the hash of the key: plans that differ only in texts or budgets share a place, and whoever writes those plans
  // seldom.
  std::unordered_map<std::uint64_t, Entry> plans_;
  const Entry* last_ = nullptr;  // what was found last
};

}  // namespace discreet::detail
