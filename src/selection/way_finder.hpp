#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "selection/read.hpp"

namespace discreet::detail {

/// Finds which way of walking through scores is the quickest here, from how long pieces of real input took: the ways take
/// turns, two pieces each, of which the second is timed: the first has asked for its beginning. The way with the least
/// median of `tries` is taken; from then on two pieces in `seldom` go on with the turns, so that a finding made while the
/// machine was busy does not stay.
///
/// Law       next() is one of the ways; nothing but times decides which.
/// Requires  use by one thread only, but for what was found, which a whole process shares.
/// Cost      two looks at the clock per piece that is timed.
class WayFinder {
 public:
  static constexpr std::size_t tries = 9;
  static constexpr std::size_t seldom = 256;
  using Found = std::atomic<std::uint8_t>;  ///< a way's number and 1, or 0

  explicit WayFinder(Found& found) noexcept : found_(&found) {}

  /// The way for the next piece, and whether it is to be timed.
  struct Next {
    Way way;
    bool timed;
  };
  [[nodiscard]] Next next() noexcept {
    const std::uint8_t found = found_->load(std::memory_order_relaxed);
    if (found != 0 && untimed_++ % seldom < seldom - 2) {
      return {static_cast<Way>(found - 1U), false};
    }
    warm_ = !warm_;
    return {static_cast<Way>(timed_ % ways), !warm_};
  }

  /// So long did a piece take that was to be timed.
  void took(std::chrono::nanoseconds time) noexcept {
    times_[timed_ % ways][timed_ / ways] = time;
    if (++timed_ < ways * tries) {
      return;
    }
    timed_ = 0;
    std::array<std::chrono::nanoseconds, ways> medians;
    for (std::size_t way = 0; way < ways; ++way) {
      auto& of_way = times_[way];
      std::nth_element(of_way.begin(), of_way.begin() + tries / 2, of_way.end());
      medians[way] = of_way[tries / 2];
    }
    const auto quickest = std::min_element(medians.begin(), medians.end()) - medians.begin();
    found_->store(static_cast<std::uint8_t>(quickest + 1), std::memory_order_relaxed);
  }

 private:
  Found* found_;
  std::size_t untimed_ = 0;
  std::size_t timed_ = 0;
  bool warm_ = false;  ///< whether the last piece of the turns was its way's first
  std::array<std::array<std::chrono::nanoseconds, tries>, ways> times_{};
};

/// This thread's finder for scores of a type from a source.
///
/// Requires  a source that is not near: there the pieces are too few.
template <class T>
WayFinder& way_finder(Source source) noexcept {
  static std::array<WayFinder::Found, 2> found{};
  thread_local std::array<WayFinder, 2> finders{WayFinder{found[0]}, WayFinder{found[1]}};
  return finders[source == Source::memory ? 1 : 0];
}

/// One piece that is read in a finder's way, and timed where the finder asks for it and the piece is a whole one; without a
/// finder, in the way that begins the soonest.
class WayTrial {
 public:
  WayTrial(WayFinder* finder, bool whole) noexcept {
    if (finder == nullptr) {
      return;
    }
    const WayFinder::Next next = finder->next();
    way_ = next.way;
    if (next.timed && whole) {
      finder_ = finder;
      begun_ = std::chrono::steady_clock::now();
    }
  }
  ~WayTrial() {
    if (finder_ != nullptr) {
      finder_->took(std::chrono::steady_clock::now() - begun_);
    }
  }
  WayTrial(const WayTrial&) = delete;
  WayTrial& operator=(const WayTrial&) = delete;

  [[nodiscard]] Way way() const noexcept { return way_; }

 private:
  WayFinder* finder_ = nullptr;
  Way way_ = Way::four_places;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace discreet::detail
