#include "selection/scratch.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <utility>

namespace discreet::detail {

namespace {

struct Kept {
  std::unique_ptr<std::byte[]> memory;
  std::size_t bytes = 0;
};

Kept& kept(ScratchUse use) {
  thread_local std::array<Kept, 2> all;
  return all[use == ScratchUse::pairs ? 0 : 1];
}

}  // namespace

Scratch::Scratch(ScratchUse use, std::size_t bytes) : use_(use) {
  Kept& spare = kept(use);
  // Memory that is far too large is given back to the system instead of being kept for ever.
  if (spare.bytes >= bytes && spare.bytes / 64 <= bytes) {
    memory_ = std::move(spare.memory);
    bytes_ = std::exchange(spare.bytes, 0);
  } else {
    memory_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
    bytes_ = bytes;
  }
}

Scratch::Scratch(Scratch&& other) noexcept
    : use_(other.use_), bytes_(std::exchange(other.bytes_, 0)), memory_(std::move(other.memory_)) {}

Scratch& Scratch::operator=(Scratch&& other) noexcept {
  std::swap(use_, other.use_);
  std::swap(bytes_, other.bytes_);
  std::swap(memory_, other.memory_);
  return *this;
}

Scratch::~Scratch() {
  if (memory_ == nullptr || bytes_ > most_kept) {
    return;
  }
  Kept& spare = kept(use_);
  spare.memory = std::move(memory_);
  spare.bytes = bytes_;
}

}  // namespace discreet::detail
