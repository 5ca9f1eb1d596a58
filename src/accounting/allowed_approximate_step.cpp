#include <algorithm>
#include <cmath>
#include <limits>

#include "accounting/allowed_step.hpp"
#include "accounting/certified_search.hpp"
#include "accounting/lattice.hpp"
#include "accounting/law_account.hpp"

namespace discreet::detail {
namespace {

class Search {
 public:
  Search(Law law, std::uint64_t k, const ApproximateCost& target, const Progress& progress)
      : law_(law), account_(account_of(law)), k_(k), target_(target), progress_(progress) {}

  AllowedStep run() {
    begin();
    if (k_ == 1) {
      // The closed form is the whole truth; the bits of the answer are found one by one.
      record(last_good(found_.given, infeasible_, 64,
                       [&](double step) { return closed(step).upper <= target_.delta; }),
             Sides::both);
      record_ceiling_near(found_.given * (1 + 0x1p-40));
      return found_;
    }
    double x = std::log(found_.given);
    double slope =
        (log_of(closed(found_.given * 1.02).upper) - log_of(found_.delta)) / std::log(1.02);
    const Bracket coarse_at_x = move_to_the_middle(x, slope);
    cells_ = account_.cells(std::exp(x), k_, target_.epsilon, coarse_at_x);
    const Bracket at_x = record(std::exp(x), Sides::both);
    slope = approach(x, at_x, slope);
    narrow(at_x.lower > 0 ? std::log(at_x.upper / at_x.lower) / slope : 0);
    return found_;
  }

 private:
  static double log_of(double delta) {
    return std::log(std::max(delta, std::numeric_limits<double>::min()));
  }
  // Where delta should be in a bracket of a coarse lattice: the lower bounds of two-point steps are some six times as
  // close as the upper ones, and those of many such steps only where the bracket is narrow.
  [[nodiscard]] double middle(const Bracket& delta) const {
    if (!(delta.lower > 0)) {
      return delta.upper;
    }
    const double ratio = delta.upper / delta.lower;
    const double share = law_ != Law::exponential_mechanism ? 0.5
                         : k_ <= 100                        ? 0.15
                                     : std::clamp(0.08 + 0.15 * std::log(ratio), 0.15, 0.42);
    return delta.lower * std::pow(ratio, share);
  }

  [[nodiscard]] Bracket closed(double step) const {
    return account_.delta(step, k_, target_.epsilon, Effort::closed, {});
  }

  // How far the logarithm of the step should move for delta to come to the target's.
  [[nodiscard]] double towards(double delta, double slope) const {
    return std::clamp((log_of(target_.delta) - log_of(delta)) / slope, -0.5, 0.5);
  }

  [[nodiscard]] Bracket coarse(double step) const {
    const Progress alive = [&](double /*part*/) {
      if (progress_) {
        progress_(0);
      }
    };
    return account_.delta(step, k_, target_.epsilon, Effort::coarse, alive);
  }

  // Secants on the logarithms, on a coarse lattice, to where the middle of the bracket is delta.
  Bracket move_to_the_middle(double& x, double& slope) const {
    Bracket bracket = coarse(std::exp(x));
    double height = log_of(middle(bracket));
    for (int i = 0; i < 8 && std::abs(height - log_of(target_.delta)) > 1e-2; ++i) {
      const double move =
          std::clamp((log_of(target_.delta) - height) / std::max(slope, 0.1), -0.5, 0.5);
      bracket = coarse(std::exp(x + move));
      const double next = log_of(middle(bracket));
      slope = (next - height) / move;
      x += move;
      height = next;
    }
    slope = std::max(slope, 0.1);
    return bracket;
  }

  // Starts from the closed bounds: the greatest step they allow, to three digits.
  void begin() {
    const auto steps = static_cast<double>(k_);
    const auto holds = [&](double step) { return closed(step).upper <= target_.delta; };
    // One step of k times as much keeps to (0, delta) while it is below 2 delta, and to (epsilon, 0)
    // up to epsilon; a little less makes up for the rounding.
    double good = std::max(target_.epsilon, 2 * target_.delta) / steps * (1 - 0x1p-40);
    constexpr double least = std::numeric_limits<double>::min();
    while (good >= least && !holds(good)) {
      good /= 2;
    }
    require(good >= least, bad_parameter,
            "a target must be large enough for a cost above 1e-307 per selection");
    infeasible_ = good * 2;
    while (holds(infeasible_)) {
      good = infeasible_;
      infeasible_ *= 2;
    }
    if (k_ > 1) {
      good = last_good(good, infeasible_, k_ > most_recursion_steps ? 40 : 10, holds);
    }
    found_ = {good, std::numeric_limits<double>::infinity(), closed(good).upper};
  }

  Bracket record(double step, Sides sides) {
    const Progress part = [&](double done) {
      if (progress_) {
        progress_(std::min(1.0, (evaluations_ + done) / 5));
      }
    };
    const Bracket delta = account_.fine(step, k_, target_.epsilon, {cells_, sides}, part);
    evaluations_ += 1;
    // The spare part lets a scale that is a rounding away from this step keep to the target too.
    const double most = k_ == 1 ? target_.delta : target_.delta * (1 - 1e-9);
    if (delta.upper <= most && step > found_.given) {
      found_.given = step;
      found_.delta = delta.upper;
    }
    if (delta.lower > target_.delta) {
      found_.ceiling = std::min(found_.ceiling, step);
    }
    return delta;
  }

  // Moves from x to where the upper bound, and then the lower one, should pass the target; returns the slope there. A tenth
  // of what many selections leave open anyway is worth less than another run.
  double approach(double x, const Bracket& at_x, double slope) {
    constexpr double spare = 2e-6;
    const double room = k_ <= 100 ? spare : 4e-5;
    double below = x;
    Bracket delta = at_x;
    for (int i = 0; i < 4; ++i) {
      const double before = delta.upper;
      const double move = towards(before, slope) - room * (1 << i);
      below += move;
      delta = record(std::exp(below), Sides::upper);
      // A coarse lattice's slope is a guess; this one is not, where the two are far enough apart.
      if (std::abs(move) > 20 * spare && delta.upper > 0) {
        slope = std::max((log_of(delta.upper) - log_of(before)) / move, 0.1);
      }
      // A first slope may have led too far down; where each step has its own lattice, so might the next.
      if (delta.upper <= target_.delta * (1 - 1e-9) &&
          (cells_ == 0 || towards(delta.upper, slope) < 2 * room + 5 * spare)) {
        break;
      }
    }
    double above = x;
    delta = at_x;
    const double more = k_ <= 100 ? spare : 1e-5;
    for (int i = 0; i < 4; ++i) {
      above += towards(std::max(delta.lower, target_.delta * 1e-3), slope) + more * (1 << i);
      delta = record(std::exp(above), Sides::lower);
      if (delta.lower > target_.delta) {
        return slope;
      }
    }
    record_ceiling_near(std::exp(above));
    return slope;
  }

  // Halves what is left where the curve bends too sharply for secants; what one bracket leaves open stays.
  void narrow(double open) {
    const double enough = std::max(k_ <= 100                    ? 5e-5
                                   : k_ <= most_recursion_steps ? 4e-4
                                                                : 5e-3,
                                   1.25 * open);
    for (int i = 0; i < 20 && found_.ceiling / found_.given - 1 > enough; ++i) {
      const AllowedStep before = found_;
      record(before.given + (std::min(before.ceiling, 4 * before.given) - before.given) / 2,
             Sides::both);
      if (found_.given == before.given && found_.ceiling == before.ceiling) {
        return;
      }
    }
  }

  // Goes up until some lower bound exceeds the target: always soon, or never.
  void record_ceiling_near(double step) {
    for (int i = 0; i < 12 && std::isinf(found_.ceiling); ++i) {
      const Bracket delta = closed(step);
      if (delta.lower > target_.delta) {
        found_.ceiling = step;
      }
      step *= k_ == 1 ? 1 + 0x1p-40 : 2;
    }
  }

  Law law_;
  const LawAccount& account_;
  std::uint64_t k_;
  ApproximateCost target_;
  const Progress& progress_;
  AllowedStep found_{};
  double infeasible_ = 0;
  std::uint32_t cells_ = 0;  // of the lattices whose bounds are recorded; 0 if each has its own
  double evaluations_ = 0;
};

}  // namespace

AllowedStep allowed_approximate_step(Law law, std::uint64_t k, const ApproximateCost& target,
                                     const Progress& progress) {
  return Search{law, k, target, progress}.run();
}

}  // namespace discreet::detail
