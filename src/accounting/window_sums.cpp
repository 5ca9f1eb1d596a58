#include "accounting/window_sums.hpp"

namespace discreet::detail {

void WindowSums::operator()(std::span<const double> values, std::span<double> out) {
  const std::size_t stride = window_.stride;
  const std::size_t length = 2 * window_.reach / stride + 1;
  const std::size_t size = values.size();
  ahead_.resize(size);
  behind_.resize(size);
  // Blocks of one window's length within each residue class: a window is the end of one block and
  // the beginning of the next, so nothing ever has to be subtracted.
  for (std::size_t i = 0; i < size; ++i) {
    const bool opens = i / stride % length == 0;
    behind_[i] = opens ? values[i] : values[i] + window_.forward * behind_[i - stride];
  }
  for (std::size_t i = size; i-- > 0;) {
    const bool closes = i / stride % length == length - 1 || i + stride >= size;
    ahead_[i] = closes ? values[i] : values[i] + window_.backward * ahead_[i + stride];
  }
  for (std::size_t i = window_.reach; i + window_.reach < size; ++i) {
    const std::size_t begin = i - window_.reach;
    out[i] = window_.high * ahead_[begin];
    if (begin / stride % length != 0) {
      out[i] += window_.low * behind_[i + window_.reach];
    }
  }
}

}  // namespace discreet::detail
