#include "discreet/ledger/ledger_text.hpp"

#include <algorithm>
#include <cstddef>

#include "discreet/ledger/visible.hpp"
#include "discreet/ledger/words.hpp"

namespace discreet {
namespace {

std::string right_aligned(const std::string& text) {
  constexpr std::size_t width = 6;
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string state_text(const DatasetState& state) {
  const Dataset& dataset = state.dataset;
  Amounts budget = dataset.budget;
  if (dataset.accountant == Accountant::mixed) {
    budget.rho.reset();
  }
  return made_visible(dataset.name) + ": for " +
         neighbors_in_words(dataset.neighbors, made_visible(dataset.unit)) + ", accountant " +
         std::string{to_string(dataset.accountant)} + "\n  budget  " +
         amounts_in_words(budget, Shorten::up) + "\n  spent   " +
         amounts_in_words(state.spent, Shorten::up) + " in " + std::to_string(state.charges) +
         (state.charges == 1 ? " charge" : " charges") + "\n  left    " +
         left_in_words(dataset.accountant, state.left) + "\n";
}

std::string charge_text(const Charge& charge) {
  const std::string order =
      charge.ordered_at ? "  (a clock set back: after " + *charge.ordered_at + ")" : "";
  return std::string{"  "} + right_aligned(std::to_string(charge.sequence)) + "  " + charge.at +
         "  " + made_visible(charge.request.what) + "  " +
         amounts_in_words(charge.charged, Shorten::up) + "  by " +
         made_visible(charge.request.asked_by) + order + "\n";
}

}  // namespace

std::string ledger_text(const std::vector<DatasetState>& states,
                        const std::vector<Charge>& charges) {
  std::string out;
  for (const DatasetState& state : states) {
    out += out.empty() ? "" : "\n";
    out += state_text(state);
    for (const Charge& charge : charges) {
      if (charge.request.dataset == state.dataset.name) {
        out += charge_text(charge);
      }
    }
  }
  return out;
}

}  // namespace discreet
