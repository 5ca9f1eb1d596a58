#include "spill_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include <sodium.h>

#include "discreet/error.hpp"
#include "input_error.hpp"
#include <fcntl.h>
#include <unistd.h>

namespace discreet::cli {
namespace {

constexpr std::size_t tag_bytes = crypto_aead_xchacha20poly1305_ietf_ABYTES;

using Nonce = std::array<unsigned char, crypto_aead_xchacha20poly1305_ietf_NPUBBYTES>;

// A key seals each block once, so its place is never used twice.
Nonce nonce_of(std::uint64_t block) {
  Nonce out{};
  std::memcpy(out.data(), &block, sizeof block);
  return out;
}

[[noreturn]] void refuse(const char* what) {
  throw InputError{std::string{"the input needs more memory than --memory allows, and "} + what};
}

int open_without_name() {
  const char* const named = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  const std::string directory = named != nullptr && *named != '\0' ? named : "/var/tmp";
  const int found = ::open(directory.c_str(), O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
  if (found >= 0) {
    return found;
  }
  // Some file systems have no files without names; one that has lost its name is as good.
  std::string name = directory + "/discreet-XXXXXX";
  const int made = ::mkostemp(name.data(), O_CLOEXEC);
  if (made < 0 || ::unlink(name.c_str()) != 0) {
    refuse("no file can be made for the rest in TMPDIR");
  }
  return made;
}

// Reads or writes all of it; whether that was possible.
template <class Call, class Bytes>
bool all_of(Call call, Bytes bytes, std::uint64_t place) {
  while (!bytes.empty()) {
    const ssize_t done = call(bytes.data(), bytes.size(), static_cast<off_t>(place));
    if (done < 0 && errno == EINTR) {
      continue;
    }
    if (done <= 0) {
      return false;
    }
    bytes = bytes.subspan(static_cast<std::size_t>(done));
    place += static_cast<std::uint64_t>(done);
  }
  return true;
}

}  // namespace

SpillFile::SpillFile(std::size_t parts)
    : descriptor_(open_without_name()),
      waiting_(parts),
      blocks_(parts),
      sealed_(block_words * sizeof(std::uint64_t) + tag_bytes),
      opened_(block_words) {
  static_assert(sizeof key_ == crypto_aead_xchacha20poly1305_ietf_KEYBYTES);
  if (sodium_init() < 0) {
    ::close(descriptor_);
    throw Error{no_entropy, "libsodium could not be initialised"};
  }
  randombytes_buf(key_.data(), key_.size());
}

SpillFile::~SpillFile() {
  sodium_memzero(key_.data(), key_.size());
  ::close(descriptor_);
}

void SpillFile::write(std::size_t part) {
  std::vector<std::uint64_t>& words = waiting_[part];
  const Nonce nonce = nonce_of(written_);
  // It is declared to return 0.
  static_cast<void>(crypto_aead_xchacha20poly1305_ietf_encrypt(
      sealed_.data(), nullptr, reinterpret_cast<const unsigned char*>(words.data()),
      words.size() * sizeof(std::uint64_t), nullptr, 0, nullptr, nonce.data(), key_.data()));
  const auto call = [this](const unsigned char* bytes, std::size_t size, off_t place) {
    return ::pwrite(descriptor_, bytes, size, place);
  };
  if (!all_of(call, std::span<const unsigned char>{sealed_}, written_ * sealed_.size())) {
    refuse("there is no room for the rest in TMPDIR");
  }
  blocks_[part].push_back(written_++);
  words.clear();
}

const std::vector<std::uint64_t>& SpillFile::read(std::uint64_t block) {
  const auto call = [this](unsigned char* bytes, std::size_t size, off_t place) {
    return ::pread(descriptor_, bytes, size, place);
  };
  const Nonce nonce = nonce_of(block);
  const bool there = all_of(call, std::span<unsigned char>{sealed_}, block * sealed_.size());
  if (!there || crypto_aead_xchacha20poly1305_ietf_decrypt(
                    reinterpret_cast<unsigned char*>(opened_.data()), nullptr, nullptr,
                    sealed_.data(), sealed_.size(), nullptr, 0, nonce.data(), key_.data()) != 0) {
    refuse("the file that holds the rest cannot be read back as it was written");
  }
  return opened_;
}

}  // namespace discreet::cli
