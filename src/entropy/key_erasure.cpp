#include "discreet/entropy/key_erasure.hpp"

#include <cerrno>
#include <cstring>

#include <sodium.h>

namespace discreet::detail {

void KeyErasure::absorb() noexcept {
  for (std::size_t i = 0; i < key_bytes; ++i) {
    key[i] = static_cast<unsigned char>(key[i] ^ fresh[i]);
  }
  sodium_memzero(fresh.data(), key_bytes);
  refills_left = refills_per_seed;
}

void KeyErasure::refill() noexcept {
  static_assert(key_bytes == crypto_stream_chacha20_KEYBYTES);
  static constexpr unsigned char nonce[crypto_stream_chacha20_NONCEBYTES] = {};
  // `fresh` is zeros between seeds; it lends the spent key a place that a fork wipes too.
  std::memcpy(fresh.data(), key.data(), key_bytes);
  auto* const stream = reinterpret_cast<unsigned char*>(this) + offsetof(KeyErasure, key);
  // It can only fail for lengths past 2^70 bytes, and is declared to return 0.
  static_cast<void>(crypto_stream_chacha20(stream, key_bytes + sizeof(words), nonce, fresh.data()));
  sodium_memzero(fresh.data(), key_bytes);
  left = words_per_refill;
  --refills_left;
}

void KeyErasure::wipe() noexcept { sodium_memzero(this, sizeof(*this)); }

bool prepare_stream_cipher() noexcept {
  // Called after getrandom(2) has answered, so that libsodium, which would abort without a system
  // generator, finds one.
  static const bool prepared = [] {
    const int errno_as_found = errno;
    const bool answer = sodium_init() >= 0;
    errno = errno_as_found;
    return answer;
  }();
  return prepared;
}

}  // namespace discreet::detail
