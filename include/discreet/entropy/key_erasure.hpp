#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace discreet::detail {

/// A ChaCha20 generator with fast key erasure; all zeros is the state that must be seeded first.
struct KeyErasure {
  static constexpr std::size_t key_bytes = 32;
  static constexpr std::size_t words_per_refill = 502;
  /// About a mebibyte of output lies between two helpings of fresh entropy.
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

static_assert(sizeof(KeyErasure) == 4096, "one page, without padding");
static_assert(offsetof(KeyErasure, words) == offsetof(KeyErasure, key) + KeyErasure::key_bytes);

/// Chooses libsodium's fastest ChaCha20 for this machine, once per process.
[[nodiscard]] bool prepare_stream_cipher() noexcept;

}  // namespace discreet::detail
