#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <span>
#include <vector>

#include <gtest/gtest.h>
#include <sodium.h>

#include "entropy/system_bits.hpp"

namespace discreet {
namespace {

using detail::KeyErasure;

/// Hands out given seeds in turn and fails when there are no more.
struct ScriptedSeeder {
  std::vector<unsigned char>* seeds;  // the first byte of each seed; the others count up from it
  std::size_t calls = 0;

  bool fill(std::span<unsigned char> out) {
    if (calls == seeds->size()) {
      out[0] = 0xff;  // what a generator wrote before it failed
      return false;
    }
    unsigned char byte = (*seeds)[calls++];
    for (auto& place : out) {
      place = byte++;
    }
    return true;
  }
};

struct ZeroSeeder {
  static bool fill(std::span<unsigned char> out) {
    std::ranges::fill(out, static_cast<unsigned char>(0));
    return true;
  }
};

/// The source with its page in view.
template <class Seeder>
struct Glass : BufferedBits<Seeder> {
  using BufferedBits<Seeder>::BufferedBits;
  using BufferedBits<Seeder>::state;
};

static_assert(BitSource<BufferedBits<ScriptedSeeder>>);

using Key = std::array<unsigned char, KeyErasure::key_bytes>;

/// The construction once more, through libsodium's other ChaCha20 and in the order of consumption.
std::vector<std::uint64_t> expand(Key& key) {
  constexpr std::size_t bytes = KeyErasure::key_bytes + 8 * KeyErasure::words_per_refill;
  const std::array<unsigned char, crypto_stream_chacha20_ietf_NONCEBYTES> nonce{};
  std::array<unsigned char, bytes> stream{};
  EXPECT_EQ(crypto_stream_chacha20_ietf(stream.data(), bytes, nonce.data(), key.data()), 0);
  std::copy_n(stream.begin(), key.size(), key.begin());
  std::vector<std::uint64_t> words(KeyErasure::words_per_refill);
  std::memcpy(words.data(), stream.data() + key.size(), 8 * words.size());
  std::ranges::reverse(words);
  return words;
}

TEST(BufferedBits, FollowsThePublishedChaCha20Keystream) {
  // RFC 8439, A.1, test vector 1: key, nonce and counter zero. Bytes 0 to 31 become the next key,
  // the rest of the block are the last four words to be consumed.
  constexpr std::array<std::uint64_t, 4> published = {0x8d4857517c5941da, 0x374ad8b83fe02477,
                                                      0x1ca11815f4b8436a, 0x8665eeb269b687c3};
  Glass<ZeroSeeder> bits;
  for (std::size_t i = published.size(); i < KeyErasure::words_per_refill; ++i) {
    bits.next();
  }
  EXPECT_EQ(bits.state().key[0], 0x76);
  EXPECT_EQ(bits.state().key[31], 0xc7);
  for (std::size_t i = published.size(); i-- > 0;) {
    EXPECT_EQ(bits.next(), published[i]);
  }
}

TEST(BufferedBits, RekeysAtEveryRefillAndAddsFreshBytesWhenDue) {
  std::vector<unsigned char> seeds = {7, 99};
  BufferedBits<ScriptedSeeder> bits{ScriptedSeeder{&seeds}};
  Key key{};
  for (const unsigned char seed : seeds) {
    for (std::size_t i = 0; i < key.size(); ++i) {
      key[i] = static_cast<unsigned char>(key[i] ^ (seed + i));
    }
    for (std::uint64_t refill = 0; refill < KeyErasure::refills_per_seed; ++refill) {
      for (const std::uint64_t word : expand(key)) {
        ASSERT_EQ(bits.next(), word);
      }
    }
  }
}

TEST(BufferedBits, WipesEveryWordItGivesAwayAndEverySeed) {
  std::vector<unsigned char> seeds = {1};
  Glass<ScriptedSeeder> bits{ScriptedSeeder{&seeds}};
  for (std::size_t i = 0; i < KeyErasure::words_per_refill + 100; ++i) {
    const std::uint64_t word = bits.next();
    const auto& state = bits.state();
    ASSERT_EQ(std::ranges::count(state.words, word), 0);
    ASSERT_EQ(static_cast<std::uint64_t>(std::ranges::count(state.words, std::uint64_t{0})),
              KeyErasure::words_per_refill - state.left);
    ASSERT_EQ(state.fresh, Key{});
  }
}

TEST(BufferedBits, GivesTheSameWordsAtOnceAndWipesThem) {
  std::vector<unsigned char> seeds = {1};
  BufferedBits<ScriptedSeeder> one_by_one{ScriptedSeeder{&seeds}};
  Glass<ScriptedSeeder> bits{ScriptedSeeder{&seeds}};
  for (const std::size_t count :
       {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{430},
        KeyErasure::words_per_refill, 3 * KeyErasure::words_per_refill, std::size_t{20}}) {
    std::vector<std::uint64_t> words(count);
    bits.take(words);
    for (const std::uint64_t word : words) {
      ASSERT_EQ(word, one_by_one.next());
      ASSERT_EQ(std::ranges::count(bits.state().words, word), 0);
    }
    ASSERT_EQ(static_cast<std::uint64_t>(std::ranges::count(bits.state().words, std::uint64_t{0})),
              count == 0 ? KeyErasure::words_per_refill
                         : KeyErasure::words_per_refill - bits.state().left);
    ASSERT_EQ(bits.tally(), one_by_one.tally());
  }
}

TEST(BufferedBits, ErasesTheKeyThatMadeTheWords) {
  std::vector<unsigned char> seeds = {1};
  Glass<ScriptedSeeder> bits{ScriptedSeeder{&seeds}};
  Key seed{};
  unsigned char byte = 1;
  for (auto& place : seed) {
    place = byte++;
  }
  bits.next();
  const auto* const page = reinterpret_cast<const unsigned char*>(&bits.state());
  EXPECT_EQ(std::search(page, page + sizeof(KeyErasure), seed.begin(), seed.begin() + 8),
            page + sizeof(KeyErasure));
}

TEST(BufferedBits, ReportsAFailingSeederAsNoEntropyAndNothingElse) {
  std::vector<unsigned char> seeds;
  Glass<ScriptedSeeder> bits{ScriptedSeeder{&seeds}};
  for (int attempt = 0; attempt < 3; ++attempt) {
    try {
      bits.next();
      FAIL() << "a word without a seed";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), no_entropy);
    }
    std::array<std::uint64_t, 3> some{};
    EXPECT_THROW(bits.take(some), Error);
    EXPECT_EQ(bits.tally(), Tally{});
    EXPECT_EQ(bits.state().fresh, Key{});
  }
}

TEST(BufferedBits, RecoversWhenTheSeederDoes) {
  std::vector<unsigned char> seeds;
  BufferedBits<ScriptedSeeder> bits{ScriptedSeeder{&seeds}};
  EXPECT_THROW(bits.next(), Error);
  seeds.push_back(3);
  std::vector<unsigned char> same = {3};
  BufferedBits<ScriptedSeeder> untroubled{ScriptedSeeder{&same}};
  EXPECT_EQ(bits.next(), untroubled.next());
}

TEST(BufferedBits, RefusesToStretchOneSeedForever) {
  std::vector<unsigned char> seeds = {5};
  BufferedBits<ScriptedSeeder> bits{ScriptedSeeder{&seeds}};
  for (std::uint64_t i = 0; i < KeyErasure::refills_per_seed * KeyErasure::words_per_refill; ++i) {
    bits.next();
  }
  EXPECT_THROW(bits.next(), Error);
}

TEST(BufferedBits, CountsTheWordsItGives) {
  BufferedBits<ZeroSeeder> bits;
  for (int i = 0; i < 1000; ++i) {
    bits.next();
  }
  EXPECT_EQ(bits.tally(), (Tally{.words = 1000}));
}

TEST(BufferedBits, LeavesErrnoAsFound) {
  errno = E2BIG;
  {
    BufferedBits<ZeroSeeder> bits;
    bits.next();
  }
  EXPECT_EQ(errno, E2BIG);
}

}  // namespace
}  // namespace discreet
