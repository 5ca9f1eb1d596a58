#include "plan_quantiles.hpp"

#include <fmt/format.h>

#include "discreet/accounting/amount.hpp"
#include "discreet/ledger/text.hpp"
#include "json.hpp"
#include "quantile_words.hpp"

namespace discreet::cli {

std::string quantile_plan_as_text(const PlannedRelease<QuantilesRelease>& planned,
                                  const ValueGrid& grid) {
  const QuantilesRelease::Plan& plan = planned.plan;
  const std::string unit = planned.state ? planned.state->dataset.unit : "unit";
  std::string out = fmt::format("planned for     quantile, for {}\n",
                                neighbors_in_words(plan.request.neighbors, unit));
  if (planned.state) {
    out += fmt::format("charged to      {}, accountant {}\n", planned.state->dataset.name,
                       to_string(planned.state->dataset.accountant));
  }
  std::string quantiles;
  for (const Fraction& quantile : plan.request.quantiles) {
    quantiles += (quantiles.empty() ? "" : ", ") + amount_text(quantile);
  }
  out += fmt::format("quantiles       {}\n", quantiles);
  out += fmt::format("values          {}\n", grid.in_words());
  out += fmt::format("law             {}\n", quantiles_drawn_in_words(plan));
  out += fmt::format("cost            {}\n", amounts_in_words(plan.cost, Shorten::up));
  out += fmt::format("promise         {}\n", promise_in_words(plan.promise));
  if (planned.state) {
    out += fmt::format("left            {}\n",
                       left_in_words(planned.state->dataset.accountant, planned.left));
  }
  return out + rank_error_in_words(plan) + "\n";
}

std::string quantile_plan_as_json(const PlannedRelease<QuantilesRelease>& planned,
                                  const ValueGrid& grid) {
  const QuantilesRelease::Plan& plan = planned.plan;
  Json json;
  json.open('{').name("schema").text("discreet.plan/2").name("for").text("quantile");
  json.name("quantiles").open('[');
  for (const Fraction& quantile : plan.request.quantiles) {
    json.text(amount_text(quantile));
  }
  json.close(']');
  write_facts(json, quantile_facts(plan, grid));
  json.name("groups");
  plan.facts.groups ? json.number(*plan.facts.groups) : json.null();
  json.name("neighbors").text(to_string(plan.request.neighbors));
  write_payment(json, planned);
  return json.close('}').str() + "\n";
}

}  // namespace discreet::cli
