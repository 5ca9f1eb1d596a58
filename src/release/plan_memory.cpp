#include "release/plan_memory.hpp"

#include <bit>
#include <utility>

namespace discreet::detail {
namespace {

constexpr std::size_t most_plans = 1024;

class Hash {
 public:
  void mix(std::uint64_t word) { value_ = (std::rotl(value_, 23) ^ word) * 0x9e3779b97f4a7c15U; }
  void mix(double number) { mix(std::bit_cast<std::uint64_t>(number)); }
  // Texts and fractions share a place: whoever writes them plans seldom.
  void mix(const std::optional<Amount>& amount) {
    mix(std::uint64_t{amount.has_value()});
    if (amount && amount->number() != nullptr) {
      mix(*amount->number());
    }
  }
  [[nodiscard]] std::uint64_t value() const { return value_ ^ (value_ >> 32); }

 private:
  std::uint64_t value_ = 0;
};

std::uint64_t hash_of(const TopKRequest& request, std::uint64_t candidates, const Budget* budget) {
  Hash hash;
  hash.mix(request.k);
  hash.mix(candidates);
  hash.mix(request.epsilon);
  hash.mix(request.delta);
  hash.mix(request.rho);
  hash.mix(request.scale.value_or(0));
  hash.mix(request.sensitivity);
  hash.mix(std::uint64_t{budget != nullptr});
  return hash.value();
}

bool same_question(const TopKRequest& one, const TopKRequest& other) {
  return one.k == other.k && one.epsilon == other.epsilon && one.delta == other.delta &&
         one.rho == other.rho && one.scale == other.scale && one.law == other.law &&
         one.sensitivity == other.sensitivity && one.monotonic == other.monotonic &&
         one.pay == other.pay;
}

}  // namespace

const TopKRelease::Plan* PlanMemory::find(const TopKRequest& request,
                                          const TopKRelease::Facts& facts,
                                          const Budget* budget) const {
  const auto found = plans_.find(hash_of(request, facts.candidates, budget));
  if (found == plans_.end()) {
    return nullptr;
  }
  const Entry& entry = found->second;
  const bool same = entry.candidates == facts.candidates && same_question(entry.request, request) &&
                    (budget == nullptr ? !entry.budget : entry.budget == *budget);
  return same ? &entry.plan : nullptr;
}

const TopKRelease::Plan& PlanMemory::keep(const TopKRequest& request,
                                          const TopKRelease::Facts& facts, const Budget* budget,
                                          TopKRelease::Plan plan) {
  if (plans_.size() >= most_plans) {
    plans_.clear();
  }
  Entry entry{request, facts.candidates, {}, std::move(plan)};
  if (budget != nullptr) {
    entry.budget = *budget;
  }
  return plans_.insert_or_assign(hash_of(request, facts.candidates, budget), std::move(entry))
      .first->second.plan;
}

PlanMemory& PlanMemory::of_this_thread() {
  thread_local PlanMemory memory;
  return memory;
}

}  // namespace discreet::detail
