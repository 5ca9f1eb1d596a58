#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace discreet::cli {

/// Words by parts that memory has no room for.
///
/// Law       a file without a name, in TMPDIR or else /var/tmp, that ends with the program however that ends. What is in
///           it is encrypted (XChaCha20-Poly1305) under a key that is drawn for it and that only memory holds. What was
///           changed there by others is refused.
/// Throws    InputError where there is no such file or no room, Error{no_entropy} where there is no key.
class SpillFile {
 public:
  explicit SpillFile(std::size_t parts);
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;
  SpillFile(SpillFile&&) = delete;
  SpillFile& operator=(SpillFile&&) = delete;
  ~SpillFile();

  /// Keeps a word of a part.
  void add(std::size_t part, std::uint64_t word) {
    waiting_[part].push_back(word);
    if (waiting_[part].size() == block_words) {
      write(part);
    }
  }

  /// Hands all words of a part to `use`, some at a time.
  template <class Use>
  void take(std::size_t part, Use use) {
    for (const std::uint64_t block : blocks_[part]) {
      use(std::span<const std::uint64_t>{read(block)});
    }
    use(std::span<const std::uint64_t>{waiting_[part]});
  }

  /// For tests: where the file can be looked at.
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

 private:
  static constexpr std::size_t block_words = 1024;

  void write(std::size_t part);
  const std::vector<std::uint64_t>& read(std::uint64_t block);

  int descriptor_;
  std::array<unsigned char, 32> key_{};
  std::vector<std::vector<std::uint64_t>> waiting_;
  std::vector<std::vector<std::uint64_t>> blocks_;  // of each part, by their places in the file
  std::uint64_t written_ = 0;                       // blocks
  std::vector<unsigned char> sealed_;
  std::vector<std::uint64_t> opened_;
};

}  // namespace discreet::cli
