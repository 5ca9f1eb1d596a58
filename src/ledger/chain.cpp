#include "ledger/chain.hpp"

#include <algorithm>

#include "discreet/error.hpp"
#include "ledger/decision_records.hpp"
#include "ledger/naming.hpp"
#include "ledger/records.hpp"
#include "ledger/witness.hpp"

namespace discreet::detail {
namespace {

[[noreturn]] void broken(std::int64_t sequence, const char* what) {
  throw Error{ErrorKind::ledger, "entry " + std::to_string(sequence) + " " + what};
}

constexpr const char* not_ours = "is not one that this program writes";

}  // namespace

DatasetFilter* Chain::find(const std::string& dataset) {
  const auto found =
      std::find_if(filters_.begin(), filters_.end(),
                   [&](const DatasetFilter& filter) { return filter.dataset().name == dataset; });
  return found == filters_.end() ? nullptr : &*found;
}

GroupFilter* Chain::find_group(const std::string& group) {
  const auto found = std::find_if(groups_.begin(), groups_.end(), [&](const GroupFilter& filter) {
    return filter.group().name == group;
  });
  return found == groups_.end() ? nullptr : &*found;
}

std::int64_t Chain::require_link(const Entry& entry) const {
  if (entry.sequence != sequence_ + 1) {
    broken(sequence_ + 1, "is missing");
  }
  if (entry.previous != hash_) {
    broken(entry.sequence, "does not follow the one before");
  }
  if (entry.hash != entry_hash(entry)) {
    broken(entry.sequence, "was changed");
  }
  const auto clock = parse_time(entry.at);
  const auto ordered_at = stamp_of(entry).ordered_at;
  // A clock is believed until it goes back; from then on the order's time stands still.
  const bool in_order =
      clock && (ordered_at ? *clock < time_ && *ordered_at == time_text(time_) : *clock >= time_);
  if (!in_order) {
    broken(entry.sequence, "is out of order");
  }
  return std::max(*clock, time_);
}

void Chain::take_ledger(const Entry& entry) {
  const auto facts = parse_facts(stamp_of(entry).record);
  const auto id = facts ? fact(*facts, "id") : std::nullopt;
  if (!id || id->size() != 32) {
    broken(entry.sequence, not_ours);
  }
  id_ = *id;
}

void Chain::take_dataset(const Entry& entry) {
  const auto dataset = parse_dataset(entry);
  if (!dataset || find(dataset->name) != nullptr) {
    broken(entry.sequence, not_ours);
  }
  if (dataset->group) {
    GroupFilter* const group = find_group(*dataset->group);
    if (group == nullptr || !group->suits(*dataset)) {
      broken(entry.sequence, not_ours);
    }
    group->take(*dataset);
  }
  filters_.emplace_back(*dataset);
}

void Chain::take_group(const Entry& entry) {
  const auto group = parse_group(entry);
  if (!group || find_group(group->name) != nullptr) {
    broken(entry.sequence, not_ours);
  }
  groups_.emplace_back(*group);
}

void Chain::take_charge(const Entry& entry) {
  const auto charge = parse_charge(entry);
  DatasetFilter* const filter = find(entry.dataset);
  if (!charge || filter == nullptr) {
    broken(entry.sequence, not_ours);
  }
  if (filter->closed()) {
    broken(entry.sequence, "is charged to a dataset that was closed");
  }
  if (!filter->admits(charge->charged)) {
    broken(entry.sequence, "passes the budget");
  }
  const auto& named = filter->dataset().group;
  if (charge->charged_to_group.has_value() != named.has_value()) {
    broken(entry.sequence, not_ours);
  }
  if (named) {
    GroupFilter& group = *find_group(*named);
    if (!group.admits(*charge->charged_to_group)) {
      broken(entry.sequence, "passes the budget of its group");
    }
    group.add(*charge->charged_to_group);
  }
  filter->add(charge->charged);
}

void Chain::take_decision(const Entry& entry, Decision::Kind kind) {
  const auto decision = parse_decision(entry, kind);
  DatasetFilter* const filter = find(entry.dataset);
  if (!decision || filter == nullptr || filter->closed()) {
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

void Chain::take_witness(const Entry& entry) {
  if (!entry.dataset.empty() || !stamp_of(entry).record.empty()) {
    broken(entry.sequence, not_ours);
  }
  has_witness_ = true;
}

void Chain::take_record(const Entry& entry) {
  if (sequence_ == 0) {
    return entry.kind == "ledger" ? take_ledger(entry) : broken(entry.sequence, not_ours);
  }
  if (entry.kind == "dataset") {
    return take_dataset(entry);
  }
  if (entry.kind == "group") {
    return take_group(entry);
  }
  if (entry.kind == "charge") {
    return take_charge(entry);
  }
  if (entry.kind == "witness") {
    return take_witness(entry);
  }
  if (const auto kind = decision_kind(entry.kind)) {
    return take_decision(entry, *kind);
  }
  broken(entry.sequence, not_ours);
}

void Chain::take(const Entry& entry) {
  const std::int64_t time = require_link(entry);
  take_record(entry);
  sequence_ = entry.sequence;
  hash_ = entry.hash;
  time_ = time;
}

// What was verified before must still be there: a store that was put in its place has other hashes.
void Chain::require_prefix(StoreTransaction& store) const {
  if (sequence_ > 0 && store.hash_at(sequence_) != hash_) {
    broken(sequence_, "is not what it was when this program read it");
  }
}

void Chain::require_head(StoreTransaction& store) const {
  const auto head = store.head();
  if (!head || head->sequence != sequence_ || head->hash != hash_) {
    broken(sequence_ + 1, "is missing");
  }
}

void Chain::extend(StoreTransaction& store, const Visit& visit) {
  require_prefix(store);
  store.each_after(sequence_, [&](const Entry& entry) {
    take(entry);
    if (visit) {
      visit(entry);
    }
  });
  require_head(store);
}

void Chain::require_witnessed(StoreTransaction& store, const std::string& witness) const {
  const WitnessMark mark = read_witness(witness);
  naming(witness,
         [&] { require(mark.id == id_, ErrorKind::ledger, "the witness is of another ledger"); });
  require(store.hash_at(mark.sequence) == mark.hash, ErrorKind::ledger,
          "the witness has seen entries that the ledger lacks: this is an older or another copy");
}

Entry Chain::append(StoreTransaction& store, const Record& record, std::int64_t now) const {
  const std::string at = time_text(now);
  const bool set_back = sequence_ > 0 && parse_time(at).value_or(now) < time_;
  const auto ordered_at = set_back ? std::optional{time_text(time_)} : std::nullopt;
  Entry entry{sequence_ + 1, record.kind, record.dataset, at, stamped(ordered_at, record.facts),
              hash_,         {}};
  entry.hash = entry_hash(entry);
  store.append(entry);
  return entry;
}

}  // namespace discreet::detail
