#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <tuple>

#include "accounting/allowed_step.hpp"
#include "accounting/bounded_range.hpp"
#include "discreet/accounting/budget.hpp"
#include "discreet/error.hpp"

namespace discreet {
namespace {

using detail::Effort;

// What is asked of a number of steps, each amount rounded to the side that promises less.
struct StepTerms {
  double step;
  double epsilon;
  double delta;
};

StepTerms step_terms(const Fraction& step, const Fraction& epsilon, const Fraction& delta) {
  require(step > 0, bad_parameter, "a step must be above 0");
  require(epsilon >= 0, bad_parameter, "epsilon must not be negative");
  require(delta > 0 && delta < 1, bad_parameter, "delta must be above 0 and below 1");
  const StepTerms out{inf_double_of(step), neg_inf_double_of(epsilon), neg_inf_double_of(delta)};
  require(std::isfinite(out.step) && std::isfinite(out.epsilon), bad_parameter,
          "a step and an epsilon must be finite");
  return out;
}

// What was certified in this process. Nobody waits for it: who does not get hold of it certifies again.
class CertifiedSteps {
 public:
  struct Known {
    std::uint64_t most = 0;  // certified, and all below with it
    bool searched = false;   // whether one more was tried
  };

  static CertifiedSteps& instance() {
    static CertifiedSteps memory;
    return memory;
  }

  Known recall(const StepTerms& terms) {
    const std::unique_lock lock{mutex_, std::try_to_lock};
    const auto found = lock.owns_lock() ? known_.find(key_of(terms)) : known_.end();
    return lock.owns_lock() && found != known_.end() ? found->second : Known{};
  }

  void learn(const StepTerms& terms, const Known& certified) {
    const std::unique_lock lock{mutex_, std::try_to_lock};
    if (!lock.owns_lock()) {
      return;
    }
    if (known_.size() >= 4096) {
      known_.clear();
    }
    Known& known = known_[key_of(terms)];
    known.most = std::max(known.most, certified.most);
    known.searched = known.searched || certified.searched;
  }

 private:
  using Key = std::tuple<double, double, double>;
  static Key key_of(const StepTerms& terms) { return {terms.step, terms.epsilon, terms.delta}; }

  std::mutex mutex_;
  std::map<Key, Known> known_;
};

// Finds the last number of steps that is certified, before one that is not. Where it looks first is of no consequence.
class StepSearch {
 public:
  StepSearch(const StepTerms& terms, const Progress& progress)
      : terms_(terms), progress_(progress) {}

  std::uint64_t run() {
    // The closed bounds take no time, and come within a quarter.
    const auto closed = [&](std::uint64_t k) { return upper(k, Effort::closed) <= terms_.delta; };
    const std::uint64_t sure = last_from(0, closed);
    if (sure == most_steps) {
      return sure;
    }
    return last_from(guess_from(std::max<std::uint64_t>(sure, 1)),
                     [&](std::uint64_t k) { return full(k) <= terms_.delta; });
  }

 private:
  [[nodiscard]] double upper(std::uint64_t k, Effort effort) const {
    const Progress alive = [&](double /*part*/) {
      if (progress_) {
        progress_(0);
      }
    };
    return detail::bounded_range_bracket(terms_.step, k, terms_.epsilon, effort, alive).upper;
  }

  double full(std::uint64_t k) {
    const auto known = full_.find(k);
    return known != full_.end() ? known->second : full_[k] = upper(k, Effort::full);
  }

  static double log_of(double delta) {
    return std::log(std::max(delta, std::numeric_limits<double>::min()));
  }

  // Newton's method on the logarithms, from what the closed bounds show of the slope.
  std::uint64_t guess_from(std::uint64_t k) {
    const auto more = static_cast<std::uint64_t>(std::ceil(static_cast<double>(k) * 1.05));
    const double rise = log_of(upper(more, Effort::closed)) - log_of(upper(k, Effort::closed));
    const double width = std::log(static_cast<double>(more) / static_cast<double>(k));
    const double slope = std::max(rise / width, 2.0);
    for (int i = 0; i < 4; ++i) {
      const double height = log_of(i == 0 ? upper(k, Effort::coarse) : full(k));
      const double factor = std::exp((std::log(terms_.delta) - height) / slope);
      const double next = std::floor(static_cast<double>(k) * std::clamp(factor, 0.5, 2.0));
      const auto found =
          static_cast<std::uint64_t>(std::clamp(next, 1.0, static_cast<double>(most_steps)));
      if (i > 0 && found == k) {
        break;
      }
      k = found;
    }
    return k;
  }

  // No steps at all are always certified.
  template <class Holds>
  static std::uint64_t last_from(std::uint64_t start, const Holds& holds) {
    std::uint64_t yes = 0;
    std::uint64_t no = most_steps + 1;
    const auto look_at = [&](std::uint64_t k) {
      const bool good = k == 0 || holds(k);
      (good ? yes : no) = k;
      return good;
    };
    const bool upwards = look_at(start);
    for (std::uint64_t stride = 1;; stride *= 2) {
      if (no - yes <= stride || look_at(upwards ? yes + stride : no - stride) != upwards) {
        break;
      }
    }
    while (no - yes > 1) {
      const std::uint64_t middle = yes + (no - yes) / 2;
      (holds(middle) ? yes : no) = middle;
    }
    return yes;
  }

  StepTerms terms_;
  const Progress& progress_;
  std::map<std::uint64_t, double> full_;
};

}  // namespace

std::uint64_t steps_within(const Fraction& step, const Fraction& epsilon, const Fraction& delta,
                           const Progress& progress) {
  const StepTerms terms = step_terms(step, epsilon, delta);
  CertifiedSteps& memory = CertifiedSteps::instance();
  const auto known = memory.recall(terms);
  if (known.searched) {
    return known.most;
  }
  const std::uint64_t found = StepSearch{terms, progress}.run();
  memory.learn(terms, {found, true});
  return found;
}

bool is_steps_within(const Fraction& steps, const Fraction& step, const Fraction& epsilon,
                     const Fraction& delta) {
  if (steps.get_den() != 1 || steps < 1 || steps > exact_fraction(most_steps) || step <= 0 ||
      epsilon < 0 || delta <= 0 || delta >= 1) {
    return false;
  }
  const std::uint64_t count = steps.get_num().get_ui();
  const StepTerms terms = step_terms(step, epsilon, delta);
  CertifiedSteps& memory = CertifiedSteps::instance();
  if (count <= memory.recall(terms).most) {
    return true;
  }
  for (const Effort effort : {Effort::closed, Effort::full}) {
    if (detail::bounded_range_bracket(terms.step, count, terms.epsilon, effort).upper <=
        terms.delta) {
      memory.learn(terms, {count, false});
      return true;
    }
  }
  return count <= steps_within(step, epsilon, delta);
}

Fraction step_within(std::uint64_t steps, const Fraction& epsilon, const Fraction& delta,
                     const Progress& progress) {
  require(steps >= 1 && steps <= most_steps, bad_parameter, "a budget has from 1 to 2^24 steps");
  require(epsilon > 0, bad_parameter, "epsilon must be above 0");
  const StepTerms terms = step_terms(1, epsilon, delta);
  const detail::AllowedStep found = detail::allowed_step(
      Law::exponential_mechanism, steps, ApproximateCost{terms.epsilon, terms.delta}, progress);
  Fraction out = neg_inf_amount(found.given);
  require(is_steps_within(exact_fraction(steps), out, epsilon, delta), bug,
          "a step that is allowed is certified");
  return out;
}

}  // namespace discreet
