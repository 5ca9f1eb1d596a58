// Charges a ledger many times, whatever becomes of its server, and says of each charge what became of it:
// many_charges ADDRESS DATASET COUNT
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <thread>

#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/ledger.hpp"

namespace {

using discreet::Error;
using discreet::Ledger;

// One line, out before the next charge: what is written here stands for a release.
void say(const std::string& line) { std::cout << line << "\n" << std::flush; }

discreet::ChargeRequest request(const std::string& dataset) {
  discreet::Amounts cost;
  cost.epsilon = discreet::parse_amount("0.001");
  return {dataset, "a test", "many charges", cost, {}};
}

// Charges once, and opens the ledger first if that has to be done; nothing if the server has to be waited for.
std::optional<std::string> outcome(std::optional<Ledger>& ledger, const std::string& address,
                                   const discreet::ChargeRequest& asked) {
  discreet::LedgerOptions options;
  options.patience = std::chrono::minutes{2};
  try {
    if (!ledger) {
      ledger.emplace(Ledger::open(address, options));
    }
    return "released " + ledger->charge(asked).hash;
  } catch (const Error& error) {
    switch (error.kind()) {
      case discreet::over_budget:
        return "refused";
      case discreet::charge_unknown:
        return std::string{"unknown "} + error.what();
      case discreet::ErrorKind::ledger:
        std::cerr << error.what() << "\n";
        return std::nullopt;
      default:
        throw;
    }
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 4) {
    std::cerr << "usage: many_charges ADDRESS DATASET COUNT\n";
    return 2;
  }
  try {
    const auto asked = request(words[2]);
    std::optional<Ledger> ledger;
    for (long left = std::strtol(words[3], nullptr, 10); left > 0;) {
      if (const auto said = outcome(ledger, words[1], asked)) {
        say(*said);
        --left;
      } else {
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
      }
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}
