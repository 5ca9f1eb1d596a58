#include "release.hpp"

namespace discreet {

DISCREET_ENGINES()

}  // namespace discreet

namespace discreet::python {

std::vector<std::size_t> release_top_k(const Scores& scores, double scale, std::size_t k,
                                       Optimize optimize, Draw draw) {
  const nb::gil_scoped_release others_may_run;
  return std::visit([=](const auto& x) { return noisy_top_k(x, scale, k, optimize, draw); },
                    scores);
}

std::vector<std::size_t> release_top_k(const Chunks& chunks, double scale, std::size_t k,
                                       Optimize optimize, Draw draw) {
  const nb::gil_scoped_release others_may_run;
  return std::visit([=](const auto& x) { return noisy_top_k(x, scale, k, optimize, draw); },
                    chunks.spans());
}

}  // namespace discreet::python
