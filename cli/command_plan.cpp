#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "commands.hpp"
#include "discreet/accounting/error_quantile.hpp"
#include "discreet/ledger/amount.hpp"
#include "discreet/ledger/plan_release.hpp"
#include "discreet/ledger/words.hpp"
#include "input_error.hpp"
#include "json.hpp"
#include "options.hpp"
#include "progress_bar.hpp"
#include "result_file.hpp"
#include "write_amounts.hpp"

namespace discreet::cli {
namespace {

struct PlanOptions {
  std::uint64_t k = 0;
  std::uint64_t candidates = 0;
  std::string sensitivity = "1";
  bool monotonic = false;
  bool json = false;
  bool quiet = false;
  std::optional<std::string> output;
  PrivacyOptions privacy;
};

// One line of the plot: a budget and the error that comes with it.
struct Point {
  double factor;
  ReleasePlan plan;
};

constexpr std::array<double, 7> factors{0.125, 0.25, 0.5, 1, 2, 4, 8};

AskedPrivacy scaled(AskedPrivacy asked, double factor) {
  const Fraction by = exact_fraction(factor);
  if (asked.epsilon) {
    asked.epsilon = Fraction{*asked.epsilon * by};
  }
  if (asked.rho) {
    asked.rho = Fraction{*asked.rho * by};
  }
  if (asked.scale) {
    asked.scale = *asked.scale / factor;
  }
  return asked;
}

std::string label_of(const AskedPrivacy& asked) {
  if (asked.scale) {
    return fmt::format("scale {:.4g}", *asked.scale);
  }
  return amounts_in_words({asked.epsilon, std::nullopt, asked.rho});
}

std::string plot(const std::vector<Point>& points, const AskedPrivacy& asked) {
  constexpr int width = 40;
  double most = 0;
  for (const Point& point : points) {
    most = std::max(most, point.plan.expected_error);
  }
  std::string out = "expected error of one selection, at worst\n";
  for (const Point& point : points) {
    const double error = point.plan.expected_error;
    const auto full = most > 0 ? static_cast<int>(std::lround(error / most * width)) : 0;
    out += fmt::format("{:>14} |{:#>{}} {:.4g}{}\n", label_of(scaled(asked, point.factor)), "",
                       full, error, point.factor == 1 ? "  <- asked" : "");
  }
  return out;
}

std::string as_text(const PlanOptions& options, const ReleasePlan& plan, double quantile,
                    const std::string& drawing) {
  return fmt::format(
      "law             {}\n"
      "scale           {:.6g}\n"
      "cost            {}\n"
      "promise         {}\n"
      "expected error  {:.4g} for one selection among {}, whatever the scores\n"
      "95 % error      {:.4g} for all {} selections together\n\n{}",
      law_name(plan.law), plan.scale, amounts_in_words(plan.cost), promise_in_words(plan.promise),
      plan.expected_error, options.candidates, quantile, options.k, drawing);
}

std::string as_json(const PlanOptions& options, const ReleasePlan& plan, double quantile,
                    const std::vector<Point>& points, const AskedPrivacy& asked) {
  Json json;
  json.open('{').name("schema").text("discreet.plan/1");
  json.name("k").number(options.k).name("candidates").number(options.candidates);
  json.name("monotonic").boolean(options.monotonic);
  json.name("law").text(law_name(plan.law)).name("scale").number(plan.scale);
  json.name("cost");
  write_amounts(json, plan.cost);
  json.name("promise");
  write_amounts(json, plan.promise);
  json.name("expected_error").number(plan.expected_error);
  json.name("error_quantile_95").number(quantile).name("errors").open('[');
  for (const Point& point : points) {
    const AskedPrivacy one = scaled(asked, point.factor);
    json.open('{').name("asked");
    write_amounts(json, {one.epsilon, one.delta, one.rho});
    json.name("law").text(law_name(point.plan.law)).name("scale").number(point.plan.scale);
    json.name("expected_error").number(point.plan.expected_error).close('}');
  }
  json.close(']').close('}');
  return json.str() + "\n";
}

void run_plan(const PlanOptions& options) {
  constexpr double beta = 0.05;
  const AskedPrivacy asked = options.privacy.asked();
  const SelectionTask task{options.k, parse_sensitivity(options.sensitivity),
                           options.monotonic ? Monotonic::yes : Monotonic::no, options.candidates};
  ProgressBar bar{"planning",
                  options.quiet ? ProgressBar::Show::never : ProgressBar::Show::on_a_terminal};
  std::vector<Point> points;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const auto progress = [&](double part) {
      bar.update((static_cast<double>(i) + part) / static_cast<double>(factors.size()));
    };
    const AskedPrivacy near = scaled(asked, factors[i]);
    const bool in_range = !near.scale || (std::isfinite(*near.scale) && *near.scale > 0);
    if (in_range || factors[i] == 1) {
      points.push_back({factors[i], plan_release(task, near, {}, progress)});
    }
  }
  const auto own = std::find_if(points.begin(), points.end(),
                                [](const Point& point) { return point.factor == 1; });
  const ReleasePlan& plan = own->plan;
  const double quantile = error_quantile(plan.law, options.candidates, options.k, beta, plan.scale);
  ResultFile file{options.output};
  file.write(options.json ? as_json(options, plan, quantile, points, asked)
                          : as_text(options, plan, quantile, plot(points, asked)));
}

}  // namespace

void add_plan(CLI::App& program, Run& run) {
  auto options = std::make_shared<PlanOptions>();
  CLI::App& app = *program.add_subcommand(
      "plan", "what a release would cost and how far it would err; touches no data");
  app.footer(
      "Example:\n"
      "  discreet plan -k 10 --epsilon 1 --delta 1e-6 --monotonic --candidates-count 70000\n");
  app.add_option("-k", options->k, "how many items to release")->required()->check(whole_number());
  app.add_option("--candidates-count", options->candidates, "how many candidates there are")
      ->required()
      ->check(whole_number());
  app.add_option("--sensitivity", options->sensitivity,
                 "the most that one unit can change one score; 1 by default");
  app.add_flag("--monotonic", options->monotonic,
               "one unit moves all scores in the same direction");
  app.add_flag("--json", options->json, "the same facts as JSON");
  app.add_option("--output", options->output, "write the result to this file, whole or not at all");
  app.add_flag("--quiet", options->quiet, "no progress bar");
  options->privacy.add_amounts(app);
  options->privacy.add_scale(app);
  app.callback([options, &run] { run = [options] { run_plan(*options); }; });
}

}  // namespace discreet::cli
