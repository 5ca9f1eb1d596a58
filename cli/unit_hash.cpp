#include "unit_hash.hpp"

#include <cstring>

#include <sodium.h>

#include "discreet/error.hpp"

namespace discreet::cli {

UnitHash::UnitHash() {
  require(sodium_init() >= 0, no_entropy, "libsodium could not be initialised");
  randombytes_buf(key_.data(), key_.size());
}

std::uint64_t UnitHash::operator()(std::string_view name) const noexcept {
  static_assert(Key{}.size() == crypto_shorthash_KEYBYTES);
  std::array<unsigned char, crypto_shorthash_BYTES> bytes{};
  // It is declared to return 0.
  static_cast<void>(crypto_shorthash(
      bytes.data(), reinterpret_cast<const unsigned char*>(name.data()), name.size(), key_.data()));
  std::uint64_t number = 0;
  static_assert(sizeof number == crypto_shorthash_BYTES);
  std::memcpy(&number, bytes.data(), sizeof number);
  return number;
}

}  // namespace discreet::cli
