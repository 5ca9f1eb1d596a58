#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <mpfr.h>

#include "discreet/numbers/rounding.hpp"
#include "discreet/samplers/noise.hpp"
#include "entropy/bit_source.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/interval.hpp"
#include "samplers/uniform_less.hpp"

namespace discreet {

/// Contains, for every v in the interval, the u at which the upper quantile of mine equals the
/// other's at v.
///
/// Requires  mine of a scale above zero.
/// Proof     proofs/samplers/psrn.md
[[nodiscard]] BigInterval threshold(const ExponentialRV& mine, const ExponentialRV& other,
                                    const BigInterval& v, mpfr_prec_t precision);

/// The same in doubles; [0, +∞], which says nothing, where the scales differ and neither is 0.
[[nodiscard]] Interval quick_threshold(const ExponentialRV& mine, const ExponentialRV& other,
                                       Interval v);

/// Contains, for every v in the interval, the u at which the quantile of mine equals the other's at
/// v.
///
/// Requires  mine of a scale above zero.
/// Proof     proofs/samplers/psrn.md
[[nodiscard]] BigInterval threshold(const GumbelRV& mine, const GumbelRV& other,
                                    const BigInterval& v, mpfr_prec_t precision);

/// The same in doubles; [0, 1], which says nothing, where the scales differ and neither is 0.
[[nodiscard]] Interval quick_threshold(const GumbelRV& mine, const GumbelRV& other, Interval v);

/// Whether the value grows with the uniform behind it: a quantile does, an upper quantile falls.
template <class RV>
inline constexpr bool rises_with_u = std::same_as<RV, GumbelRV>;

/// A partially sampled real number: the quantile of a random variable at a uniform bit string that
/// is drawn only as far as comparisons need it.
///
/// Law       the value has RV's law; comparing reveals the value bit by bit and never redraws one.
/// Requires  RV{shift, scale}, whose thresholds stand above.
/// Proof     proofs/samplers/psrn.md
template <class RV, BitSource Bits>
class Psrn {
 public:
  Psrn(Bits& bits, RV variable) : variable_(std::move(variable)), u_(bits) {}

  /// Whether this value is greater than the other; refines both until they separate. Not greater
  /// than itself.
  bool greater_than(Psrn& other) {
    require_sound_arithmetic();
    if (this == &other) {
      return false;
    }
    // At scale 0 a value is its shift. Against one that is not, equality has probability zero.
    if (variable_.scale() == 0) {
      return other.variable_.scale() == 0 ? variable_.shift() > other.variable_.shift()
                                          : !other.greater_than(*this);
    }
    Threshold threshold{variable_, other};
    const bool below = less(u_, threshold);
    return rises_with_u<RV> ? !below : below;
  }

  [[nodiscard]] const RV& variable() const noexcept { return variable_; }

  /// How many bits of the uniform are known.
  [[nodiscard]] std::size_t known() const noexcept { return u_.known(); }

 private:
  /// The u at which this variable's quantile equals the other's value: a real that the other's bits
  /// refine.
  class Threshold {
   public:
    Threshold(const RV& mine, Psrn& other)
        : mine_(&mine), other_(&other), is_the_others_u_(mine == other.variable_) {}

    /// How many bits of the other's string the exact comparison begins with: those there are.
    [[nodiscard]] std::size_t known() const noexcept {
      return other_is_its_shift() ? 0 : other_->known();
    }

    Interval quick() {
      if (other_is_its_shift()) {
        return discreet::quick_threshold(*mine_, other_->variable_, {0.0, 1.0});
      }
      constexpr double cell = 0.5 / static_cast<double>(std::uint64_t{1} << (Bits::width - 1));
      const Interval start = enclosing_doubles(other_->u_.head());
      const Interval v{start.lo * cell, (start + 1.0).hi * cell};
      return is_the_others_u_ ? v : discreet::quick_threshold(*mine_, other_->variable_, v);
    }

    BigInterval enclose(mpfr_prec_t precision) {
      if (other_is_its_shift()) {
        return discreet::threshold(*mine_, other_->variable_, BigInterval{precision}, precision);
      }
      // Both numbers are refined in step: the guard bits are for the arithmetic, not for the
      // other's string.
      other_->u_.extend_to(static_cast<std::size_t>(precision - exact_guard));
      const auto bits = other_->u_.known();
      const mpz_class cell = other_->u_.prefix();
      BigInterval v{static_cast<mpfr_prec_t>(bits) + 1};
      mpfr_set_z_2exp(v.lo.get(), cell.get_mpz_t(), -static_cast<mpfr_exp_t>(bits), MPFR_RNDD);
      mpfr_set_z_2exp(v.hi.get(), mpz_class{cell + 1}.get_mpz_t(), -static_cast<mpfr_exp_t>(bits),
                      MPFR_RNDU);
      return is_the_others_u_ ? v : discreet::threshold(*mine_, other_->variable_, v, precision);
    }

   private:
    /// At scale 0 there is no string to look at.
    [[nodiscard]] bool other_is_its_shift() const { return other_->variable_.scale() == 0; }

    const RV* mine_;
    Psrn* other_;
    bool is_the_others_u_;  ///< equal variables have equal quantiles: no curve to follow
  };

  RV variable_;
  LazyUniform<Bits> u_;
};

}  // namespace discreet
