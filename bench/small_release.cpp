// One small release after another on scripted bits, for callgrind: its instruction counts repeat.
//
//   small_release N RELEASES
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "discreet/entropy/bit_source.hpp"
#include "discreet/selection/noisy_top_k.hpp"

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

}  // namespace

int main(int argc, char** argv) {
  const std::size_t n = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 10;
  const int releases = argc > 2 ? std::atoi(argv[2]) : 1;
  std::vector<double> scores(n);
  for (std::size_t i = 0; i < n; ++i) {
    scores[i] = static_cast<double>(i * 7919 % n) * 10.0 / static_cast<double>(n);
  }
  std::size_t sum = 0;
  for (int i = 0; i < releases; ++i) {
    Script bits;
    sum += discreet::noisy_top_k(bits, scores, 1.0, 1, discreet::Optimize::max,
                                 discreet::Draw::without_replacement, discreet::Threads{1})
               .front();
  }
  return static_cast<int>(sum == static_cast<std::size_t>(-1));
}
