#include "ledger_report.hpp"

#include <fmt/format.h>

#include "json.hpp"
#include "words.hpp"

namespace discreet::cli {

std::string ledger_as_text(const std::vector<DatasetState>& states,
                           const std::vector<Charge>& charges) {
  std::string out;
  for (const DatasetState& state : states) {
    const Dataset& dataset = state.dataset;
    Amounts budget = dataset.budget;
    if (dataset.accountant == Accountant::mixed) {
      budget.rho.reset();
    }
    out += fmt::format(
        "{}{}: for {}, accountant {}\n"
        "  budget  {}\n"
        "  spent   {} in {} charge{}\n"
        "  left    {}\n",
        out.empty() ? "" : "\n", dataset.name, neighbors_in_words(dataset.neighbors, dataset.unit),
        to_string(dataset.accountant), amounts_in_words(budget), amounts_in_words(state.spent),
        state.charges, state.charges == 1 ? "" : "s",
        left_in_words(dataset.accountant, state.left));
    for (const Charge& charge : charges) {
      if (charge.request.dataset == dataset.name) {
        out += fmt::format("  {:>6}  {}  {}  {}  by {}\n", charge.sequence, charge.at,
                           charge.request.what, amounts_in_words(charge.charged),
                           charge.request.asked_by);
      }
    }
  }
  return out;
}

std::string ledger_as_json(const std::vector<DatasetState>& states,
                           const std::vector<Charge>& charges) {
  Json json;
  json.open('{').name("schema").text("discreet.ledger/1").name("datasets").open('[');
  for (const DatasetState& state : states) {
    json.open('{').name("name").text(state.dataset.name).name("unit").text(state.dataset.unit);
    json.name("neighbors").text(to_string(state.dataset.neighbors));
    json.name("accountant").text(to_string(state.dataset.accountant)).name("budget");
    write_amounts(json, state.dataset.budget);
    json.name("spent");
    write_amounts(json, state.spent);
    json.name("left");
    write_amounts(json, state.left);
    json.name("charges").number(state.charges).close('}');
  }
  json.close(']').name("charges").open('[');
  for (const Charge& charge : charges) {
    json.open('{').name("sequence").number(static_cast<std::uint64_t>(charge.sequence));
    json.name("at").text(charge.at).name("dataset").text(charge.request.dataset);
    json.name("what").text(charge.request.what).name("by").text(charge.request.asked_by);
    json.name("cost");
    write_amounts(json, charge.request.cost);
    json.name("charged");
    write_amounts(json, charge.charged);
    json.name("parameters").open('{');
    for (const auto& [name, value] : charge.request.parameters) {
      json.name(name).text(value);
    }
    json.close('}').name("hash").text(charge.hash).close('}');
  }
  json.close(']').close('}');
  return json.str() + "\n";
}

}  // namespace discreet::cli
