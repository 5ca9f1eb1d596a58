#include "discreet/ledger/ledger.hpp"

#include <map>
#include <tuple>
#include <utility>

#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/text.hpp"
#include "ledger/chain.hpp"
#include "ledger/charging.hpp"
#include "ledger/decision_records.hpp"
#include "ledger/files.hpp"
#include "ledger/names.hpp"
#include "ledger/naming.hpp"
#include "ledger/open_ledger.hpp"
#include "ledger/records.hpp"
#include "ledger/settling.hpp"
#include "ledger/witness.hpp"

namespace discreet {
namespace {

using detail::Chain;
using detail::Entry;
using detail::Record;

LedgerOptions checked(const LedgerOptions& options) {
  require(!options.witness || !options.witness->empty(), bad_parameter,
          "a witness has the name of a file; leave it out where there is none");
  return options;
}

void create_ledger(const std::string& address, const Dataset& first, const LedgerOptions& opening) {
  const auto store = detail::create_store(address, opening.patience);
  Chain chain;
  const auto append = [&](const Record& record) {
    chain.append(*store, record, detail::read_clock(opening));
    chain.extend(*store);
  };
  append({"ledger", "", detail::identity_facts({detail::random_id()})});
  append({"dataset", first.name, detail::dataset_facts(first)});
  std::optional<detail::NewWitness> witness;
  if (opening.witness) {
    append({"witness", "", {}});
    // The witness first: it would be missed if it could not be made, and the ledger were there already.
    witness.emplace(*opening.witness, chain.marks());
  }
  store->commit();
  if (witness) {
    witness->keep();
  }
}

GroupState state_of(const detail::GroupFilter& filter) {
  const Filter& whole = filter.whole();
  return {filter.group(), filter.datasets(), filter.charges(), whole.spent(),
          whole.left(),   filter.budget(),   filter.closed(),  filter.lowered_by()};
}

DatasetState state_of(Chain& chain, const detail::DatasetFilter& filter) {
  DatasetState out{filter.dataset(), filter.charges(), filter.spent(),     filter.left(),
                   filter.budget(),  filter.closed(),  filter.lowered_by()};
  if (const auto& group = filter.dataset().group) {
    out.in_group = state_of(*chain.find_group(*group));
  }
  return out;
}

std::pair<std::vector<DatasetState>, std::vector<GroupState>> states_of(Chain& chain) {
  std::pair<std::vector<DatasetState>, std::vector<GroupState>> out;
  for (const detail::DatasetFilter& filter : chain.filters()) {
    out.first.push_back(state_of(chain, filter));
  }
  for (const detail::GroupFilter& filter : chain.groups()) {
    out.second.push_back(state_of(filter));
  }
  return out;
}

}  // namespace

Ledger::Ledger(std::unique_ptr<detail::OpenLedger> open) : self_(std::move(open)) {}
Ledger::Ledger(Ledger&&) noexcept = default;
Ledger& Ledger::operator=(Ledger&&) noexcept = default;
Ledger::~Ledger() = default;

Ledger Ledger::create(const std::string& path, const Dataset& dataset,
                      const LedgerOptions& options) {
  const LedgerOptions opening = checked(options);
  const Dataset first = checked_dataset(dataset);
  detail::naming(shown_address(path), [&] { create_ledger(path, first, opening); });
  return open(path, opening);
}

Ledger Ledger::open(const std::string& path, const LedgerOptions& options) {
  return detail::naming(shown_address(path), [&] {
    return Ledger{std::make_unique<detail::OpenLedger>(path, checked(options))};
  });
}

void Ledger::add_dataset(const Dataset& dataset) {
  const Dataset added = checked_dataset(dataset);
  self_->write([&] {
    self_->require_witness();
    require(self_->chain().find(added.name) == nullptr, bad_parameter,
            "the ledger has a dataset of that name");
    if (added.group) {
      const detail::GroupFilter* const group = self_->chain().find_group(*added.group);
      require(group != nullptr, bad_parameter, "the ledger has no group of that name");
      require(!group->closed(), bad_parameter, "the group was closed, and takes no dataset");
      require(group->suits(added), bad_parameter,
              "the datasets of a group have the same unit and neighbours");
    }
    return Record{"dataset", added.name, detail::dataset_facts(added)};
  });
}

void Ledger::add_group(const DatasetGroup& group) {
  const DatasetGroup added =
      make_dataset_group(group.name, detail::said_of(group.budget), group.budget.accountant);
  self_->write([&] {
    self_->require_witness();
    require(self_->chain().find_group(added.name) == nullptr, bad_parameter,
            "the ledger has a group of that name");
    return Record{"group", "", detail::group_facts(added)};
  });
}

Receipt Ledger::charge(const ChargeRequest& request) {
  require(!request.run, bad_parameter, "run() charges for a run");
  return detail::write_charge(*self_, detail::checked_charge(request));
}

void Ledger::preview(const ChargeRequest& request) {
  const ChargeRequest asked = detail::checked_charge(request);
  self_->read([&] {
    try {
      self_->admit(asked);
    } catch (const detail::RunThere&) {
      const auto there = self_->chain().runs().find(asked.dataset, asked.run->id);
      if (there->result) {
        detail::require_same_request(*there, asked);
      } else {
        detail::require_same_charge(*there, asked);
        self_->require_finisher(there->charge);
      }
    }
  });
}

DatasetState Ledger::state(const std::string& dataset) {
  return self_->read([&] { return state_of(self_->chain(), self_->filter(dataset)); });
}

std::vector<DatasetState> Ledger::states() {
  return self_->read([&] { return states_of(self_->chain()).first; });
}

std::vector<GroupState> Ledger::groups() {
  return self_->read([&] { return states_of(self_->chain()).second; });
}

std::vector<Charge> Ledger::charges() { return contents().charges; }

LedgerContents Ledger::contents() {
  LedgerContents out;
  // Where each dataset has a chain of its own, they are read one after the other.
  std::multimap<std::string, Entry> by_time;
  self_->read(
      [&] {
        std::tie(out.datasets, out.groups) = states_of(self_->chain());
        out.entries = self_->chain().entries();
        out.head = self_->chain().hash();
        std::tie(out.moved, out.copied, out.unfinished) = self_->chain().moves().summary();
        out.runs = self_->chain().runs().all();
      },
      [&](const Entry& entry) {
        if (entry.kind != "result") {  // which may be long
          by_time.emplace(detail::stamp_of(entry).ordered_at.value_or(entry.at), entry);
        }
      });
  for (const auto& [time, entry] : by_time) {
    if (entry.kind == "charge") {
      out.charges.push_back(*detail::parse_charge(entry));
    } else if (const auto kind = detail::decision_kind(entry.kind)) {
      out.decisions.push_back(*detail::parse_decision(entry, *kind));
    }
  }
  return out;
}

void Ledger::write_witness(const std::string& path) {
  const std::string plain = detail::plain_path(path);
  std::optional<detail::NewWitness> witness;
  Entry entry;
  try {
    entry = self_->write([&] {
      witness.emplace(plain, self_->chain().marks());
      return Record{"witness", "", {}};
    });
  } catch (const Error& error) {
    // If the ledger may say that there is a witness, there is one.
    if (error.kind() == charge_unknown && witness) {
      witness->keep();
    }
    throw;
  }
  witness->keep();
  detail::advance_witness(plain, {self_->chain().id(), entry.sequence, entry.hash});
  self_->adopt_witness(plain);
}

void Ledger::grant(const std::string& role, const std::string& dataset) {
  self_->set_granted(role, dataset, true);
}

void Ledger::revoke(const std::string& role, const std::string& dataset) {
  self_->set_granted(role, dataset, false);
}

std::string Ledger::user() const { return self_->user(); }

// What is settled is part of the ledger, and must not be drawn again from a copy of it.
void Ledger::backup(const std::string& path) {
  detail::finish_all_settled(*self_);
  self_->back_up(path);
}

void Ledger::copy_to(const std::string& address) {
  detail::finish_all_settled(*self_);
  self_->move_to(address);
}

}  // namespace discreet
