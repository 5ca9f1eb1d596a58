// What a chain takes in of groups, and of decisions to stop or to spend less.
#include <algorithm>

#include "discreet/error.hpp"
#include "ledger/broken.hpp"
#include "ledger/chain.hpp"
#include "ledger/decision_records.hpp"
#include "ledger/records.hpp"

namespace discreet::detail {

GroupFilter* Chain::find_group(const std::string& group) {
  const auto found = std::find_if(groups_.begin(), groups_.end(), [&](const GroupFilter& filter) {
    return filter.group().name == group;
  });
  return found == groups_.end() ? nullptr : &*found;
}

void Chain::take_group(const Entry& entry) {
  const auto group = parse_group(entry);
  if (!group || find_group(group->name) != nullptr) {
    broken(entry.sequence, not_ours);
  }
  groups_.emplace_back(*group);
}

void Chain::take_decision(const Entry& entry, Decision::Kind kind) {
  const auto decision = parse_decision(entry, kind);
  if (!decision) {
    broken(entry.sequence, not_ours);
  }
  DecidedFilter* filter = find(entry.dataset);
  if (decision->group) {
    filter = find_group(*decision->group);
  }
  if (filter == nullptr || filter->closed()) {
    broken(entry.sequence, not_ours);
  }
  switch (kind) {
    case Decision::Kind::close:
      filter->close(*decision);
      return;
    case Decision::Kind::lower:
      if (!is_sound({filter->budget().accountant, decision->budget})) {
        broken(entry.sequence, not_ours);
      }
      try {
        filter->lower(*decision);
      } catch (const Error&) {
        broken(entry.sequence, "does not lower the budget");
      }
      return;
  }
}

// Where each dataset has a chain of its own, what a group was charged before it was closed is read after that.
void Chain::take_totals(StoreTransaction& store) {
  for (GroupFilter& group : groups_) {
    const auto total = store.group_total(group.group().name);
    if (total) {
      group.set_total(*total);
    }
    require(!group.closed() || group.charges() == group.closed()->charges ||
                (!total && !store.shows_all()),
            ErrorKind::ledger, "a group does not have the charges that it was closed with");
  }
}

}  // namespace discreet::detail
