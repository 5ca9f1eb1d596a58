#include "selection/scratch.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <utility>

namespace discreet::detail {

namespace {

struct Kept {
  std::unique_ptr<std::byte[]> room;
  std::size_t bytes = 0;
};

Kept& kept(ScratchUse use) {
  thread_local std::array<Kept, 2> rooms;
  return rooms[use == ScratchUse::pairs ? 0 : 1];
}

}  // namespace

Scratch::Scratch(ScratchUse use, std::size_t bytes) : use_(use) {
  Kept& spare = kept(use);
  // Room that is far too large is given back to the system instead of being kept for ever.
  if (spare.bytes >= bytes && spare.bytes / 64 <= bytes) {
    room_ = std::move(spare.room);
    bytes_ = std::exchange(spare.bytes, 0);
  } else {
    room_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
    bytes_ = bytes;
  }
}

Scratch::Scratch(Scratch&& other) noexcept
    : use_(other.use_), bytes_(std::exchange(other.bytes_, 0)), room_(std::move(other.room_)) {}

Scratch& Scratch::operator=(Scratch&& other) noexcept {
  std::swap(use_, other.use_);
  std::swap(bytes_, other.bytes_);
  std::swap(room_, other.room_);
  return *this;
}

Scratch::~Scratch() {
  if (room_ == nullptr || bytes_ > most_kept) {
    return;
  }
  Kept& spare = kept(use_);
  spare.room = std::move(room_);
  spare.bytes = bytes_;
}

}  // namespace discreet::detail
