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

namespace {

// Whatever went wrong before something was charged leaves the budget as it was, if it says so.
template <class Action>
auto charging(const Action& action) {
  enter(Stage::charging);
  try {
    return action();
  } catch (const Error& error) {
    if (stage() == Stage::charging && leaves_uncharged(error.kind())) {
      enter(Stage::uncharged);
    }
    throw;
  }
}

}  // namespace

Receipt StagedAccount::charge(const Bill& bill) {
  return charging([&] {
    Receipt receipt = account_->charge(with_asked(bill));
    enter(Stage::charged);
    return receipt;
  });
}

RunResult StagedAccount::run(const Bill& bill, std::uint64_t room, const DrawText& draw) {
  enter_run();
  return charging([&] {
    RunResult result = account_->run(with_asked(bill), room, [&](const Receipt& receipt) {
      enter(Stage::charged);
      return draw(receipt);
    });
    if (result.receipt.replayed) {
      enter(Stage::uncharged);
    }
    return result;
  });
}

}  // namespace discreet::cli
