#include "discreet/entropy/wiped_page.hpp"

#include <cerrno>

#include <sodium.h>

#include "discreet/error.hpp"
#include <sys/mman.h>

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
