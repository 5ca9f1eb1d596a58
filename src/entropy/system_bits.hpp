#pragma once

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <utility>

#include "discreet/error.hpp"
#include "entropy/bit_source.hpp"
#include <unistd.h>

namespace discreet::detail {

/// Fills all of `out` by a call like getrandom(2), or answers false; errno is left as found.
///
/// Requires  read(data, size) to return the number of bytes written, or a negative number and
///           errno.
template <class Read>
[[nodiscard]] bool read_fully(Read&& read, std::span<unsigned char> out) noexcept {
  const int errno_as_found = errno;
  while (!out.empty()) {
    errno = 0;
    const auto got = read(out.data(), out.size());
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0 || static_cast<std::size_t>(got) > out.size()) {
      break;
    }
    out = out.subspan(static_cast<std::size_t>(got));
  }
  errno = errno_as_found;
  return out.empty();
}

/// A ChaCha20 generator with fast key erasure; all zeros is the state that must be seeded first.
struct KeyErasure {
  static constexpr std::size_t key_bytes = 32;
  /// With the key seven times the 512 bytes that libsodium's vectors make at once: one block more would be made alone, in
  /// half the time of eight.
  static constexpr std::size_t words_per_refill = 444;
  /// Somewhat less than a mebibyte of output is made from one seed.
  static constexpr std::uint64_t refills_per_seed = 256;

  std::uint64_t left;          ///< words not yet consumed: words[0] to words[left - 1]
  std::uint64_t refills_left;  ///< refills before fresh entropy is due
  std::array<unsigned char, key_bytes> fresh;  ///< where a seeder writes; otherwise zeros
  std::array<unsigned char, key_bytes> key;    ///< directly before words: one stream fills both
  std::array<std::uint64_t, words_per_refill> words;

  /// Adds `fresh` to the key, bit by bit modulo two, and wipes it.
  void absorb() noexcept;

  /// Replaces key and words by the stream of the key, so that no state explains an earlier word.
  void refill() noexcept;

  /// Back to all zeros.
  void wipe() noexcept;
};

static_assert(sizeof(KeyErasure) <= 4096, "one page");
static_assert((KeyErasure::key_bytes + sizeof(KeyErasure::words)) % 512 == 0);
static_assert(offsetof(KeyErasure, words) == offsetof(KeyErasure, key) + KeyErasure::key_bytes);

/// Chooses libsodium's fastest ChaCha20 for this machine, once per process.
[[nodiscard]] bool prepare_stream_cipher() noexcept;

}  // namespace discreet::detail

namespace discreet {

/// Fresh bytes from the operating system's generator, getrandom(2), once it is initialised.
struct SystemSeeder {
  /// Fills all of `out`, or answers false; errno is left as found.
  [[nodiscard]] static bool fill(std::span<unsigned char> out) noexcept;
};

}  // namespace discreet

namespace discreet::detail {

/// Zeroed memory of its own pages that a forked child sees as zeros, and that is wiped when it
/// goes.
///
/// Throws    Error{no_entropy} if the system gives no pages.
class WipedPage {
 public:
  explicit WipedPage(std::size_t bytes);
  ~WipedPage();
  WipedPage(const WipedPage&) = delete;
  WipedPage& operator=(const WipedPage&) = delete;

  [[nodiscard]] void* data() const noexcept { return data_; }

  /// False where the kernel cannot zero pages on fork; the owner must then compare process ids.
  [[nodiscard]] bool wipes_on_fork() const noexcept { return wipes_on_fork_; }

 private:
  std::size_t bytes_;
  void* data_;
  bool wipes_on_fork_;
};

}  // namespace discreet::detail

namespace discreet {

/// A bit source that stretches a seeder's bytes with ChaCha20 and forgets what it has given away.
///
/// Law       words of 64 independent uniform bits, if the seeder's bytes are and ChaCha20 is ideal.
/// Requires  use by one thread only; a forked child may go on using its copy.
/// Throws    Error{no_entropy} if the seeder fails, which leaves the source able to try again.
/// Cost      a load, a store and a count per word; every 444th word a refill of one page.
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

  [[gnu::always_inline]] std::uint64_t next() {
    if (owner_ != 0) [[unlikely]] {
      wipe_after_fork();
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

  /// So many words as next() gives, at once.
  void take(std::span<std::uint64_t> out) {
    if (owner_ != 0) [[unlikely]] {
      wipe_after_fork();
    }
    while (!out.empty()) {
      if (state_->left == 0) [[unlikely]] {
        refill();
      }
      const std::size_t some = std::min<std::size_t>(out.size(), state_->left);
      const auto given = std::span{state_->words}.subspan(state_->left - some, some);
      state_->left -= some;
      std::reverse_copy(given.begin(), given.end(), out.begin());
      std::fill(given.begin(), given.end(), 0);
      tally_.words += some;
      out = out.subspan(some);
    }
  }

  Tally& tally() noexcept { return tally_; }

 protected:
  [[nodiscard]] detail::KeyErasure& state() noexcept { return *state_; }

 private:
  void wipe_after_fork() {
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

/// The bit source of every release: the operating system's generator, buffered.
using SystemBits = BufferedBits<SystemSeeder>;

static_assert(BitSource<SystemBits>);

/// This thread's own bit source, wiped when the thread ends.
///
/// Throws    Error{no_entropy} if the thread's first call finds no memory for it.
/// Proof     proofs/entropy/system_bits.md
SystemBits& thread_bits();

}  // namespace discreet
