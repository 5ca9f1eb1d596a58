#include "ledger/chain.hpp"

#include <algorithm>

#include "discreet/error.hpp"
#include "discreet/ledger/text.hpp"
#include "ledger/broken.hpp"
#include "ledger/decision_records.hpp"
#include "ledger/naming.hpp"
#include "ledger/priced.hpp"
#include "ledger/records.hpp"
#include "ledger/witness.hpp"

namespace discreet::detail {
namespace {

// The time that an entry is ordered by. One that was copied kept the times of another chain.
std::int64_t require_link(const Entry& entry, const Tip& tip, bool copied) {
  if (entry.sequence != tip.sequence + 1) {
    broken(tip.sequence + 1, "is missing");
  }
  if (entry.previous != tip.hash) {
    broken(entry.sequence, "does not follow the one before");
  }
  if (entry.hash != entry_hash(entry)) {
    broken(entry.sequence, "was changed");
  }
  const auto clock = parse_time(entry.at);
  const auto ordered_at = stamp_of(entry).ordered_at;
  // A clock is believed until it goes back; from then on the order's time stands still.
  const bool in_order =
      clock && (copied || (ordered_at ? *clock < tip.time && *ordered_at == time_text(tip.time)
                                      : *clock >= tip.time));
  if (!in_order) {
    broken(entry.sequence, "is out of order");
  }
  return std::max(*clock, tip.time);
}

// Which chain a message is about, where there are several.
template <class Action>
void about(const std::string& stream, Action action) {
  try {
    action();
  } catch (const Error& error) {
    if (stream.empty() || error.kind() != ErrorKind::ledger) {
      throw;
    }
    throw Error{error.kind(), "in the chain of " + made_visible(stream) + ", " + error.what()};
  }
}

}  // namespace

DatasetFilter* Chain::find(const std::string& dataset) {
  const auto found =
      std::find_if(filters_.begin(), filters_.end(),
                   [&](const DatasetFilter& filter) { return filter.dataset().name == dataset; });
  return found == filters_.end() ? nullptr : &*found;
}

Tip Chain::tip_of(const std::string& stream) const {
  const auto found = tips_.find(stream);
  if (found != tips_.end()) {
    return found->second;
  }
  Tip fresh;
  fresh.hash = root_;
  return fresh;
}

void Chain::take_ledger(const Entry& entry) {
  const auto identity = parse_identity(entry);
  if (!identity) {
    broken(entry.sequence, not_ours);
  }
  moves_.begin(*identity);
  root_ = entry.hash;
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

void Chain::take_charge(const Entry& entry) {
  const auto charge = parse_charge(entry);
  DatasetFilter* const filter = find(entry.dataset);
  if (!charge || filter == nullptr) {
    broken(entry.sequence, not_ours);
  }
  if (filter->closed()) {
    broken(entry.sequence, "is charged to a dataset that was closed");
  }
  constexpr const char* no_price = "is charged otherwise than it costs";
  if (!is_price(filter->budget(), charge->request.cost, charge->charged)) {
    broken(entry.sequence, no_price);
  }
  if (!filter->admits(charge->charged)) {
    broken(entry.sequence, "passes the budget");
  }
  require_new_run(*charge);
  const auto& named = filter->dataset().group;
  if (charge->charged_to_group.has_value() != named.has_value()) {
    broken(entry.sequence, not_ours);
  }
  if (named) {
    GroupFilter& group = *find_group(*named);
    if (!is_price(group.budget(), charge->request.cost, *charge->charged_to_group)) {
      broken(entry.sequence, no_price);
    }
    if (group.closed() && group.charges_seen() >= group.closed()->charges) {
      broken(entry.sequence, "is charged to a group that was closed");
    }
    if (!group.admits(*charge->charged_to_group)) {
      broken(entry.sequence, "passes the budget of its group");
    }
    group.add(*charge->charged_to_group);
  }
  filter->add(charge->charged);
  take_run(*charge, *filter);
}

void Chain::take_witness(const Entry& entry) {
  if (!entry.dataset.empty() || !stamp_of(entry).record.empty()) {
    broken(entry.sequence, not_ours);
  }
  has_witness_ = has_witness_ || !moves_.is_copied(entry);
}

void Chain::take_record(const Entry& entry) {
  if (id().empty()) {
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
  if (entry.kind == "result") {
    return take_result(entry);
  }
  if (entry.kind == "witness") {
    return take_witness(entry);
  }
  if (entry.kind == "moved") {
    return;
  }
  if (const auto kind = decision_kind(entry.kind)) {
    return take_decision(entry, *kind);
  }
  broken(entry.sequence, not_ours);
}

void Chain::take(const Entry& entry, const std::string& stream) {
  const std::int64_t time = require_link(entry, tip_of(stream), moves_.is_copied(entry));
  const bool first = id().empty();
  take_record(entry);
  if (!first) {
    moves_.take(entry);
  }
  tips_[stream] = {entry.sequence, entry.hash, time};
}

// What was verified before must still be there: a store that was put in its place has other hashes.
void Chain::require_prefix(StoreTransaction& store) const {
  for (const auto& [stream, tip] : tips_) {
    about(stream, [&] {
      if (store.hash_at(stream, tip.sequence) != tip.hash) {
        broken(tip.sequence, "is not what it was when this program read it");
      }
    });
  }
}

void Chain::extend(StoreTransaction& store, const Visit& visit) {
  require_prefix(store);
  for (const Head& head : store.heads()) {
    about(head.stream, [&] {
      store.each_after(head.stream, tip_of(head.stream).sequence, [&](const Entry& entry) {
        if (store.stream_of(entry.dataset) != head.stream) {
          broken(entry.sequence, not_ours);
        }
        take(entry, head.stream);
        if (visit) {
          visit(entry);
        }
      });
      const Tip tip = tip_of(head.stream);
      if (tip.sequence == 0 || head.sequence != tip.sequence || head.hash != tip.hash) {
        broken(tip.sequence + 1, "is missing");
      }
    });
  }
  moves_.require_whole([&](const std::string& dataset) {
    return store.shows_all() || dataset.empty() || find(dataset) != nullptr;
  });
  take_totals(store);
}

std::int64_t Chain::entries() const noexcept {
  std::int64_t out = 0;
  for (const auto& [stream, tip] : tips_) {
    out += tip.sequence;
  }
  return out;
}

std::string Chain::hash() const {
  if (tips_.size() <= 1) {
    return tip_of("").hash;
  }
  Facts ends;
  for (const auto& [stream, tip] : tips_) {
    ends.emplace_back(stream, std::to_string(tip.sequence) + " " + tip.hash);
  }
  return text_hash(facts_text(ends));
}

std::vector<WitnessMark> Chain::marks() const {
  std::vector<WitnessMark> out;
  out.reserve(tips_.size());
  for (const auto& [stream, tip] : tips_) {
    out.push_back({id(), tip.sequence, tip.hash, stream});
  }
  return out;
}

void Chain::require_witnessed(StoreTransaction& store, const std::string& witness) const {
  for (const WitnessMark& mark : read_witness(witness)) {
    naming(witness, [&] {
      require(mark.id == id(), ErrorKind::ledger, "the witness is of another ledger");
    });
    // Who does not see every chain cannot tell one that is missing.
    if (tips_.contains(mark.stream) || store.shows_all()) {
      require(
          store.hash_at(mark.stream, mark.sequence) == mark.hash, ErrorKind::ledger,
          "the witness has seen entries that the ledger lacks: this is an older or another copy");
    }
  }
}

Entry Chain::append(StoreTransaction& store, const Record& record, std::int64_t now) const {
  const Tip tip = tip_of(store.stream_of(record.dataset));
  const std::string at = time_text(now);
  const bool set_back = tip.sequence > 0 && parse_time(at).value_or(now) < tip.time;
  const auto ordered_at = set_back ? std::optional{time_text(tip.time)} : std::nullopt;
  Entry entry{tip.sequence + 1, record.kind, record.dataset, at, stamped(ordered_at, record.facts),
              tip.hash,         {}};
  entry.hash = entry_hash(entry);
  store.append(entry);
  return entry;
}

}  // namespace discreet::detail
