#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "byte_source.hpp"

namespace discreet::cli {

/// Bytes handed out in pieces of one size.
inline NextBytes pieces(std::string bytes, std::size_t size) {
  auto rest = std::make_shared<std::string>(std::move(bytes));
  auto at = std::make_shared<std::size_t>(0);
  return [rest, at, size] {
    const std::string_view piece = std::string_view{*rest}.substr(*at, size);
    *at += piece.size();
    return piece;
  };
}

/// All bytes of a stream.
inline std::string bytes_of(const NextBytes& next_bytes) {
  std::string out;
  for (std::string_view piece = next_bytes(); !piece.empty(); piece = next_bytes()) {
    out += piece;
  }
  return out;
}

}  // namespace discreet::cli
