#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <utility>

namespace discreet::detail {

/// What a release keeps memory for.
enum class ScratchUse { pairs, sums };

/// What a thread keeps of one use.
struct Kept {
  std::unique_ptr<std::byte[]> memory;
  std::size_t bytes = 0;
};

inline Kept& kept(ScratchUse use) {
  thread_local std::array<Kept, 2> all;
  return all[use == ScratchUse::pairs ? 0 : 1];
}

/// Memory for a release, kept by its thread for the next one: fresh pages would cost more than the
/// rest of a release does.
///
/// Requires  to be destroyed by the thread that made it.
/// Cost      an allocation where the thread has no memory of that use large enough to spare; a thread
///           keeps at most most_kept bytes of each use.
class Scratch {
 public:
  static constexpr std::size_t most_kept = std::size_t{64} << 20;

  Scratch() noexcept = default;
  Scratch(ScratchUse use, std::size_t bytes);
  Scratch(Scratch&& other) noexcept;
  Scratch& operator=(Scratch&& other) noexcept;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();

  /// Aligned for any score and any weight; what it holds means nothing.
  [[nodiscard]] void* data() const noexcept { return memory_.get(); }

 private:
  ScratchUse use_ = ScratchUse::pairs;
  std::size_t bytes_ = 0;
  std::unique_ptr<std::byte[]> memory_;
};

inline Scratch::Scratch(ScratchUse use, std::size_t bytes) : use_(use) {
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

inline Scratch::Scratch(Scratch&& other) noexcept
    : use_(other.use_), bytes_(std::exchange(other.bytes_, 0)), memory_(std::move(other.memory_)) {}

inline Scratch& Scratch::operator=(Scratch&& other) noexcept {
  std::swap(use_, other.use_);
  std::swap(bytes_, other.bytes_);
  std::swap(memory_, other.memory_);
  return *this;
}

inline Scratch::~Scratch() {
  if (memory_ == nullptr || bytes_ > most_kept) {
    return;
  }
  Kept& spare = kept(use_);
  spare.memory = std::move(memory_);
  spare.bytes = bytes_;
}

}  // namespace discreet::detail
