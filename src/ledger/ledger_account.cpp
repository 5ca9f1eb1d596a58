#include <utility>

#include "discreet/ledger/ledger.hpp"

namespace discreet {

LedgerAccount::LedgerAccount(Ledger& ledger, std::string dataset, std::string asked_by)
    : ledger_(&ledger), dataset_(std::move(dataset)), asked_by_(std::move(asked_by)) {}

Budget LedgerAccount::budget() { return ledger_->state(dataset_).limit; }

void LedgerAccount::preview(const Bill& bill) { ledger_->preview(request(bill)); }

Receipt LedgerAccount::charge(const Bill& bill) { return ledger_->charge(request(bill)); }

ChargeRequest LedgerAccount::request(const Bill& bill) const {
  return {dataset_, bill.what, asked_by_, bill.cost, bill.parameters};
}

}  // namespace discreet
