// A small release on scripted bits, for callgrind: its instruction counts repeat.
//
//   small_release N
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "discreet/framework/law.hpp"
#include "entropy/bit_source.hpp"
#include "samplers/decisions.hpp"
#include "selection/engine.hpp"
#include "selection/score_view.hpp"
#include "selection/shape.hpp"

namespace {

/// The same words in every run; not a generator, only a script without end.
class Script {
 public:
  static constexpr unsigned width = 64;
  std::uint64_t next() {
    ++tally_.words;
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return (state_ ^ (state_ >> 29U)) * 0xbf58476d1ce4e5b9U;
  }
  discreet::Tally& tally() { return tally_; }

 private:
  std::uint64_t state_ = 1;
  discreet::Tally tally_;
};

std::size_t release(const std::vector<double>& scores) {
  Script bits;
  discreet::DrawnDecisions decide{bits};
  const discreet::detail::ScoreView<double> view{std::span<const double>{scores}};
  return discreet::detail::engine_top_k<discreet::detail::DefaultShape<double>>(
             decide, view, 1.0, 1, discreet::Optimize::max, discreet::Law::permute_and_flip, 1)
      .front();
}

}  // namespace

/// What callgrind counts; tables and the choice of vectors are made before.
extern "C" [[gnu::noinline]] std::size_t measured_release(const std::vector<double>& scores) {
  return release(scores);
}

int main(int argc, char** argv) {
  const std::size_t n = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 10;
  std::vector<double> scores(n);
  for (std::size_t i = 0; i < n; ++i) {
    scores[i] = static_cast<double>(i * 7919 % n) * 10.0 / static_cast<double>(n);
  }
  return release(scores) == measured_release(scores) ? 0 : 1;
}
