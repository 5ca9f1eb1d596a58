#include "tally_tables.hpp"

namespace discreet::cli {

void WideSum::add(std::int64_t value) noexcept {
  const Wide sum = this->value() + value;
  low_ = static_cast<std::uint64_t>(sum);
  high_ = static_cast<std::uint64_t>(sum >> 64);
}

WideSum::Wide WideSum::value() const noexcept {
  return static_cast<Wide>(static_cast<__uint128_t>(high_) << 64U | low_);
}

}  // namespace discreet::cli
