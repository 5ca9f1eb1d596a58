#include <algorithm>
#include <utility>

#include "discreet/error.hpp"
#include "discreet/ledger/ledger.hpp"
#include "ledger/entry.hpp"
#include "ledger/records.hpp"

namespace discreet {
namespace {

// All that a bill says, as one hash.
std::string request_in(const Bill& bill) {
  detail::Facts facts{{"what", bill.what}};
  detail::put_amounts(facts, "cost.", bill.cost);
  for (const auto& [name, value] : bill.parameters) {
    facts.emplace_back("parameter." + name, value);
  }
  return detail::text_hash(detail::facts_text(facts));
}

}  // namespace

LedgerAccount::LedgerAccount(Ledger& ledger, std::string dataset, std::string asked_by,
                             std::optional<RunRequest> run, Parameters asked)
    : ledger_(&ledger),
      dataset_(std::move(dataset)),
      asked_by_(std::move(asked_by)),
      run_(std::move(run)),
      asked_(std::move(asked)) {}

DatasetState LedgerAccount::state() {
  DatasetState out = ledger_->state(dataset_);
  neighbors_ = out.dataset.neighbors;
  return out;
}

// What a run was charged for is planned as it was then, though the limit was lowered since.
Budget LedgerAccount::budget() {
  const Budget now = state().limit;
  const auto begun = run_ ? ledger_->find_run(dataset_, run_->id) : std::nullopt;
  return begun ? begun->limit : now;
}

void LedgerAccount::preview(const Bill& bill) { ledger_->preview(request(bill)); }

Receipt LedgerAccount::charge(const Bill& bill) { return ledger_->charge(request(bill)); }

RunResult LedgerAccount::run(const Bill& bill, std::uint64_t room, const DrawText& draw) {
  require(run_.has_value(), bad_parameter, "the account has no run");
  ChargeRequest asked = request(bill);
  asked.run->room = room;
  return ledger_->run(asked, draw);
}

ChargeRequest LedgerAccount::request(const Bill& bill) {
  ChargeRequest out{dataset_, bill.what, asked_by_, bill.cost, bill.parameters, run_};
  const auto names_neighbors = [](const auto& parameter) { return parameter.first == "neighbors"; };
  if (std::none_of(out.parameters.begin(), out.parameters.end(), names_neighbors)) {
    out.parameters.emplace_back("neighbors",
                                to_string(neighbors_ ? *neighbors_ : state().dataset.neighbors));
  }
  out.parameters.insert(out.parameters.end(), asked_.begin(), asked_.end());
  if (out.run && out.run->request.empty()) {
    out.run->request = request_in(bill);
  }
  return out;
}

}  // namespace discreet
