#include "discreet/ledger/ledger.hpp"

#include <utility>

#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"
#include "ledger/chain.hpp"
#include "ledger/files.hpp"
#include "ledger/names.hpp"
#include "ledger/naming.hpp"
#include "ledger/open_ledger.hpp"
#include "ledger/records.hpp"
#include "ledger/witness.hpp"

namespace discreet {
namespace {

using detail::Chain;
using detail::Entry;
using detail::Record;

// The request as it is written down: its amounts in lowest terms.
ChargeRequest checked(const ChargeRequest& request) {
  constexpr const char* rule =
      "what is charged, who asks and each parameter have a name of 1 to 200 bytes of UTF-8 without "
      "control or invisible characters";
  detail::require_name(request.what, rule);
  detail::require_name(request.asked_by, rule);
  for (const auto& [name, value] : request.parameters) {
    detail::require_name(name, rule);
    require(name.find(':') == std::string::npos, bad_parameter, "a parameter's name has no colon");
    require(is_utf8(value) && value.find('\0') == std::string::npos, bad_parameter,
            "a parameter's value is UTF-8 without NUL");
  }
  ChargeRequest out = request;
  out.cost = checked_amounts(request.cost);
  return out;
}

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
  append({"ledger", "", {{"id", detail::random_id()}}});
  append({"dataset", first.name, detail::dataset_facts(first)});
  std::optional<detail::NewWitness> witness;
  if (opening.witness) {
    append({"witness", "", {}});
    // The witness first: it would be missed if it could not be made, and the ledger were there already.
    witness.emplace(*opening.witness,
                    detail::WitnessMark{chain.id(), chain.sequence(), chain.hash()});
  }
  store->commit();
  if (witness) {
    witness->keep();
  }
}

DatasetState state_of(const detail::DatasetFilter& filter) {
  return {filter.dataset(), filter.charges(), filter.spent(), filter.left()};
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
  detail::naming(path, [&] { create_ledger(path, first, opening); });
  return open(path, opening);
}

Ledger Ledger::open(const std::string& path, const LedgerOptions& options) {
  return detail::naming(
      path, [&] { return Ledger{std::make_unique<detail::OpenLedger>(path, checked(options))}; });
}

void Ledger::add_dataset(const Dataset& dataset) {
  const Dataset added = checked_dataset(dataset);
  self_->write([&] {
    self_->require_witness();
    require(self_->chain().find(added.name) == nullptr, bad_parameter,
            "the ledger has a dataset of that name");
    return Record{"dataset", added.name, detail::dataset_facts(added)};
  });
}

Receipt Ledger::charge(const ChargeRequest& request) {
  const ChargeRequest asked = checked(request);
  Receipt receipt;
  const Entry entry = self_->write([&] {
    receipt.charged = self_->admit(asked);
    Filter after = static_cast<const Filter&>(self_->filter(asked.dataset));
    after.add(receipt.charged);
    receipt.left = after.left();
    return Record{"charge", asked.dataset, detail::charge_facts(asked, receipt.charged)};
  });
  receipt.sequence = entry.sequence;
  receipt.at = entry.at;
  receipt.ordered_at = detail::stamp_of(entry).ordered_at;
  receipt.hash = entry.hash;
  return receipt;
}

void Ledger::preview(const ChargeRequest& request) {
  const ChargeRequest asked = checked(request);
  self_->read([&] { self_->admit(asked); });
}

DatasetState Ledger::state(const std::string& dataset) {
  return self_->read([&] { return state_of(self_->filter(dataset)); });
}

std::vector<DatasetState> Ledger::states() {
  return self_->read([&] {
    std::vector<DatasetState> out;
    for (const detail::DatasetFilter& filter : self_->chain().filters()) {
      out.push_back(state_of(filter));
    }
    return out;
  });
}

std::vector<Charge> Ledger::charges() {
  std::vector<Charge> out;
  const auto visit = [&out](const Entry& entry) {
    if (entry.kind == "charge") {
      out.push_back(*detail::parse_charge(entry));
    }
  };
  self_->read([] {}, visit);
  return out;
}

void Ledger::write_witness(const std::string& path) {
  const std::string plain = detail::plain_path(path);
  std::optional<detail::NewWitness> witness;
  Entry entry;
  try {
    entry = self_->write([&] {
      const Chain& chain = self_->chain();
      witness.emplace(plain, detail::WitnessMark{chain.id(), chain.sequence(), chain.hash()});
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
  detail::advance_witness(plain, {witness->mark().id, entry.sequence, entry.hash});
  self_->adopt_witness(plain);
}

void Ledger::backup(const std::string& path) { self_->copy_to(path); }

}  // namespace discreet
