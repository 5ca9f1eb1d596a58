#include "release/plan_memory.hpp"

#include <utility>

namespace discreet::detail {
namespace {

constexpr std::size_t most_plans = 1024;

}  // namespace

bool PlanMemory::Entry::answers_the_rest(const TopKRequest& asked, const Budget* payer) const {
  return request.epsilon == asked.epsilon && request.delta == asked.delta &&
         request.rho == asked.rho && (payer == nullptr ? !budget : budget == *payer);
}

const TopKRelease::Plan* PlanMemory::find_among_all(const PlanKey& key, const TopKRequest& request,
                                                    const Budget* budget) {
  const auto found = plans_.find(key.hash());
  if (found == plans_.end() || !found->second.answers(key, request, budget)) {
    return nullptr;
  }
  last_ = &found->second;
  return &last_->plan;
}

const TopKRelease::Plan& PlanMemory::keep(const TopKRequest& request,
                                          const TopKRelease::Facts& facts, const Budget* budget,
                                          TopKRelease::Plan plan) {
  if (plans_.size() >= most_plans) {
    plans_.clear();
    last_ = nullptr;
  }
  Entry entry{{request, facts, budget}, request, {}, std::move(plan)};
  if (budget != nullptr) {
    entry.budget = *budget;
  }
  const std::uint64_t place = entry.key.hash();
  return plans_.insert_or_assign(place, std::move(entry)).first->second.plan;
}

PlanMemory& PlanMemory::of_this_thread() {
  thread_local PlanMemory memory;
  return memory;
}

}  // namespace discreet::detail
