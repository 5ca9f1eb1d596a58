#include <algorithm>
#include <cmath>

#include "discreet/accounting/convert.hpp"
#include "discreet/ledger/text.hpp"
#include "discreet/release/words.hpp"

namespace discreet {
namespace {

std::string right_aligned(const std::string& text) {
  constexpr std::size_t width = 6;
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string in_charges(std::uint64_t charges) {
  return " in " + std::to_string(charges) + (charges == 1 ? " charge" : " charges");
}

std::string decided(const Decision& decision) {
  return " on " + decision.at + " by " + made_visible(decision.user) + ": " +
         made_visible(decision.reason);
}

template <class State>
std::string limit_text(const State& state) {
  std::string out;
  if (state.lowered) {
    out += "\n  lowered to " + budget_in_words(state.limit) + decided(*state.lowered);
  }
  if (state.closed) {
    out += "\n  closed" + decided(*state.closed);
  }
  return out;
}

template <class State>
std::string spent_text(const State& state) {
  std::string out = amounts_in_words(state.spent, Shorten::up) + in_charges(state.charges);
  if (const auto fixed = spent_if_fixed(state)) {
    out += "\n          (" + amounts_in_words(*fixed, Shorten::up) +
           ", had these charges been fixed beforehand)";
  }
  return out;
}

std::string state_text(const DatasetState& state) {
  const Dataset& dataset = state.dataset;
  std::string out = made_visible(dataset.name) + ": for " +
                    neighbors_in_words(dataset.neighbors, made_visible(dataset.unit)) +
                    ", accountant " + std::string{to_string(dataset.accountant)};
  if (dataset.group) {
    out += ", of the group " + made_visible(*dataset.group);
  }
  out += "\n  budget  " + budget_in_words(budget_of(dataset)) + limit_text(state) + "\n  spent   " +
         spent_text(state) + "\n  left    ";
  if (state.closed) {
    out += "nothing: it was closed";
  } else if (state.in_group && state.in_group->closed) {
    out += "nothing: its group was closed";
  } else {
    out += left_in_words(dataset.accountant, state.left);
  }
  return out + "\n";
}

std::string group_text(const GroupState& state) {
  const Accountant accountant = state.group.budget.accountant;
  std::string out = "group " + made_visible(state.group.name) + ": accountant " +
                    std::string{to_string(accountant)} + ", of ";
  out += state.datasets.empty() ? "no dataset yet" : "";
  for (const std::string& dataset : state.datasets) {
    out += &dataset == &state.datasets.front() ? "" : ", ";
    out += made_visible(dataset);
  }
  out += "\n  budget  " + budget_in_words(state.group.budget) + limit_text(state) + "\n  spent   " +
         spent_text(state) + "\n  left    ";
  out += state.closed ? "nothing: it was closed" : left_in_words(accountant, state.left);
  return out + "\n";
}

// Whoever charged, where it is not who asked.
std::string user_text(const Charge& charge) {
  return charge.user && *charge.user != charge.request.asked_by
             ? " (user " + made_visible(*charge.user) + ")"
             : "";
}

std::string run_text(const Charge& charge) {
  return charge.request.run ? "  run " + made_visible(charge.request.run->id) : "";
}

std::string charge_text(const Charge& charge) {
  const std::string order =
      charge.ordered_at ? "  (a clock set back: after " + *charge.ordered_at + ")" : "";
  return std::string{"  "} + right_aligned(std::to_string(charge.sequence)) + "  " + charge.at +
         "  " + made_visible(charge.request.what) + "  " +
         amounts_in_words(charge.charged, Shorten::up) + "  by " +
         made_visible(charge.request.asked_by) + user_text(charge) + run_text(charge) + order +
         "\n";
}

}  // namespace

std::string neighbors_in_words(Neighbors neighbors, const std::string& unit) {
  return (neighbors == Neighbors::replace ? "replacing the rows of one "
                                          : "adding or removing one ") +
         unit;
}

namespace {

// An epsilon of what was spent at a delta, by the account that a budget adds up in; nothing where there is none.
std::optional<double> epsilon_of_spent(const Amounts& spent, const Amounts& budget,
                                       const Fraction& delta) {
  if (spent.rho) {
    return zcdp_to_epsilon(inf_double_of(*spent.rho), neg_inf_double_of(delta));
  }
  if (spent.steps && budget.step) {
    return bounded_range_to_epsilon(inf_double_of(*budget.step), spent.steps->get_num().get_ui(),
                                    neg_inf_double_of(delta));
  }
  return std::nullopt;
}

std::optional<Amounts> fixed_amounts(const Amounts& spent, const Amounts& budget) {
  // A budget in rho promises no delta: people ask for the epsilon at one in a million.
  const Fraction slack = spent.slack.value_or(0);
  const Fraction delta = budget.delta.value_or(Fraction{Fraction{1, 1'000'000} + slack});
  // What thresholds took of delta is spent; the rest converts what else was.
  const auto epsilon = epsilon_of_spent(spent, budget, Fraction{delta - slack});
  if (!epsilon || !std::isfinite(*epsilon)) {
    return std::nullopt;
  }
  const Fraction converted = inf_amount(*epsilon);
  Amounts out;
  out.epsilon = std::min(spent.epsilon.value_or(converted), converted);
  out.delta = delta;
  return out;
}

}  // namespace

std::optional<Amounts> spent_if_fixed(const DatasetState& state) {
  return state.charges == 0 ? std::nullopt : fixed_amounts(state.spent, state.dataset.budget);
}

std::optional<Amounts> spent_if_fixed(const GroupState& state) {
  return state.charges == 0 ? std::nullopt : fixed_amounts(state.spent, state.group.budget.amounts);
}

std::vector<std::string> moves_in_words(const std::optional<Move>& moved,
                                        const std::optional<Move>& copied, bool unfinished) {
  std::vector<std::string> out;
  if (copied) {
    out.push_back("copied on " + copied->at + " by " + made_visible(copied->user) +
                  " from the ledger " + copied->from + " of " + std::to_string(copied->entries) +
                  " entries, last hash " + copied->head);
  }
  if (unfinished) {
    out.emplace_back(
        "an unfinished copy of another ledger: repeat the copy; before that nothing is charged "
        "here");
  }
  if (moved) {
    out.push_back("moved on " + moved->at + " by " + made_visible(moved->user) + " to " +
                  made_visible(moved->to) + ": nothing more is charged here");
  }
  return out;
}

std::string ledger_text(const LedgerContents& contents) {
  std::string out;
  for (const std::string& sentence :
       moves_in_words(contents.moved, contents.copied, contents.unfinished)) {
    out += sentence + "\n";
  }
  for (const GroupState& group : contents.groups) {
    out += out.empty() ? "" : "\n";
    out += group_text(group);
  }
  for (const DatasetState& state : contents.datasets) {
    out += out.empty() ? "" : "\n";
    out += state_text(state);
    for (const Charge& charge : contents.charges) {
      if (charge.request.dataset == state.dataset.name) {
        out += charge_text(charge);
      }
    }
  }
  return out;
}

}  // namespace discreet
