#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <mpfr.h>

#include "discreet/entropy/bit_source.hpp"
#include "discreet/entropy/system_bits.hpp"
#include "discreet/numbers/big_interval.hpp"
#include "discreet/numbers/interval.hpp"
#include "discreet/numbers/rounding.hpp"
#include "discreet/samplers/uniform_less.hpp"

namespace discreet {

/// A partially sampled real number: the quantile of a random variable at a uniform bit string that
/// is drawn only as far as comparisons need it.
///
/// Law       the value has RV's law; comparing reveals the value bit by bit and never redraws one.
/// Requires  RV{shift, scale} with a positive scale; RV::threshold, RV::quick_threshold and == as in
///           noise.hpp.
/// Proof     proofs/samplers/psrn.md
template <class RV, BitSource Bits>
class Psrn {
 public:
  Psrn(Bits& bits, RV variable) : variable_(std::move(variable)), u_(bits) {}

  /// The same with bits from the system's generator, of the thread that makes and compares it.
  explicit Psrn(RV variable)
    requires std::same_as<Bits, SystemBits>
      : Psrn(thread_bits(), std::move(variable)) {}

  /// Whether this value is greater than the other; refines both until they separate. Not greater
  /// than itself.
  bool greater_than(Psrn& other) {
    require_sound_arithmetic();
    if (this == &other) {
      return false;
    }
    Threshold threshold{variable_, other};
    const bool below = less(u_, threshold);
    return RV::rises_with_u ? !below : below;
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
    [[nodiscard]] std::size_t known() const noexcept { return other_->known(); }

    Interval quick() {
      constexpr double cell = 0.5 / static_cast<double>(std::uint64_t{1} << (Bits::width - 1));
      const Interval start = enclosing_doubles(other_->u_.head());
      const Interval v{start.lo * cell, (start + 1.0).hi * cell};
      return is_the_others_u_ ? v : mine_->quick_threshold(other_->variable_, v);
    }

    BigInterval enclose(mpfr_prec_t precision) {
      // Both numbers are refined in step: the guard bits are for the arithmetic, not for the
      // other's string.
      other_->u_.extend_to(static_cast<std::size_t>(precision - exact_guard));
      const auto bits = other_->u_.known();
      const mpz_class cell = other_->u_.prefix();
      BigInterval v{static_cast<mpfr_prec_t>(bits) + 1};
      mpfr_set_z_2exp(v.lo.get(), cell.get_mpz_t(), -static_cast<mpfr_exp_t>(bits), MPFR_RNDD);
      mpfr_set_z_2exp(v.hi.get(), mpz_class{cell + 1}.get_mpz_t(), -static_cast<mpfr_exp_t>(bits),
                      MPFR_RNDU);
      return is_the_others_u_ ? v : mine_->threshold(other_->variable_, v, precision);
    }

   private:
    const RV* mine_;
    Psrn* other_;
    bool is_the_others_u_;  ///< equal variables have equal quantiles: no curve to follow
  };

  RV variable_;
  LazyUniform<Bits> u_;
};

}  // namespace discreet
