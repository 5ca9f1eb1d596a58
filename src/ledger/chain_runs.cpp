#include <algorithm>
#include <utility>

#include "ledger/broken.hpp"
#include "ledger/chain.hpp"
#include "ledger/run_records.hpp"

namespace discreet::detail {

std::shared_ptr<const RunState> Chain::find_run(const std::string& dataset,
                                                const std::string& id) const {
  const auto found = runs_.find({dataset, id});
  return found == runs_.end() ? nullptr : found->second;
}

std::vector<RunState> Chain::runs() const {
  std::vector<RunState> out;
  out.reserve(runs_.size());
  for (const auto& [key, run] : runs_) {
    out.push_back(*run);
  }
  std::stable_sort(out.begin(), out.end(), [](const RunState& one, const RunState& other) {
    return one.charge.sequence < other.charge.sequence;
  });
  return out;
}

void Chain::require_new_run(const Charge& charge) const {
  const auto& run = charge.request.run;
  if (run && find_run(charge.request.dataset, run->id)) {
    broken(charge.sequence, "is charged for a run that was charged before");
  }
}

void Chain::take_run(const Charge& charge, const Amounts& left) {
  if (charge.request.run) {
    runs_[{charge.request.dataset, charge.request.run->id}] =
        std::make_shared<const RunState>(RunState{charge, left});
  }
}

void Chain::take_result(const Entry& entry) {
  const auto result = parse_result(entry);
  const auto found = result ? runs_.find({entry.dataset, result->run}) : runs_.end();
  if (found == runs_.end() || found->second->charge.request.run->room != result->room) {
    broken(entry.sequence, not_ours);
  }
  if (found->second->result) {
    broken(entry.sequence, "is a second result of one run");
  }
  RunState with = *found->second;
  with.result = {entry.sequence, entry.at, result->sha256, entry.hash};
  found->second = std::make_shared<const RunState>(std::move(with));
}

}  // namespace discreet::detail
