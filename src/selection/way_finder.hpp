#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>

#include "selection/read.hpp"

namespace discreet::detail {

/// How long pieces of real input took in each way of walking, and which way is the quickest by that: the one with the
/// least median, but for what another way must gain over one place, once each has been timed `tries` times, and again
/// whenever each has been timed as often once more.
///
/// Law       nothing but times decides.
/// Requires  nothing: all threads of a process share it. None waits for another: a child that was forked while a thread
///           had the lock would wait for ever.
class WayTimes {
 public:
  static constexpr std::size_t tries = 9;
  /// One place also asks for what follows a pause, as between rows, which the pieces timed here do not show: another way
  /// must be quicker by as much.
  static constexpr double to_be_gained = 0.1;

  /// Of so many pieces two are timed where the times are well known.
  static constexpr std::size_t seldom = 256;

  /// The quickest, if it is known yet.
  [[nodiscard]] std::optional<Way> quickest() const noexcept {
    const std::uint8_t findings = findings_.load(std::memory_order_acquire);
    return findings != 0 ? std::optional{quickest_.load(std::memory_order_relaxed)} : std::nullopt;
  }

  /// Of so many pieces two are timed: more often at first, since what a process reads first is slow in any way.
  [[nodiscard]] std::size_t rarity() const noexcept {
    const unsigned findings = findings_.load(std::memory_order_relaxed);
    return std::min(seldom, std::size_t{2} << (2 * std::min(findings, 4U)));
  }

  /// The way that was timed least often, or nothing while another thread is here.
  [[nodiscard]] std::optional<Way> least_timed() {
    const std::unique_lock lock{mutex_, std::try_to_lock};
    if (!lock.owns_lock()) {
      return std::nullopt;
    }
    return static_cast<Way>(std::min_element(timed_.begin(), timed_.end()) - timed_.begin());
  }

  /// So long did a piece take, as if all had one length; forgotten while another thread is here.
  void took(Way way, double time) {
    const std::unique_lock lock{mutex_, std::try_to_lock};
    if (!lock.owns_lock()) {
      return;
    }
    const auto w = static_cast<std::size_t>(way);
    times_[w][timed_[w] % tries] = time;
    ++timed_[w];
    if (*std::min_element(timed_.begin(), timed_.end()) < tries) {
      return;
    }
    timed_.fill(0);
    std::array<double, ways> medians;
    for (std::size_t i = 0; i < ways; ++i) {
      std::nth_element(times_[i].begin(), times_[i].begin() + tries / 2, times_[i].end());
      medians[i] = times_[i][tries / 2];
    }
    medians[static_cast<std::size_t>(Way::one_place)] *= 1.0 - to_be_gained;
    const auto least = std::min_element(medians.begin(), medians.end()) - medians.begin();
    quickest_.store(static_cast<Way>(least), std::memory_order_relaxed);
    findings_.store(static_cast<std::uint8_t>(std::min(findings_.load() + 1, 255)),
                    std::memory_order_release);
  }

 private:
  std::atomic<std::uint8_t> findings_{0};  ///< how often a quickest way was found, or 255
  std::atomic<Way> quickest_{Way::four_places};
  std::mutex mutex_;
  std::array<std::size_t, ways> timed_{};
  std::array<std::array<double, tries>, ways> times_{};
};

/// Tells a thread how to walk its next piece. While the quickest way is not known, the ways take turns, two pieces each, of
/// which the second is timed: the first has asked for its beginning. From then on some pieces go on with that, in the end
/// two of WayTimes::seldom, so that a finding made while the machine was busy does not stay.
///
/// Requires  use by one thread only, but for the times.
/// Cost      two looks at the clock per piece that is timed.
class WayFinder {
 public:
  explicit WayFinder(WayTimes& times) noexcept : times_(&times) {}

  struct Next {
    Way way;
    bool timed;
  };

  /// For a piece long enough to be timed.
  [[nodiscard]] Next next() {
    const std::optional<Way> quickest = times_->quickest();
    const std::size_t rarity = times_->rarity();
    if (quickest && untimed_++ % rarity < rarity - 2) {
      warm_ = false;  // a turn that others' finding has ended
      return {*quickest, false};
    }
    if (!warm_) {
      const std::optional<Way> turn = times_->least_timed();
      if (!turn) {
        return {usual(), false};
      }
      turn_ = *turn;
    }
    warm_ = !warm_;
    return {turn_, !warm_};
  }

  /// For a shorter one.
  [[nodiscard]] Way usual() const noexcept { return times_->quickest().value_or(Way::four_places); }

  void took(Way way, double time) { times_->took(way, time); }

 private:
  WayTimes* times_;
  std::size_t untimed_ = 0;
  bool warm_ = false;  ///< whether the last piece of a turn was its first
  Way turn_ = Way::four_places;
};

/// This thread's finder for scores of a type from a source.
///
/// Requires  a source that is not near: there the pieces are too short.
template <class T>
WayFinder& way_finder(Source source) noexcept {
  static std::array<WayTimes, 2> times;
  thread_local std::array<WayFinder, 2> finders{WayFinder{times[0]}, WayFinder{times[1]}};
  return finders[source == Source::memory ? 1 : 0];
}

/// One piece that is read in a finder's way, and timed where the finder asks for that; without a finder, in the way that
/// begins the soonest.
class WayTrial {
 public:
  /// A piece of so many of the parts that a whole one has; less than a quarter of them are not timed.
  WayTrial(WayFinder* finder, std::size_t parts, std::size_t whole)
      : way_(finder != nullptr ? finder->usual() : Way::four_places) {
    if (finder == nullptr || parts < whole / 4) {
      return;
    }
    const WayFinder::Next next = finder->next();
    way_ = next.way;
    if (next.timed) {
      finder_ = finder;
      share_ = static_cast<double>(whole) / static_cast<double>(parts);
      begun_ = std::chrono::steady_clock::now();
    }
  }
  ~WayTrial() {
    if (finder_ != nullptr) {
      const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begun_;
      finder_->took(way_, time.count() * share_);
    }
  }
  WayTrial(const WayTrial&) = delete;
  WayTrial& operator=(const WayTrial&) = delete;

  [[nodiscard]] Way way() const noexcept { return way_; }

 private:
  WayFinder* finder_ = nullptr;
  Way way_;
  double share_ = 1.0;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace discreet::detail
