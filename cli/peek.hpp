#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "byte_source.hpp"

namespace discreet::cli {

/// A stream whose first bytes are looked at before they are read.
class Peek {
 public:
  /// Takes pieces until there are `size` bytes, or no more.
  Peek(NextBytes next_bytes, std::size_t size) : next_bytes_(std::move(next_bytes)) {
    for (std::string_view piece = next_bytes_(); !piece.empty(); piece = next_bytes_()) {
      *head_ += piece;
      if (head_->size() >= size) {
        return;
      }
    }
    ended_ = true;
  }

  [[nodiscard]] std::string_view head() const noexcept { return *head_; }

  /// The whole stream, its first bytes included.
  [[nodiscard]] NextBytes bytes() const {
    return [head = head_, rest = next_bytes_, ended = ended_, given = false]() mutable {
      if (!given && !head->empty()) {
        given = true;
        return std::string_view{*head};
      }
      return ended ? std::string_view{} : rest();
    };
  }

 private:
  NextBytes next_bytes_;
  std::shared_ptr<std::string> head_ = std::make_shared<std::string>();
  bool ended_ = false;
};

}  // namespace discreet::cli
