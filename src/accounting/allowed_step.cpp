#include "accounting/allowed_step.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <tuple>

#include "accounting/certified_search.hpp"
#include "accounting/law_account.hpp"
#include "accounting/reals.hpp"
#include "numbers/interval.hpp"

namespace discreet::detail {
namespace {

// k selections that may cost epsilon in all.
AllowedStep share(std::uint64_t k, double epsilon) {
  const Reals real{128};
  const BigInterval each = real(epsilon) / real.count(k);
  return {neg_inf_double(each), inf_double(each), 0};
}

AllowedStep allowed(Law law, std::uint64_t k, const ZcdpCost& target) {
  const auto rho = account_of(law).rho;
  const Reals real{192};
  const auto holds = [&](double step) {
    if (std::isinf(step)) {
      return false;
    }
    // As the account adds it up: each selection's rho rounded up, then the sum.
    const double each = inf_double(rho(step));
    return inf_double(real.count(k) * real(each)) <= target.rho;
  };
  // rho(step) is at most half the square of the step, and at least a third of the step less one.
  double good = std::sqrt(target.rho / static_cast<double>(k));
  while (good > 0 && !holds(good)) {
    good /= 2;
  }
  require(good > 0, bad_parameter,
          "a target must be large enough for a cost above 0 per selection");
  double bad = good * 2;
  while (holds(bad)) {
    bad *= 2;
  }
  good = last_good(good, bad, 64, holds);
  double ceiling = next_up(good);
  // A subnormal target has few bits, so the first step past it may lie far away.
  for (double growth = 0x1p-50;
       std::isfinite(ceiling) && neg_inf_double(real.count(k) * rho(ceiling)) <= target.rho;
       growth *= 2) {
    ceiling *= 1 + growth;
  }
  return {good, ceiling, 0};
}

// State that all threads share: what was proved once in this process need not be proved again.
// Entries are only ever added whole, or all dropped, under the lock. Nobody waits for it: a child
// that was forked while another thread held it proves again.
class Memory {
 public:
  using Key = std::tuple<Law, std::uint64_t, double, double>;

  static Memory& instance() {
    static Memory memory;
    return memory;
  }

  bool recall(const Key& key, AllowedStep& step) {
    const std::unique_lock lock{mutex_, std::try_to_lock};
    if (!lock.owns_lock()) {
      return false;
    }
    const auto found = known_.find(key);
    if (found == known_.end()) {
      return false;
    }
    step = found->second;
    return true;
  }

  void learn(const Key& key, const AllowedStep& step) {
    const std::unique_lock lock{mutex_, std::try_to_lock};
    if (!lock.owns_lock()) {
      return;
    }
    if (known_.size() >= 4096) {
      known_.clear();
    }
    known_[key] = step;
  }

 private:
  std::mutex mutex_;
  std::map<Key, AllowedStep> known_;
};

AllowedStep allowed(Law law, std::uint64_t k, const ApproximateCost& target,
                    const Progress& progress) {
  if (target.delta == 0) {
    return share(k, target.epsilon);
  }
  const Memory::Key key{law, k, target.epsilon, target.delta};
  AllowedStep step{};
  if (!Memory::instance().recall(key, step)) {
    // Two threads may both prove it; they prove the same.
    step = allowed_approximate_step(law, k, target, progress);
    Memory::instance().learn(key, step);
  }
  return step;
}

}  // namespace

AllowedStep allowed_step(Law law, std::uint64_t k, const Target& target, const Progress& progress) {
  if (const auto* pure = std::get_if<PureCost>(&target)) {
    return share(k, pure->epsilon);
  }
  if (const auto* zcdp = std::get_if<ZcdpCost>(&target)) {
    return allowed(law, k, *zcdp);
  }
  return allowed(law, k, std::get<ApproximateCost>(target), progress);
}

}  // namespace discreet::detail
