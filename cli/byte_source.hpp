#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace discreet::cli {

/// Hands out the bytes of an input piece by piece; an empty piece is the end.
using NextBytes = std::function<std::string_view()>;

/// What some editors put at the beginning of UTF-8 text.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// A file, or standard input under the name "-", read in pieces of a megabyte.
///
/// Throws    InputError if it cannot be opened or read, or is a directory.
class ByteSource {
 public:
  explicit ByteSource(const std::string& path);
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  ByteSource(ByteSource&&) = delete;
  ByteSource& operator=(ByteSource&&) = delete;
  ~ByteSource();

  std::string_view next();

  [[nodiscard]] std::uint64_t done() const noexcept { return done_; }
  /// The size of a plain file; 0 if it is not known.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

 private:
  int descriptor_;
  std::uint64_t done_ = 0;
  std::uint64_t size_ = 0;
  std::vector<char> buffer_;
};

}  // namespace discreet::cli
