#pragma once

#include <cstddef>
#include <string_view>

namespace discreet::fuzz {

/// An input handed out in pieces of one size.
class Pieces {
 public:
  Pieces(std::string_view bytes, std::size_t size) : bytes_(bytes), size_(size) {}

  std::string_view operator()() {
    const std::string_view piece = bytes_.substr(0, size_);
    bytes_.remove_prefix(piece.size());
    return piece;
  }

 private:
  std::string_view bytes_;
  std::size_t size_;
};

}  // namespace discreet::fuzz
