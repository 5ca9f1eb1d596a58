#include "ledger_as_json.hpp"

#include "json.hpp"
#include "write_amounts.hpp"

namespace discreet::cli {

std::string ledger_as_json(const std::vector<DatasetState>& states,
                           const std::vector<Charge>& charges) {
  Json json;
  json.open('{').name("schema").text("discreet.ledger/2").name("datasets").open('[');
  for (const DatasetState& state : states) {
    json.open('{').name("name").text(state.dataset.name).name("unit").text(state.dataset.unit);
    json.name("neighbors").text(to_string(state.dataset.neighbors));
    json.name("accountant").text(to_string(state.dataset.accountant)).name("budget");
    write_amounts(json, state.dataset.budget, Shorten::up);
    json.name("spent");
    write_amounts(json, state.spent, Shorten::up);
    json.name("left");
    write_amounts(json, state.left, Shorten::down);
    json.name("charges").number(state.charges).close('}');
  }
  json.close(']').name("charges").open('[');
  for (const Charge& charge : charges) {
    json.open('{').name("sequence").number(static_cast<std::uint64_t>(charge.sequence));
    json.name("at").text(charge.at).name("ordered_at");
    if (charge.ordered_at) {
      json.text(*charge.ordered_at);
    } else {
      json.null();
    }
    json.name("dataset").text(charge.request.dataset);
    json.name("what").text(charge.request.what).name("by").text(charge.request.asked_by);
    json.name("cost");
    write_amounts(json, charge.request.cost, Shorten::up);
    json.name("charged");
    write_amounts(json, charge.charged, Shorten::up);
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
