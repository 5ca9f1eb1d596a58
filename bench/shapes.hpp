#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "discreet/numbers/number.hpp"

namespace discreet::bench {

/// The names of every shape that a release must not be slow on.
inline const std::vector<std::string> shapes{
    "all tied",        "nearly tied",   "normal",        "normal, small scale",
    "steps far below", "steps below",   "steps near",    "steps far above",
    "one heavy",       "one per block", "two per block", "two per column",
    "ascending",       "descending",    "few distinct",  "subnormal gaps",
    "tiny scale",      "huge scale",    "peaked"};

template <Number T>
struct Input {
  std::vector<T> scores;
  double scale = 1.0;
};

/// Scores of a shape, with the scale that makes it what its name says; the same in every run.
template <Number T>
Input<T> make_input(const std::string& shape, std::size_t n) {
  constexpr bool real = Float<T>;
  constexpr std::size_t block = 256;
  // The greatest whole score that is comfortable in T.
  const double top = sizeof(T) == 1 ? 100.0 : (sizeof(T) == 2 ? 30000.0 : 1e6);
  std::mt19937_64 words{7};  // NOLINT(cert-msc51-cpp): the same scores in every run
  std::normal_distribution<double> normal;
  Input<T> input;
  std::vector<T>& x = input.scores;
  x.resize(n);
  const auto each = [&](auto score) {
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = static_cast<T>(score(i));
    }
  };
  const auto steps = [&](double scale) {
    each([&](std::size_t i) { return std::fmod(static_cast<double>(i), top); });
    std::shuffle(x.begin(), x.end(), words);
    input.scale = scale;
  };
  if (shape == "all tied") {
    each([](std::size_t) { return 3.0; });
  } else if (shape == "nearly tied") {
    each([&](std::size_t) {
      return real ? static_cast<double>(words() >> 11U) * 0x1p-63
                  : static_cast<double>(words() % 3);
    });
    input.scale = real ? 1.0 : 1000.0;
  } else if (shape == "normal" || shape == "normal, small scale") {
    each([&](std::size_t) { return std::abs(normal(words)) * (real ? 1.0 : top / 8.0); });
    input.scale = (real ? 1.0 : top / 8.0) * (shape == "normal" ? 1.0 : 0.1);
  } else if (shape == "steps far below") {
    steps(1e6 * top);
  } else if (shape == "steps below") {
    steps(top / 20.0);
  } else if (shape == "steps near") {
    steps(1.0);
  } else if (shape == "steps far above") {
    steps(1e-3);
  } else if (shape == "one heavy") {
    each([&](std::size_t i) { return i == n / 3 ? top : 0.0; });
    input.scale = top / std::log(static_cast<double>(n));
  } else if (shape == "one per block" || shape == "two per block") {
    const bool two = shape == "two per block";
    each([&](std::size_t i) {
      return i % block == block / 3 || (two && i % block == block / 2) ? top : 0.0;
    });
    input.scale = top / 1e4;
  } else if (shape == "two per column") {
    // The engine's own worst case: two large among the 64 that it keeps two of.
    constexpr std::size_t line = 64 / sizeof(T);
    each([&](std::size_t i) {
      const std::size_t row = i / line % 64;
      return row == 21 || row == 42 ? top : 0.0;
    });
    input.scale = top / 1e4;
  } else if (shape == "ascending" || shape == "descending") {
    each([&](std::size_t i) {
      const double share = static_cast<double>(i) / static_cast<double>(n);
      return top * (shape == "ascending" ? share : 1.0 - share);
    });
    input.scale = top / 1e4;
  } else if (shape == "peaked") {
    // Counts by rank, as of words or codes: one far ahead, most near nothing.
    each([&](std::size_t i) { return top / static_cast<double>(i + 1); });
    std::shuffle(x.begin(), x.end(), words);
    input.scale = top / 1e5;
  } else if (shape == "few distinct") {
    each([&](std::size_t) { return static_cast<double>(words() % 5); });
  } else if (shape == "subnormal gaps") {
    each([&](std::size_t) {
      return static_cast<double>(words() % 100) *
             (real ? static_cast<double>(std::numeric_limits<T>::denorm_min()) : 1.0);
    });
    input.scale = real ? 3.0 * static_cast<double>(std::numeric_limits<T>::denorm_min()) : 3.0;
  } else {
    each([&](std::size_t) { return std::abs(normal(words)) * top / 8.0; });
    input.scale = shape == "tiny scale" ? 1e-300 : 1e300;
  }
  return input;
}

}  // namespace discreet::bench
