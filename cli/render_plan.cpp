#include "render_plan.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "discreet/accounting/accuracy.hpp"
#include "discreet/ledger/text.hpp"
#include "discreet/release/words.hpp"
#include "json.hpp"
#include "render.hpp"
#include "write_amounts.hpp"

namespace discreet::cli {
namespace {

constexpr double beta = 0.05;

double quantile(const TopKRelease::Plan& plan) {
  const Selection& how = plan.selection;
  return error_quantile(how.law, plan.facts.candidates, how.k, beta, how.scale);
}

std::optional<Fraction> exact(const std::optional<Amount>& amount) {
  return amount ? std::optional{amount->exact()} : std::nullopt;
}

std::string name_of(PlannedCommand command) {
  return command == PlannedCommand::select ? "select" : "top-k";
}

std::string label_of(const TopKRequest& asked) {
  if (asked.scale) {
    return fmt::format("scale {:.4g}", *asked.scale);
  }
  if (!asked.epsilon && !asked.rho) {
    return "the step";
  }
  return amounts_in_words({exact(asked.epsilon), std::nullopt, exact(asked.rho)}, Shorten::up);
}

std::string plot(const std::vector<PlanPoint>& points) {
  constexpr int width = 40;
  double most = 0;
  for (const PlanPoint& point : points) {
    most = std::max(most, point.plan.expected_error);
  }
  std::string out = "expected error of one selection, at worst\n";
  for (const PlanPoint& point : points) {
    const double error = point.plan.expected_error;
    const auto full = most > 0 ? static_cast<int>(std::lround(error / most * width)) : 0;
    out += fmt::format("{:>14} |{:#>{}} {:.4g}{}\n", label_of(point.asked), "", full, error,
                       point.factor == 1 ? "  <- asked" : "");
  }
  return out;
}

std::string unit_of(const PlanResult& result) {
  return result.dataset ? result.dataset->unit : "unit";
}

// What is planned, so that nobody takes the plan of one command for that of the other.
std::string planned_for(const PlanResult& result) {
  const std::string neighbors =
      result.neighbors ? neighbors_in_words(*result.neighbors, unit_of(result)) : "";
  if (result.command == PlannedCommand::top_k) {
    return fmt::format("top-k, for {}", neighbors);
  }
  return fmt::format("select, for {}score changes of at most {}{}",
                     result.neighbors ? neighbors + ", taken to be " : "",
                     result.request.sensitivity, direction_in_words(result.request.monotonic));
}

std::string way_as_text(const PlanResult& result, const WayToPay& way) {
  const TopKRelease::Plan& plan = way.plan;
  std::string out = fmt::format(
      "law             {}\n"
      "scale           {:.6g}\n"
      "cost            {}\n"
      "promise         {}\n"
      "expected error  {:.4g} for one selection among {}, whatever the scores\n"
      "95 % error      {:.4g} for all {} selections together\n",
      to_string(plan.selection.law), plan.selection.scale, amounts_in_words(plan.cost, Shorten::up),
      promise_in_words(plan.promise), plan.expected_error, result.candidates, quantile(plan),
      result.request.k);
  if (result.dataset) {
    out += fmt::format("left            {}\n",
                       way.left ? left_in_words(result.dataset->accountant, *way.left)
                                : "the budget does not cover this");
  }
  return out;
}

void write_way(Json& json, const PlanResult& result, const WayToPay& way) {
  const TopKRelease::Plan& plan = way.plan;
  json.name("pay");
  plan.pay ? json.text(to_string(*plan.pay)) : json.null();
  json.name("law").text(to_string(plan.selection.law)).name("scale").number(plan.selection.scale);
  json.name("cost");
  write_amounts(json, plan.cost, Shorten::up);
  json.name("promise");
  write_amounts(json, plan.promise, Shorten::up);
  json.name("expected_error").number(plan.expected_error);
  json.name("error_quantile_95").number(quantile(plan));
  json.name("charged");
  result.dataset ? write_amounts(json, way.charged, Shorten::up) : void(json.null());
  json.name("left");
  way.left ? write_amounts(json, *way.left, Shorten::down) : void(json.null());
}

}  // namespace

std::string plan_as_text(const PlanResult& result) {
  std::string out = fmt::format("planned for     {}\n", planned_for(result));
  if (result.dataset) {
    out += fmt::format("charged to      {}, accountant {}\n", result.dataset->name,
                       to_string(result.dataset->accountant));
  }
  for (const WayToPay& way : result.ways) {
    if (way.plan.pay) {
      const bool by_default = result.ways.size() > 1 && &way == &result.ways.front();
      out += fmt::format("\npaid in {} (--pay {}{})\n", to_string(*way.plan.pay),
                         to_string(*way.plan.pay), by_default ? ", the default" : "");
    }
    out += way_as_text(result, way);
  }
  return out + "\n" + plot(result.points);
}

std::string plan_as_json(const PlanResult& result) {
  Json json;
  json.open('{').name("schema").text("discreet.plan/2");
  json.name("for").text(name_of(result.command));
  json.name("k").number(result.request.k).name("candidates").number(result.candidates);
  json.name("sensitivity").number(result.request.sensitivity);
  json.name("monotonic").boolean(result.request.monotonic == Monotonic::yes);
  json.name("neighbors");
  result.neighbors ? json.text(to_string(*result.neighbors)) : json.null();
  json.name("dataset");
  result.dataset ? json.text(result.dataset->name) : json.null();
  json.name("accountant");
  result.dataset ? json.text(to_string(result.dataset->accountant)) : json.null();
  write_way(json, result, result.ways.front());
  json.name("ways").open('[');
  for (const WayToPay& way : result.ways) {
    json.open('{');
    write_way(json, result, way);
    json.close('}');
  }
  json.close(']').name("errors").open('[');
  for (const PlanPoint& point : result.points) {
    const TopKRequest& one = point.asked;
    json.open('{').name("asked");
    write_amounts(json, {exact(one.epsilon), exact(one.delta), exact(one.rho)}, Shorten::up);
    json.name("law")
        .text(to_string(point.plan.selection.law))
        .name("scale")
        .number(point.plan.selection.scale);
    json.name("expected_error").number(point.plan.expected_error).close('}');
  }
  json.close(']').close('}');
  return json.str() + "\n";
}

}  // namespace discreet::cli
