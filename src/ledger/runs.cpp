#include <utility>

#include "discreet/error.hpp"
#include "discreet/ledger/ledger.hpp"
#include "discreet/ledger/text.hpp"
#include "ledger/chain.hpp"
#include "ledger/charging.hpp"
#include "ledger/open_ledger.hpp"
#include "ledger/run_records.hpp"
#include "ledger/settling.hpp"

namespace discreet {
namespace {

using detail::OpenLedger;
using StoredRun = detail::RunIndex::Run;

// The text of a result whose entry the chain has verified.
std::string text_of_result(OpenLedger& ledger, const std::string& dataset,
                           const RunState::Result& result) {
  const detail::Entry entry = ledger.entry_at(dataset, result.sequence);
  const auto record = detail::parse_result(entry);
  require(record && entry.hash == result.hash, ErrorKind::ledger,
          "a result is not what it was when this program read it");
  return record->text;
}

std::optional<RunResult> stored(OpenLedger& ledger, const std::string& dataset,
                                const RunRequest& run) {
  StoredRun there = ledger.find_run(dataset, run.id);
  if (!there) {
    return std::nullopt;
  }
  detail::require_same_request(*there, run);
  if (!there->result && detail::finish_settled(ledger, *there)) {
    there = ledger.find_run(dataset, run.id);
  }
  if (!there->result) {
    return std::nullopt;
  }
  Receipt receipt = detail::receipt_of(*there);
  receipt.replayed = true;
  std::string text = text_of_result(ledger, dataset, *there->result);
  detail::tidy_settled(ledger, there->charge, text);
  return RunResult{std::move(receipt), std::move(text)};
}

// A run whose result can be stored: the ledger is kept here, and its witness is at hand.
StoredRun run_to_finish(OpenLedger& ledger, const ChargeRequest& asked) {
  return ledger.read([&] {
    ledger.chain().moves().require_here();
    ledger.require_witness();
    return ledger.chain().runs().find(asked.dataset, asked.run->id);
  });
}

// The one charge of the run: made now, or by whoever began it.
Charge one_charge(OpenLedger& ledger, const ChargeRequest& asked, Receipt& receipt) {
  StoredRun there = run_to_finish(ledger, asked);
  if (!there) {
    try {
      receipt = detail::write_charge(ledger, asked);
      Charge made;
      made.sequence = receipt.sequence;
      made.request = asked;
      made.hash = receipt.hash;
      return made;
    } catch (const detail::RunThere&) {
      // Where a store lost the hold of somebody, that one may have charged meanwhile.
      there = run_to_finish(ledger, asked);
    }
  }
  detail::require_same_charge(*there, asked);
  ledger.require_finisher(there->charge);
  receipt = detail::receipt_of(*there);
  return there->charge;
}

// Settles and stores the text, unless a result is stored by then.
RunResult one_result(OpenLedger& ledger, const Charge& charge, const Receipt& receipt,
                     std::string text, detail::Settlement* settlement) {
  if (!detail::store_result(ledger, charge, text, settlement)) {
    return stored(ledger, charge.request.dataset, *charge.request.run).value();
  }
  return {receipt, std::move(text)};
}

}  // namespace

RunResult Ledger::run(const ChargeRequest& request, const DrawText& draw) {
  require(request.run.has_value(), bad_parameter, "a run has an id");
  const ChargeRequest asked = detail::checked_charge(request);
  if (auto found = stored(*self_, asked.dataset, *asked.run)) {
    return *std::move(found);
  }
  const auto hold = self_->hold_run(asked.dataset, asked.run->id);
  // Whoever held it may have stored it.
  if (auto found = stored(*self_, asked.dataset, *asked.run)) {
    return *std::move(found);
  }
  const auto settlement = detail::take_room(*self_, asked);
  Receipt receipt;
  const Charge charge = one_charge(*self_, asked, receipt);
  return one_result(*self_, charge, receipt, draw(receipt), settlement.get());
}

std::optional<RunResult> Ledger::stored_result(const std::string& dataset, const RunRequest& run) {
  return stored(*self_, dataset, run);
}

std::optional<RunState> Ledger::find_run(const std::string& dataset, const std::string& id) {
  const StoredRun there = self_->find_run(dataset, id);
  return there ? std::optional{*there} : std::nullopt;
}

std::vector<RunState> Ledger::runs() {
  return self_->read([&] { return self_->chain().runs().all(); });
}

}  // namespace discreet
