#pragma once

#include <cstdint>
#include <new>
#include <utility>

#include "discreet/entropy/bit_source.hpp"
#include "discreet/entropy/key_erasure.hpp"
#include "discreet/entropy/wiped_page.hpp"
#include "discreet/error.hpp"
#include <unistd.h>

namespace discreet {

/// A bit source that stretches a seeder's bytes with ChaCha20 and forgets what it has given away.
///
/// Law       words of 64 independent uniform bits, if the seeder's bytes are and ChaCha20 is ideal.
/// Requires  use by one thread only; a forked child may go on using its copy.
/// Throws    Error{no_entropy} if the seeder fails, which leaves the source able to try again.
/// Cost      a load, a store and a count per word; every 502nd word a refill of one page.
/// Proof     proofs/entropy/system_bits.md
template <class Seeder, class Page = detail::WipedPage>
class BufferedBits {
 public:
  static constexpr unsigned width = 64;

  explicit BufferedBits(Seeder seeder = {})
      : seeder_(std::move(seeder)),
        page_(sizeof(detail::KeyErasure)),
        state_(::new(page_.data()) detail::KeyErasure{}),
        // A pid of zero is never asked for: there a fork leaves left == 0 behind.
        owner_(page_.wipes_on_fork() ? 0 : ::getpid()) {}
  BufferedBits(const BufferedBits&) = delete;
  BufferedBits& operator=(const BufferedBits&) = delete;

  std::uint64_t next() {
    if (owner_ != 0) [[unlikely]] {
      forget_the_parent();
    }
    std::uint64_t left = state_->left;
    if (left == 0) [[unlikely]] {
      refill();
      left = state_->left;
    }
    --left;
    state_->left = left;
    const std::uint64_t word = state_->words[left];
    state_->words[left] = 0;
    ++tally_.words;
    return word;
  }

  Tally& tally() noexcept { return tally_; }

 protected:
  [[nodiscard]] detail::KeyErasure& state() noexcept { return *state_; }

 private:
  void forget_the_parent() {
    const pid_t self = ::getpid();
    if (self != owner_) {
      state_->wipe();
      owner_ = self;
    }
  }

  void refill() {
    if (state_->refills_left == 0) {
      const bool filled = seeder_.fill(state_->fresh) && detail::prepare_stream_cipher();
      if (!filled) {
        // Half a seed must not linger where the next absorb would take it for a whole one.
        state_->fresh.fill(0);
      }
      require(filled, no_entropy, "the system's generator must deliver random bytes");
      state_->absorb();
    }
    state_->refill();
  }

  [[no_unique_address]] Seeder seeder_;
  Page page_;
  detail::KeyErasure* state_;
  pid_t owner_;
  Tally tally_;
};

}  // namespace discreet
