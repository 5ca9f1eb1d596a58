#pragma once

#include <utility>

#include "discreet/ledger/ledger.hpp"

namespace discreet {

/// Charges, and only then releases.
///
/// Law       draw(receipt) is called after the charge is on disk, and not at all if it was refused.
/// Throws    what charge() throws, with nothing drawn; what draw throws, with the budget spent.
/// Proof     proofs/ledger/charge.md
template <class Release>
auto charged(Ledger& book, const ChargeRequest& request, Release&& draw) {
  const Receipt receipt = book.charge(request);
  return std::forward<Release>(draw)(receipt);
}

}  // namespace discreet
