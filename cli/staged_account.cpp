#include "staged_account.hpp"

#include "discreet/error.hpp"
#include "interruption.hpp"

namespace discreet::cli {

Bill StagedAccount::with_asked(const Bill& bill) const {
  Bill out = bill;
  const Parameters& asked = asked_.parameters();
  out.parameters.insert(out.parameters.end(), asked.begin(), asked.end());
  return out;
}

Receipt StagedAccount::charge(const Bill& bill) {
  enter(Stage::charging);
  try {
    Receipt receipt = account_->charge(with_asked(bill));
    enter(Stage::charged);
    return receipt;
  } catch (const Error& error) {
    if (leaves_uncharged(error.kind())) {
      enter(Stage::uncharged);
    }
    throw;
  }
}

}  // namespace discreet::cli
