#pragma once

#include <cstddef>
#include <memory>

namespace discreet::detail {

/// What a release keeps room for.
enum class ScratchUse { pairs, sums };

/// Room for a release, kept by its thread for the next one: fresh pages would cost more than the
/// rest of a release does.
///
/// Requires  to be destroyed by the thread that made it.
/// Cost      an allocation where the thread has no room of that use large enough to spare; a thread
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

}  // namespace discreet::detail
