// Charges a ledger many times, whatever becomes of its server, and says of each charge what became of it; or asks for as
// many runs, whose draws no other process has, and says what each delivered:
// many_charges ADDRESS DATASET COUNT [runs]
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <thread>

#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/ledger.hpp"
#include <unistd.h>

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

discreet::ChargeRequest run_request(const std::string& dataset, long number) {
  discreet::ChargeRequest out = request(dataset);
  out.run = discreet::RunRequest{std::to_string(number), std::string(64, '0'), 100};
  return out;
}

// What one charge, or one run, gives.
std::string made(Ledger& ledger, const discreet::ChargeRequest& asked) {
  if (!asked.run) {
    return "released " + ledger.charge(asked).hash;
  }
  static long draws = 0;
  const auto draw = [](const discreet::Receipt&) {
    return std::to_string(::getpid()) + "-" + std::to_string(++draws);
  };
  return "run " + asked.run->id + " " + ledger.run(asked, draw).text;
}

// Charges once, and opens the ledger first if that has to be done; nothing if the server has to be waited for, or a run
// has to be repeated.
std::optional<std::string> outcome(std::optional<Ledger>& ledger, const std::string& address,
                                   const discreet::ChargeRequest& asked) {
  discreet::LedgerOptions options;
  options.patience = std::chrono::minutes{2};
  try {
    if (!ledger) {
      ledger.emplace(Ledger::open(address, options));
    }
    return made(*ledger, asked);
  } catch (const Error& error) {
    switch (error.kind()) {
      case discreet::over_budget:
        return "refused";
      case discreet::charge_unknown:
        if (asked.run) {
          return std::nullopt;
        }
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
  const bool with_runs = count == 5 && std::string{words[4]} == "runs";
  if (count != 4 && !with_runs) {
    std::cerr << "usage: many_charges ADDRESS DATASET COUNT [runs]\n";
    return 2;
  }
  try {
    std::optional<Ledger> ledger;
    for (long left = std::strtol(words[3], nullptr, 10); left > 0;) {
      const auto asked = with_runs ? run_request(words[2], left) : request(words[2]);
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
