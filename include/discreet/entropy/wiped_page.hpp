#pragma once

#include <cstddef>

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
