#include "samplers/geometric.hpp"

#include <utility>

#include "discreet/error.hpp"

namespace discreet {

NoiseScale::NoiseScale(Fraction scale) : exact_(std::move(scale)), quick_{0.0, 0.0} {
  exact_.canonicalize();
  require(exact_ > 0, bad_parameter, "the scale of integer noise must be above zero");
  require(exact_ <= exact_fraction(0x1p40), bad_parameter,
          "the scale of integer noise must not pass the fortieth power of two");
  quick_ = enclosing_doubles(exact_);
}

Interval Geometric::Tail::quick() const noexcept {
  return exp_enclosure(-(enclosing_doubles(k_) / scale_->quick()));
}

BigInterval Geometric::Tail::enclose(mpfr_prec_t precision) const {
  return exp(-BigInterval::of(Fraction{exact_fraction(k_) / scale_->exact()}, precision));
}

}  // namespace discreet
