#pragma once

// Where charged() was before releases were written once; gone with the next version.
#pragma GCC warning "discreet/ledger/charged.hpp is now discreet/release/account.hpp"

#include <utility>

#include "discreet/ledger/ledger.hpp"
#include "discreet/release/account.hpp"

namespace discreet {

/// Charges a request made by hand, and only then releases; LedgerAccount and a Bill replace it.
///
/// Law       draw(receipt) is called after the charge is on disk, and not at all if it was refused.
/// Throws    what charge() throws, with nothing drawn; what draw throws, with the budget spent.
/// Proof     proofs/ledger/charge.md
template <class Draw>
auto charged(Ledger& ledger, const ChargeRequest& request, Draw&& draw) {
  const Receipt receipt = ledger.charge(request);
  return std::forward<Draw>(draw)(receipt);
}

}  // namespace discreet
