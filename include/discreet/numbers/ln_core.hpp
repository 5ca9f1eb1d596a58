#pragma once

namespace discreet {

/// How far an end of ln1p_enclosure lies from ln_core's value, relatively: rounding, remainder and
/// the widening product together. tests/numbers/ln_core_test.cpp re-derives it.
inline constexpr double ln_slack = 0x1.8p-51;

// The parts of ln_slack. tools/exp_proof.py proves the first with Gappa
// (proofs/numbers/ln_enclosure.gappa), tests/numbers/ln_core_test.cpp the second with MPFR.
inline constexpr double ln_evaluation_error = 0x1.9p-52;  // of the polynomial, relative
inline constexpr double ln_remainder = 0x1.7p-55;         // what the polynomial lacks, relative

/// The arguments ln_core accepts, around √½ − 1 to √2 − 1 and away from zero.
inline constexpr double ln_core_least = -0x1.2cp-2;
inline constexpr double ln_core_greatest = 0x1.a9p-2;
inline constexpr double ln_core_tiny = 0x1p-60;

namespace detail {

// 1/3, 1/5, … 1/19 to the nearest double.
inline constexpr double ln_d3 = 0x1.5555555555555p-2;
inline constexpr double ln_d5 = 0x1.999999999999ap-3;
inline constexpr double ln_d7 = 0x1.2492492492492p-3;
inline constexpr double ln_d9 = 0x1.c71c71c71c71cp-4;
inline constexpr double ln_d11 = 0x1.745d1745d1746p-4;
inline constexpr double ln_d13 = 0x1.3b13b13b13b14p-4;
inline constexpr double ln_d15 = 0x1.1111111111111p-4;
inline constexpr double ln_d17 = 0x1.e1e1e1e1e1e1ep-5;
inline constexpr double ln_d19 = 0x1.af286bca1af28p-5;

}  // namespace detail

/// A value near ln(1 + x) = 2 artanh(x / (x + 2)), for a double or a vector of doubles.
///
/// Law       |value / ln(1 + x) − 1| ≤ ln_slack − 2^−53, in this order of plain operations, so that
///           every vector width gives the same bits.
/// Requires  ln_core_least ≤ x ≤ ln_core_greatest and |x| ≥ ln_core_tiny; round-to-nearest.
/// Cost      about twenty-five flops and a division, no branch.
/// Proof     proofs/numbers/ln_enclosure.md
template <class V>
constexpr V ln_core(V x) noexcept {
  using namespace detail;
  const V s = x / (x + 2.0);
  const V y = s * 2.0;
  const V z = s * s;
  const V z2 = z * z;
  const V z4 = z2 * z2;
  const V q0 = (z * ln_d5 + ln_d3) + z2 * (z * ln_d9 + ln_d7);
  const V q1 = (z * ln_d13 + ln_d11) + z2 * (z * ln_d17 + ln_d15);
  const V q = z * (q0 + z4 * (q1 + z4 * ln_d19));
  const V w = y * q;
  return y + w;
}

}  // namespace discreet
