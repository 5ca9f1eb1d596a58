#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <utility>

#include "discreet/numbers/rounding.hpp"

namespace discreet {

namespace detail {

/// What a release is checked against: a distance of the measure, or the budget it names instead.
template <class Measure>
struct BudgetOf {
  using Type = typename Measure::Distance;
};
template <class Measure>
  requires requires { typename Measure::Budget; }
struct BudgetOf<Measure> {
  using Type = typename Measure::Budget;
};

}  // namespace detail

/// A random function on a domain together with a certified account of what a release reveals.
///
/// Map       d_in -> an upper bound on the measure between releases on inputs at distance d_in.
/// Requires  of the function: calls from many threads at once; a non-member is refused as
///           outside_domain before any random bit is drawn. Of the map: the bound, rounded up.
/// Throws    Error{unsound_thread} where the thread's arithmetic is not sound; what the function and the map
///           throw.
/// Proof     proofs/framework/measurement.md
template <class Domain, class Metric, class Measure, class Output>
class Measurement {
 public:
  using Input = typename Domain::Input;
  using InputDistance = typename Metric::Distance;
  using OutputDistance = typename Measure::Distance;
  using Budget = typename detail::BudgetOf<Measure>::Type;
  using Function = std::function<Output(Input)>;
  using PrivacyMap = std::function<OutputDistance(InputDistance)>;

  Measurement(std::string name, Domain input_domain, Metric input_metric, Measure output_measure,
              Function function, PrivacyMap privacy_map)
      : name_(std::move(name)),
        input_domain_(std::move(input_domain)),
        input_metric_(std::move(input_metric)),
        output_measure_(std::move(output_measure)),
        function_(std::move(function)),
        privacy_map_(std::move(privacy_map)) {
    require_sound_arithmetic();
  }

  /// One release.
  [[nodiscard]] Output invoke(Input x) const {
    require_sound_arithmetic();
    return function_(x);
  }
  [[nodiscard]] Output operator()(Input x) const { return invoke(x); }
  template <class Vectors = Domain>
  [[nodiscard]] Output operator()(std::initializer_list<typename Vectors::Element> x) const {
    return invoke({x.begin(), x.size()});
  }

  /// What a release costs at most, for inputs at distance d_in.
  [[nodiscard]] OutputDistance map(InputDistance d_in) const {
    require_sound_arithmetic();
    return privacy_map_(d_in);
  }

  /// Whether a release costs at most d_out, for inputs at distance d_in.
  ///
  /// Throws    Error{bad_distance} if d_out is not a distance of the measure.
  [[nodiscard]] bool check(InputDistance d_in, Budget d_out) const {
    Measure::require_distance(d_out);
    return Measure::within(map(d_in), d_out);
  }

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const Domain& input_domain() const noexcept { return input_domain_; }
  [[nodiscard]] const Metric& input_metric() const noexcept { return input_metric_; }
  [[nodiscard]] const Measure& output_measure() const noexcept { return output_measure_; }

 private:
  std::string name_;
  Domain input_domain_;
  Metric input_metric_;
  Measure output_measure_;
  Function function_;
  PrivacyMap privacy_map_;
};

}  // namespace discreet
