#include "decompress.hpp"

#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "input_error.hpp"
#include "pieces.hpp"
#include "support/fresh_random.hpp"
#include <zlib.h>
#include <zstd.h>

namespace discreet::cli {
namespace {

std::string in_gzip(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()), '\0');
  std::string in = text;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string in_zstd(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3);
  EXPECT_EQ(ZSTD_isError(size), 0U);
  out.resize(size);
  return out;
}

/// A compression: how to make it and how we take it off.
struct Codec {
  std::string name;
  std::function<std::string(const std::string&)> pack;
  std::function<NextBytes(NextBytes)> unpack;

  [[nodiscard]] std::string unpacked(const std::string& bytes, std::size_t piece) const {
    return bytes_of(unpack(pieces(bytes, piece)));
  }

  [[nodiscard]] std::string refusal(const std::string& bytes, std::size_t piece) const {
    try {
      (void)unpacked(bytes, piece);
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  }
};

std::vector<Codec> codecs() { return {{"gzip", in_gzip, gunzip}, {"zstd", in_zstd, unzstd}}; }

std::string random_text(std::size_t size, char most) {
  std::mt19937_64 bits = testing::fresh_random();
  std::uniform_int_distribution<int> letter{'a', most};
  std::string out(size, ' ');
  for (char& c : out) {
    c = static_cast<char>(letter(bits));
  }
  return out;
}

TEST(Decompress, GivesBackWhatWasCompressedHoweverItIsCut) {
  constexpr std::size_t piece_given = 1UL << 18;
  for (const Codec& codec : codecs()) {
    for (const std::size_t size : {0UL, 1UL, 1000UL, piece_given - 1, piece_given, piece_given + 1,
                                   2 * piece_given, 5 * piece_given + 7}) {
      for (const char most : {'a', 'z'}) {
        const std::string text = random_text(size, most);
        const std::string packed = codec.pack(text);
        for (const std::size_t piece : {1UL, 7UL, 4096UL, packed.size()}) {
          EXPECT_TRUE(codec.unpacked(packed, piece) == text) << codec.name << size << most << piece;
        }
      }
    }
  }
}

TEST(Decompress, ReadsOnePartAfterAnother) {
  for (const Codec& codec : codecs()) {
    const std::string packed = codec.pack("one,") + codec.pack("") + codec.pack("two");
    for (std::size_t piece = 1; piece <= packed.size(); ++piece) {
      EXPECT_EQ(codec.unpacked(packed, piece), "one,two") << codec.name;
    }
  }
}

TEST(Decompress, RefusesEveryCut) {
  for (const Codec& codec : codecs()) {
    const std::string text = random_text(300, 'z');
    const std::string first = codec.pack(text);
    const std::string packed = first + codec.pack(text);
    for (std::size_t size = 1; size < packed.size(); ++size) {
      if (size != first.size()) {
        EXPECT_EQ(codec.refusal(packed.substr(0, size), 7),
                  "the " + codec.name + " data is cut short")
            << size;
      }
    }
  }
}

TEST(Decompress, RefusesWhateverFollows) {
  for (const Codec& codec : codecs()) {
    for (const char* after : {"garbage", "\n\n\n\n\n\n", "a,b\nc,d\n"}) {
      for (const std::size_t piece : {1UL, 1000UL}) {
        EXPECT_EQ(codec.refusal(codec.pack("text") + after, piece),
                  "the " + codec.name + " data is damaged, or something else follows it");
      }
    }
    EXPECT_NE(codec.refusal(codec.pack("text") + std::string(8, '\0'), 1000), "none");
  }
}

TEST(Decompress, RefusesAChangedByteUnlessItChangesNothing) {
  const Codec gzip = codecs().front();
  const std::string text = random_text(300, 'z');
  const std::string packed = gzip.pack(text);
  constexpr std::size_t header = 10;
  std::size_t refused = 0;
  for (std::size_t i = header; i < packed.size(); ++i) {
    std::string changed = packed;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    if (gzip.refusal(changed, 1000) == "none") {
      EXPECT_EQ(gzip.unpacked(changed, 1000), text);
    } else {
      ++refused;
    }
  }
  EXPECT_GT(refused, packed.size() / 2);
}

}  // namespace
}  // namespace discreet::cli
