#include "plan_table.hpp"

#include <cmath>

#include <fmt/format.h>

#include "discreet/ledger/text.hpp"
#include "discreet/release/words.hpp"
#include "json.hpp"
#include "release_table.hpp"

namespace discreet::cli {
namespace {

using Plan = TableRelease::Plan;

std::string unit_of(const PlannedTable& planned) {
  return planned.state ? planned.state->dataset.unit : "unit";
}

double in_numbers(const PlannedTable& planned, double value) {
  return value / std::pow(10.0, planned.decimals);
}

// "180 more than the 101st most frequent"
std::string needs(const PlannedTable& planned) {
  const double odds = in_numbers(planned, static_cast<double>(planned.plan.even_odds.value_or(0)));
  const auto* const domain = std::get_if<LimitedDomain>(&planned.plan.list);
  if (domain != nullptr && domain->limit) {
    return fmt::format("{:.6g} more than the item of rank {}", odds, *domain->limit + 1);
  }
  return fmt::format("{:.6g}", odds);
}

struct Widths {
  double each = 0;
  std::optional<double> units;
};

std::optional<Widths> widths_of(const PlannedTable& planned) {
  const Plan& plan = planned.plan;
  if (!plan.request.counts) {
    return std::nullopt;
  }
  if (!plan.counts) {
    const auto& histogram = std::get<ThresholdedHistogram>(plan.list);
    const UnitDistance metric{plan.request.neighbors};
    const auto most = static_cast<double>(thresholded_histogram_cost(histogram, metric).threshold);
    return Widths{in_numbers(planned, most), {}};
  }
  const NoisyCountsPlan counts = plan_noisy_counts(*plan.counts);
  Widths out{in_numbers(planned, counts.each.get_d()), {}};
  if (counts.units_scale) {
    out.units = counts.units.get_d();
  }
  return out;
}

std::string counts_as_text(const PlannedTable& planned) {
  const auto widths = widths_of(planned);
  if (!widths) {
    return "";
  }
  const Plan& plan = planned.plan;
  const std::string sure =
      plan.counts
          ? fmt::format("with confidence {}", amount_text(plan.request.counts->confidence.exact()))
          : "for certain";
  std::string out = fmt::format("numbers         within {:.6g}, {}, if {} are listed\n",
                                widths->each, sure, plan.request.k);
  if (widths->units) {
    out += fmt::format("units           within {:.6g}, {}\n", *widths->units, sure);
  }
  return out;
}

}  // namespace

std::string table_plan_as_text(const PlannedTable& planned) {
  const Plan& plan = planned.plan;
  std::string out = fmt::format("planned for     top-k, for {}\n",
                                neighbors_in_words(plan.request.neighbors, unit_of(planned)));
  if (planned.state) {
    out += fmt::format("charged to      {}, accountant {}\n", planned.state->dataset.name,
                       to_string(planned.state->dataset.accountant));
  }
  out += fmt::format("list            {}\n", list_in_words(plan));
  out += fmt::format("scale           {:.6g}\n", in_numbers(planned, plan.scale));
  if (plan.even_odds) {
    out += fmt::format("an item needs   {} to be listed as likely as not\n", needs(planned));
  }
  if (plan.expected_error) {
    out += fmt::format("expected error  {:.4g} for one selection, whatever the numbers\n",
                       in_numbers(planned, *plan.expected_error));
  }
  out += counts_as_text(planned);
  out += fmt::format("cost            {}\n", amounts_in_words(plan.cost, Shorten::up));
  out += fmt::format("promise         {}\n", promise_in_words(plan.promise));
  if (planned.state) {
    out += fmt::format("left            {}\n",
                       left_in_words(planned.state->dataset.accountant, planned.left));
  }
  return out;
}

std::string table_plan_as_json(const PlannedTable& planned) {
  const Plan& plan = planned.plan;
  Json json;
  json.open('{').name("schema").text("discreet.plan/2").name("for").text("top-k");
  write_facts(json, table_facts(plan, planned.decimals));
  json.name("neighbors").text(to_string(plan.request.neighbors));
  const auto widths = widths_of(planned);
  json.name("number_within");
  widths ? json.number(widths->each) : json.null();
  json.name("units_within");
  widths && widths->units ? json.number(*widths->units) : json.null();
  write_payment(json, planned);
  return json.close('}').str() + "\n";
}

}  // namespace discreet::cli
