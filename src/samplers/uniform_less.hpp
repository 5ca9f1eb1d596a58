#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <gmpxx.h>
#include <mpfr.h>

#include "discreet/error.hpp"
#include "entropy/bit_source.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/interval.hpp"

namespace discreet {

/// A uniform real in [0, 1) as an infinite bit string, of which only the words asked for are drawn.
///
/// Law       the known words are independent and uniform, and so are those still to come.
/// Cost      nothing until the first word is asked for; no allocation before the second.
/// Proof     proofs/samplers/uniform_less.md
template <BitSource Bits>
class LazyUniform {
 public:
  explicit LazyUniform(Bits& bits) noexcept : bits_(&bits) {}

  /// How many bits are known.
  [[nodiscard]] std::size_t known() const noexcept { return words_ * Bits::width; }

  /// The first word, drawn if it is not known yet.
  std::uint64_t head() {
    if (words_ == 0) {
      head_ = bits_->next();
      words_ = 1;
    }
    return head_;
  }

  /// Draws one more word; what is known stays as it is.
  void extend() {
    if (words_ == 0) {
      head();
      return;
    }
    // Draw before changing anything: a generator that fails must not leave half a word behind.
    const std::uint64_t word = bits_->next();
    prefix_ = prefix();
    prefix_ <<= Bits::width;
    prefix_ += static_cast<unsigned long>(word);
    ++words_;
  }

  /// Draws until at least this many bits are known.
  void extend_to(std::size_t bits) {
    while (known() < bits) {
      extend();
    }
  }

  /// The known bits as an integer a: U lies in [a, a + 1) / 2^known().
  [[nodiscard]] mpz_class prefix() const {
    return words_ >= 2 ? prefix_ : mpz_class{static_cast<unsigned long>(head_)};
  }

  [[nodiscard]] Tally& tally() const noexcept { return bits_->tally(); }

 private:
  static_assert(sizeof(unsigned long) == sizeof(std::uint64_t), "GMP takes words as unsigned long");

  Bits* bits_;
  std::uint64_t head_ = 0;
  std::size_t words_ = 0;
  mpz_class prefix_;
};

namespace detail {

/// Where an enclosure of r lies with respect to the cell [a, a + 1) / 2^bits in which U is known to
/// be.
enum class Place { above_cell, below_cell, inside_cell, across_an_edge };

Place place(const BigInterval& enclosure, const mpz_class& cell, std::size_t bits);

}  // namespace detail

/// Answers U < r from one word and an enclosure of r in doubles, or nothing where that is unsure.
///
/// Requires  the enclosure contains r.
/// Cost      one word; none where r <= 0 or r >= 1 is certain.
/// Proof     proofs/samplers/uniform_less.md
template <BitSource Bits>
std::optional<bool> try_less(LazyUniform<Bits>& u, Interval r) {
  if (r.lo >= 1.0) {
    return true;
  }
  if (r.hi <= 0.0) {
    return false;
  }
  // Scaling by a power of two is exact here, and 2^width * lo < 2^64 because lo < 1.
  constexpr double cells = static_cast<double>(std::uint64_t{1} << (Bits::width - 1)) * 2.0;
  const std::uint64_t cell = u.head();
  const std::uint64_t cells_below_lo = r.lo <= 0.0 ? 0 : static_cast<std::uint64_t>(r.lo * cells);
  if (cell < cells_below_lo) {
    return true;
  }
  if (r.hi < 1.0) {
    const double hi_in_cells = r.hi * cells;
    const auto whole = static_cast<std::uint64_t>(hi_in_cells);
    const bool starts_past_hi =
        static_cast<double>(whole) < hi_in_cells ? cell > whole : cell >= whole;
    if (starts_past_hi) {
      return false;
    }
  }
  return std::nullopt;
}

/// By how many bits the precision of the exact comparison exceeds the bits known of U, or of r's own
/// string, when it begins.
inline constexpr mpfr_prec_t exact_guard = 64;

/// How many bits of one U the exact comparison is ready to draw: a generator that leaves a
/// comparison open for so long, which ideal bits do with probability 2^-1000000, is broken.
inline constexpr std::size_t exact_patience = 1'000'000;

/// Answers U < r, drawing as many more words of the same U as it takes.
///
/// Law       yes with probability r clamped to [0, 1], over the words not yet known.
/// Throws    Error{no_entropy} if exact_patience bits do not decide it.
/// Cost      ends with probability 1; expected O(1) words.
/// Proof     proofs/samplers/uniform_less.md
template <BitSource Bits, ComputableReal Real>
bool exact_less(LazyUniform<Bits>& u, Real& r) {
  u.head();
  const auto wanted = [&u] { return static_cast<mpfr_prec_t>(u.known()) + exact_guard; };
  mpfr_prec_t precision = wanted();
  if constexpr (requires { r.known(); }) {
    // A real with a string of its own is compared as it is known before either is drawn further.
    precision = static_cast<mpfr_prec_t>(r.known()) + exact_guard;
  }
  BigInterval enclosure = r.enclose(precision);
  for (;;) {
    const detail::Place place = detail::place(enclosure, u.prefix(), u.known());
    if (place == detail::Place::above_cell) {
      return true;
    }
    if (place == detail::Place::below_cell) {
      return false;
    }
    // An enclosure within the cell asks for more bits of U, one across an edge for a closer look
    // at r. An r on the edge itself would be straddled at every precision, so in the end the cell
    // must shrink there too.
    const bool across = place == detail::Place::across_an_edge;
    if (!across || precision >= wanted() + exact_guard) {
      require(u.known() < exact_patience, no_entropy,
              "the system's generator must deliver random bytes");
      u.extend();
    }
    if (across) {
      precision = std::max<mpfr_prec_t>(precision + Bits::width, wanted());
      enclosure = r.enclose(precision);
    }
  }
}

/// Answers U < r: the filter in doubles first, the exact comparison of the same bits after.
///
/// Law       yes with probability r clamped to [0, 1], when no word of U is known before the call.
/// Cost      one word and no allocation but where the filter is unsure.
/// Proof     proofs/samplers/uniform_less.md
template <BitSource Bits, ComputableReal Real>
bool less(LazyUniform<Bits>& u, Real& r) {
  ++u.tally().comparisons;
  if (const std::optional<bool> answer = try_less(u, r.quick())) {
    return *answer;
  }
  ++u.tally().fallbacks;
  return exact_less(u, r);
}

/// Draws a fresh U and answers U < r: a coin that shows heads with probability r.
///
/// Law       yes with probability r clamped to [0, 1].
/// Proof     proofs/samplers/uniform_less.md
template <BitSource Bits, ComputableReal Real>
bool sample_less(Bits& bits, Real& r) {
  LazyUniform<Bits> u{bits};
  return less(u, r);
}

}  // namespace discreet
