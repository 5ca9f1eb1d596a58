#include "entropy/system_bits.hpp"

#include <cerrno>
#include <cstring>

#include <sodium.h>

#include "discreet/error.hpp"
#include <sys/mman.h>
#include <sys/random.h>

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

namespace discreet {

bool SystemSeeder::fill(std::span<unsigned char> out) noexcept {
  return detail::read_fully(
      [](unsigned char* data, std::size_t size) { return ::getrandom(data, size, 0); }, out);
}

}  // namespace discreet

namespace discreet::detail {

WipedPage::WipedPage(std::size_t bytes) : bytes_(bytes), data_(nullptr), wipes_on_fork_(false) {
  const int errno_as_found = errno;
  void* const pages =
      ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages != MAP_FAILED) {
    data_ = pages;
    wipes_on_fork_ = ::madvise(pages, bytes_, MADV_WIPEONFORK) == 0;
    // A core dump is read by whoever already owns the machine, so a kernel that cannot leave the
    // pages out of it is no reason to refuse.
    static_cast<void>(::madvise(pages, bytes_, MADV_DONTDUMP));
  }
  errno = errno_as_found;
  require(data_ != nullptr, no_entropy, "the system must grant memory for the random bits");
}

WipedPage::~WipedPage() {
  const int errno_as_found = errno;
  sodium_memzero(data_, bytes_);
  // It fails only for arguments that mmap never returned, and by then the secret is gone anyway.
  static_cast<void>(::munmap(data_, bytes_));
  errno = errno_as_found;
}

}  // namespace discreet::detail

namespace discreet {

SystemBits& thread_bits() {
  thread_local SystemBits bits;
  return bits;
}

}  // namespace discreet
