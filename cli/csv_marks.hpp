#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace discreet::cli {

/// Where the bytes of some text stand that a reader of separated values must look at: separators, line feeds, carriage
/// returns, quotes and NUL. Found many at a time, by comparing whole vectors.
///
/// Law       next() gives their places one after another, each once, from where the walk was told to begin.
/// Cost      one pass over the text, in windows of 4 KiB.
class CsvMarks {
 public:
  explicit CsvMarks(char separator) : separator_(separator) {}

  /// Walks on from `begin`, in a text that ends before `end`. What is known of the text already is used again.
  ///
  /// Requires  that the bytes did not change since restart(), where `end` is the same.
  void seek(const char* begin, const char* end);

  /// Forgets the text: the bytes may be others at the same place.
  void restart() noexcept { end_ = nullptr; }

  /// The next mark, or nullptr where there is none before the end.
  const char* next() {
    while (bits_ == 0) {
      if (++block_ >= blocks_ && !next_window()) {
        return nullptr;
      }
      bits_ = marks_[block_];
    }
    const char* const found = window_ + 64 * block_ + static_cast<unsigned>(__builtin_ctzll(bits_));
    bits_ &= bits_ - 1;
    return found;
  }

  /// Whether the text from seek() to the last mark given is ASCII for sure.
  [[nodiscard]] bool ascii() const noexcept { return ascii_; }

 private:
  static constexpr std::size_t most_blocks = 64;

  bool next_window();
  void look(const char* begin);

  char separator_;
  const char* window_ = nullptr;
  const char* window_end_ = nullptr;
  const char* end_ = nullptr;
  std::array<std::uint64_t, most_blocks> marks_{};
  std::size_t blocks_ = 0;
  std::size_t block_ = 0;
  std::uint64_t bits_ = 0;
  bool window_ascii_ = true;
  bool ascii_ = true;
};

}  // namespace discreet::cli
