#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include "discreet/error.hpp"
#include "selection/in_threads.hpp"
#include "selection/read.hpp"
#include "selection/way_finder.hpp"
#include <sched.h>

namespace discreet::detail {

unsigned usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
  }
  return std::max(1U, std::thread::hardware_concurrency());
}

namespace {

/// Below this many bytes a thread takes longer to start than to read.
constexpr std::size_t bytes_per_thread = std::size_t{4} << 20;

/// Up to so many bytes of scores are in the first or the second cache soon.
constexpr std::size_t near_bytes = std::size_t{256} << 10;

/// From so many bytes on the scores come from memory, or from a cache so far away that it is alike.
constexpr std::size_t more_than_a_cache = std::size_t{8} << 20;

unsigned threads_for(std::size_t bytes, std::size_t groups, unsigned asked) {
  std::size_t threads = asked;
  if (asked == 0) {
    threads = bytes < 2 * bytes_per_thread
                  ? 1
                  : std::min<std::size_t>(usable_cores(), bytes / bytes_per_thread);
  }
  return static_cast<unsigned>(std::clamp<std::size_t>(threads, 1, groups));
}

/// So many nodes are read before their blocks' pairs are merged: few enough to stay in the first cache.
constexpr std::size_t nodes_at_once = 16;

/// Reads groups from … to − 1; a group whose scores lie in two chunks is copied together first.
template <Number T>
bool read_groups(const ScoreView<T>& scores, std::size_t rows, std::size_t lanes, Optimize optimize,
                 Way way, std::size_t from, std::size_t to, T* first, T* second) {
  const std::size_t group = rows * lanes;
  std::vector<T> seam;
  bool ordered = true;
  for (std::size_t g = from; g < to;) {
    const std::size_t begin = g * group;
    const std::size_t end = std::min(to * group, scores.size());
    const std::span<const T> run = scores.run_from(begin);
    std::size_t count = std::min(run.size(), end - begin);
    const T* where = run.data();
    if (count < end - begin) {
      count -= count % group;
      if (count == 0) {
        seam.resize(group);
        count = std::min(group, end - begin);
        where = scores.piece(begin, count, seam.data());
      }
    }
    ordered = read_columns(where, count, rows, lanes, optimize, way, first + g * lanes,
                           second + g * lanes) &&
              ordered;
    g += (count + group - 1) / group;
  }
  return ordered;
}

/// Reads groups from … to − 1 and merges their blocks' pairs into nodes'.
///
/// Requires  from the beginning of a node.
template <Number T>
bool read_part(const ScoreView<T>& scores, std::size_t rows, std::size_t lanes, Optimize optimize,
               Source source, std::size_t from, std::size_t to, T* first, T* second,
               const PairRoom<T>& nodes) {
  const std::size_t step = nodes_at_once * (nodes.fan / lanes);
  bool ordered = true;
  WayFinder* const finder = source == Source::near ? nullptr : &way_finder<T>(source);
  for (std::size_t g = from; g < to; g += step) {
    const std::size_t end = std::min(g + step, to);
    const WayTrial trial{finder, end - g, step};
    ordered =
        read_groups(scores, rows, lanes, optimize, trial.way(), g, end, first, second) && ordered;
    if (nodes.first != nullptr) {
      const std::size_t block = g * lanes;
      merge_pairs(first + block, second + block, (end - g) * lanes, nodes.fan, optimize,
                  nodes.first + block / nodes.fan, nodes.second + block / nodes.fan);
    }
  }
  return ordered;
}

}  // namespace

Source source_of(std::size_t bytes) noexcept {
  return bytes < near_bytes          ? Source::near
         : bytes < more_than_a_cache ? Source::cache
                                     : Source::memory;
}

template <class T>
void read_scores(const ScoreView<T>& scores, std::size_t rows, std::size_t lanes, Optimize optimize,
                 Source source, unsigned threads, T* first, T* second, PairRoom<T> nodes) {
  const std::size_t group = rows * lanes;
  const std::size_t groups = (scores.size() + group - 1) / group;
  const unsigned count = threads_for(scores.size() * sizeof(T), groups, threads);
  if (count <= 1) {
    require(read_part(scores, rows, lanes, optimize, source, 0, groups, first, second, nodes),
            outside_domain, "scores must not be NaN");
    return;
  }
  std::vector<std::uint8_t> ordered(count, 0);
  const auto share = [&](unsigned t) {
    const std::size_t per_node = nodes.fan / lanes;
    return t == count ? groups : groups * t / count / per_node * per_node;
  };
  in_threads(count, [&](unsigned t) {
    ordered[t] = read_part(scores, rows, lanes, optimize, source, share(t), share(t + 1), first,
                           second, nodes)
                     ? 1
                     : 0;
  });
  require(std::all_of(ordered.begin(), ordered.end(), [](std::uint8_t o) { return o != 0; }),
          outside_domain, "scores must not be NaN");
}

#define DISCREET_EACH(T, name)                                                                  \
  template void read_scores<T>(const ScoreView<T>&, std::size_t, std::size_t, Optimize, Source, \
                               unsigned, T*, T*, PairRoom<T>);
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace discreet::detail
