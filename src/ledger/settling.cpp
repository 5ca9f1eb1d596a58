#include "ledger/settling.hpp"

#include <algorithm>

#include "discreet/error.hpp"
#include "discreet/ledger/text.hpp"
#include "ledger/chain.hpp"
#include "ledger/run_records.hpp"

namespace discreet::detail {
namespace {

std::optional<std::string> settled_for(OpenLedger& ledger, const ChargeRequest& request) {
  return ledger.settled(request.dataset, request.run->id);
}

}  // namespace

std::unique_ptr<Settlement> take_room(OpenLedger& ledger, const ChargeRequest& asked) {
  const RunIndex::Run there = ledger.find_run(asked.dataset, asked.run->id);
  Charge widest;
  widest.request = asked;
  widest.hash = no_hash;
  if (there) {
    // What was charged for may be larger than what is asked for now.
    widest.request.run->room = std::max(asked.run->room, there->charge.request.run->room);
  }
  ledger.reserve(widest.request.run->room);
  return ledger.settlement(asked.dataset, asked.run->id, settled_result(widest, "").size());
}

bool store_result(OpenLedger& ledger, const Charge& charge, const std::string& text,
                  Settlement* settlement) {
  require(is_utf8(text) && text.find('\0') == std::string::npos, bug,
          "a result is UTF-8 without NUL");
  const ChargeRequest& asked = charge.request;
  const Facts facts = result_facts(charge, text);
  const std::string settled = settled_result(charge, text);
  try {
    ledger.write([&] {
      ledger.require_witness();
      if (ledger.chain().runs().find(asked.dataset, asked.run->id)->result) {
        throw RunThere{};
      }
      // Under the lock under which a ledger is copied: what is settled here is not drawn again there.
      if (settlement != nullptr) {
        settlement->settle(settled);
      }
      return Record{"result", asked.dataset, facts};
    });
  } catch (const RunThere&) {
    return false;
  }
  ledger.forget_settled(asked.dataset, asked.run->id);
  return true;
}

bool finish_settled(OpenLedger& ledger, const RunState& run) {
  const ChargeRequest& asked = run.charge.request;
  std::optional<std::string> text;
  try {
    if (const auto bytes = settled_for(ledger, asked)) {
      text = text_of_settled(run.charge, *bytes);
    }
  } catch (const Error&) {
    // Nobody else can read another user's, and it goes while it is looked at: both where it is stored meanwhile.
    if (!ledger.find_run(asked.dataset, asked.run->id)->result) {
      throw;
    }
    return true;
  }
  if (text) {
    store_result(ledger, run.charge, *text, nullptr);
  }
  return text.has_value();
}

void finish_all_settled(OpenLedger& ledger) {
  for (const RunState& run : ledger.read([&] { return ledger.chain().runs().all(); })) {
    if (!run.result) {
      finish_settled(ledger, run);
    }
  }
}

void tidy_settled(OpenLedger& ledger, const Charge& charge, const std::string& text) {
  try {
    // Reading it has made lasting what stands in the ledger.
    if (settled_for(ledger, charge.request) == settled_result(charge, text)) {
      ledger.forget_settled(charge.request.dataset, charge.request.run->id);
    }
  } catch (const Error&) {
    return;  // something else stands there, and is no matter where a result is stored
  }
}

}  // namespace discreet::detail
