#include "ledger/charging.hpp"

#include <algorithm>
#include <iterator>

#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/text.hpp"
#include "ledger/chain.hpp"
#include "ledger/names.hpp"
#include "ledger/records.hpp"
#include "ledger/run_records.hpp"

namespace discreet::detail {
namespace {

void require_run(const RunRequest& run) {
  require_name(
      run.id, "the id of a run is 1 to 200 bytes of UTF-8 without control or invisible characters");
  // A blank that nobody sees would be another id, which is charged anew.
  require(!run.id.starts_with(' ') && !run.id.ends_with(' '), bad_parameter,
          "the id of a run must not begin or end with a blank");
  require(run.room <= most_room, bad_parameter,
          "the result of a run has at most 16 MiB, whatever may be drawn: ask for less in one run");
  require(is_sound(run), bad_parameter, "the request of a run is a SHA-256 in hex");
}

// What says how a release is made. Which program asked may differ: it may be newer when a run is repeated.
Parameters terms_of(const ChargeRequest& request) {
  Parameters out = request.parameters;
  std::erase_if(out, [](const auto& parameter) { return parameter.first == "program"; });
  return out;
}

// What a charge has of a request.
Facts said_in(const ChargeRequest& request) {
  Charge charge;
  charge.request = request;
  charge.request.run.reset();
  charge.request.parameters = terms_of(request);
  return charge_facts(charge);
}

// What is another in a request than in the one before; empty where a charge has none of it.
std::string difference(const ChargeRequest& before, const ChargeRequest& now) {
  constexpr std::size_t longest_shown = 40;
  constexpr std::string_view prefix = "parameter.";
  const Facts old_facts = said_in(before);
  Facts all = old_facts;
  const Facts new_facts = said_in(now);
  std::copy_if(new_facts.begin(), new_facts.end(), std::back_inserter(all),
               [&](const auto& one) { return !fact(old_facts, one.first); });
  std::string out;
  for (const auto& [name, value] : all) {
    const auto was = fact(old_facts, name);
    const auto is = fact(new_facts, name);
    if (was == is) {
      continue;
    }
    const auto shown = [&](const auto& text) { return text ? made_visible(*text) : "not said"; };
    const bool is_short = std::max(shown(was).size(), shown(is).size()) <= longest_shown;
    out += (out.empty() ? "" : "; ") +
           made_visible(name.starts_with(prefix) ? name.substr(prefix.size()) : name) +
           (is_short ? " was " + shown(was) + " and is " + shown(is) : " is another");
  }
  return out;
}

[[noreturn]] void throw_another(const std::string& difference) {
  throw Error{bad_parameter, "there is a run of that id for another request" +
                                 (difference.empty() ? "" : " (" + difference + ")") +
                                 ": a run is repeated as it was asked for"};
}

}  // namespace

ChargeRequest checked_charge(const ChargeRequest& request) {
  constexpr const char* rule =
      "what is charged, who asks and each parameter have a name of 1 to 200 bytes of UTF-8 without "
      "control or invisible characters";
  require_name(request.what, rule);
  require_name(request.asked_by, rule);
  for (const auto& [name, value] : request.parameters) {
    require_name(name, rule);
    require(name.find(':') == std::string::npos, bad_parameter, "a parameter's name has no colon");
    require(is_utf8(value) && value.find('\0') == std::string::npos, bad_parameter,
            "a parameter's value is UTF-8 without NUL");
  }
  if (request.run) {
    require_run(*request.run);
  }
  // By rho alone it would be charged without its delta.
  require(request.cost.delta.value_or(0) == 0 || request.cost.epsilon, bad_parameter,
          "a delta goes with an epsilon; of what is only close to rho-zCDP it is the slack");
  ChargeRequest out = request;
  out.cost = checked_amounts(request.cost);
  return out;
}

Receipt write_charge(OpenLedger& ledger, const ChargeRequest& asked) {
  Receipt receipt;
  const Entry entry = ledger.write([&] {
    Charge charge = ledger.admit(asked);
    charge.user = ledger.user();
    receipt.charged = charge.charged;
    Filter after = static_cast<const Filter&>(ledger.filter(asked.dataset));
    after.add(receipt.charged);
    receipt.left = after.left();
    return Record{"charge", asked.dataset, charge_facts(charge)};
  });
  receipt.sequence = entry.sequence;
  receipt.at = entry.at;
  receipt.ordered_at = stamp_of(entry).ordered_at;
  receipt.hash = entry.hash;
  return receipt;
}

Receipt receipt_of(const RunState& run) {
  const Charge& charge = run.charge;
  return {charge.sequence, charge.at, charge.ordered_at, charge.hash, charge.charged, run.left};
}

void require_same_request(const RunState& there, const RunRequest& run) {
  if (there.charge.request.run->request != run.request) {
    throw_another("");
  }
}

void require_same_request(const RunState& there, const ChargeRequest& asked) {
  if (there.charge.request.run->request != asked.run->request) {
    throw_another(difference(there.charge.request, asked));
  }
}

void require_same_charge(const RunState& there, const ChargeRequest& asked) {
  const ChargeRequest& paid = there.charge.request;
  require_same_request(there, asked);
  require(paid.what == asked.what && paid.cost == asked.cost && terms_of(paid) == terms_of(asked) &&
              paid.run->room >= asked.run->room,
          bad_parameter,
          "the run was charged for a release that would be made otherwise now, as by another "
          "version of the program: finish it with that, or take another id, which is charged anew");
}

}  // namespace discreet::detail
