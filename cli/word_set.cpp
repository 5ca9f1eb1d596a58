#include "word_set.hpp"

#include <algorithm>

namespace discreet::cli {

void WordSet::make_room(std::size_t more) {
  // A quarter stays free, so that few words stand far from home.
  if ((size_ + more) * 4 <= slots_.size() * 3) {
    return;
  }
  const std::size_t least = (size_ + more) * 4 / 3 + 1;
  std::vector<std::uint64_t> wider(std::max(least, 2 * slots_.size()));
  for (const std::uint64_t word : slots_) {
    if (word != 0) {
      place(wider, home(word, wider.size()), word);
    }
  }
  slots_.swap(wider);
}

}  // namespace discreet::cli
