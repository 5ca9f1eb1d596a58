#include <utility>

#include "ledger/broken.hpp"
#include "ledger/chain.hpp"
#include "ledger/run_records.hpp"

namespace discreet::detail {

void Chain::require_new_run(const Charge& charge) const {
  const auto& run = charge.request.run;
  if (run && runs_.find(charge.request.dataset, run->id)) {
    broken(charge.sequence, "is charged for a run that was charged before");
  }
}

void Chain::take_run(const Charge& charge, const Filter& filter) {
  if (charge.request.run) {
    runs_.put({charge, filter.left(), filter.budget()});
  }
}

void Chain::take_result(const Entry& entry) {
  const auto result = parse_result(entry);
  const auto found = result ? runs_.find(entry.dataset, result->run) : nullptr;
  if (!found || found->charge.request.run->room != result->room) {
    broken(entry.sequence, not_ours);
  }
  if (found->result) {
    broken(entry.sequence, "is a second result of one run");
  }
  RunState with = *found;
  with.result = {entry.sequence, entry.at, result->sha256, entry.hash};
  runs_.put(std::move(with));
}

}  // namespace discreet::detail
