#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "chunks.hpp"
#include "discreet/entropy/system_bits.hpp"
#include "discreet/selection/draw.hpp"
#include "discreet/selection/noisy_top_k.hpp"
#include "discreet/selection/optimize.hpp"
#include "discreet/selection/threads.hpp"
#include "numpy_arrays.hpp"
#include <nanobind/nanobind.h>

namespace discreet {

// The engine is compiled once for each type, in release.cpp, whatever calls it.
#define DISCREET_ENGINE(linkage, T)                      \
  linkage template std::vector<std::size_t> noisy_top_k( \
      SystemBits&, const std::span<const T>&, double, std::size_t, Optimize, Draw, Threads);
#define DISCREET_ENGINES(linkage)         \
  DISCREET_ENGINE(linkage, std::int8_t)   \
  DISCREET_ENGINE(linkage, std::int16_t)  \
  DISCREET_ENGINE(linkage, std::int32_t)  \
  DISCREET_ENGINE(linkage, std::int64_t)  \
  DISCREET_ENGINE(linkage, std::uint8_t)  \
  DISCREET_ENGINE(linkage, std::uint16_t) \
  DISCREET_ENGINE(linkage, std::uint32_t) \
  DISCREET_ENGINE(linkage, std::uint64_t) \
  DISCREET_ENGINE(linkage, float)         \
  DISCREET_ENGINE(linkage, double)
DISCREET_ENGINES(extern)

}  // namespace discreet

namespace discreet::python {

/// k noisy indices, drawn while other Python threads run.
[[nodiscard]] std::vector<std::size_t> release_top_k(const Scores& scores, double scale,
                                                     std::size_t k, Optimize optimize, Draw draw);
[[nodiscard]] std::vector<std::size_t> release_top_k(const Chunks& chunks, double scale,
                                                     std::size_t k, Optimize optimize, Draw draw);

[[nodiscard]] inline std::size_t size_of(const Scores& scores) {
  return std::visit([](const auto& x) { return x.size(); }, scores);
}

}  // namespace discreet::python
