#include "staged_account.hpp"

#include "discreet/error.hpp"
#include "interruption.hpp"

namespace discreet::cli {

Receipt StagedAccount::charge(const Bill& bill) {
  enter(Stage::charging);
  try {
    Receipt receipt = account_->charge(bill);
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
