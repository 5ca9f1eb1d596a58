// The ten best of a public list, at a given epsilon.

#include <cstdint>
#include <iostream>
#include <vector>

#include "discreet/discreet.hpp"

int main() {
  using namespace discreet;
  try {
    // One count per diagnosis code; each patient counts once for each code.
    std::vector<std::int64_t> counts(5'000);
    for (std::size_t code = 0; code < counts.size(); ++code) {
      counts[code] = static_cast<std::int64_t>(200'000 / (code + 1));
    }
    const TopKRequest request{
        .k = 10, .epsilon = 1.0, .sensitivity = 1, .monotonic = Monotonic::yes};
    const auto planned = plan_release<TopKRelease>(request, {counts.size()});
    std::cout << "scale " << planned.plan().selection.scale << ", "
              << promise_in_words(planned.plan().promise) << "\n";
    for (const std::size_t code : top_k(counts, request)) {
      std::cout << code << "\n";
    }
  } catch (const Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
