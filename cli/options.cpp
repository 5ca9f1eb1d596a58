#include "options.hpp"

#include <charconv>
#include <cmath>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/text.hpp"
#include "input_error.hpp"

namespace discreet::cli {

std::optional<Fraction> option_amount(const char* option, const std::optional<std::string>& text) {
  if (!text) {
    return std::nullopt;
  }
  try {
    return parse_amount(*text);
  } catch (const Error& error) {
    throw UsageError{fmt::format("{}: {}", option, error.what())};
  }
}

void PrivacyOptions::add_amounts(App app) {
  app.add_option("--epsilon", epsilon, "pure differential privacy, or with --delta approximate");
  app.add_option("--delta", delta, "with --epsilon: (epsilon, delta)");
  app.add_option("--rho", rho, "zero-concentrated differential privacy");
}

void PrivacyOptions::add_scale(App app) {
  scale_offered = true;
  app.add_option("--scale", scale, "the scale of the noise, instead of a cost");
  app.add_option("--law", law, "with --scale: the noise")
      .one_of({"permute-and-flip", "exponential"});
}

void PrivacyOptions::add_pay(App app) {
  app.add_option(
         "--pay", pay,
         "with --epsilon and --delta on a dataset whose accountant is mixed: epsilon or rho "
         "(the default)")
      .one_of({"epsilon", "rho"});
}

Amounts PrivacyOptions::amounts() const {
  const TopKRequest asked = request();
  const auto exact = [](const std::optional<Amount>& amount) {
    return amount ? std::optional{amount->exact()} : std::nullopt;
  };
  return {exact(asked.epsilon), exact(asked.delta), exact(asked.rho)};
}

Amounts PrivacyOptions::written() const {
  return {option_amount("--epsilon", epsilon), option_amount("--delta", delta),
          option_amount("--rho", rho)};
}

TopKRequest PrivacyOptions::request() const { return request(Unsaid::refused); }

TopKRequest PrivacyOptions::request(const ChargeOptions& charge) const {
  return request(charge.ledger ? Unsaid::taken : Unsaid::refused);
}

TopKRequest PrivacyOptions::request(Unsaid unsaid) const {
  TopKRequest out;
  const Amounts asked = written();
  out.epsilon = asked.epsilon;
  out.delta = asked.delta;
  out.rho = asked.rho;
  if (const auto exact = option_amount("--scale", scale)) {
    // Rounded up: more noise than was asked for, never less.
    out.scale = inf_double_of(*exact);
  }
  const int ways = (epsilon ? 1 : 0) + (rho ? 1 : 0) + (scale ? 1 : 0);
  if (ways > 1 || (ways == 0 && unsaid == Unsaid::refused)) {
    throw UsageError{scale_offered
                         ? "give one of --epsilon, --epsilon with --delta, --rho or --scale"
                         : "give one of --epsilon, --epsilon with --delta, or --rho"};
  }
  if (delta && !epsilon) {
    throw UsageError{"--delta needs --epsilon"};
  }
  if (law && !scale) {
    throw UsageError{"--law goes with --scale; otherwise the law that errs less is chosen"};
  }
  if (law) {
    out.law = parse_law(*law);
  }
  if (pay) {
    out.pay = parse_pay(*pay);
  }
  return out;
}

void OutputOptions::add(App app) {
  const Option stated = app.add_option("--format", format, "table, json, csv or html");
  stated.one_of({"table", "json", "csv", "html"});
  app.add_flag("--json", json, "the same as --format json").excludes(stated);
  app.add_option("--output", output, "write the result to this file, whole or not at all")
      .type_name("FILE");
  app.add_flag("--quiet", quiet, "no progress bar and no remarks on standard error");
}

Format OutputOptions::chosen() const {
  if (json || format == "json") {
    return Format::json;
  }
  if (format == "csv") {
    return Format::csv;
  }
  return format == "html" ? Format::html : Format::table;
}

void ChargeOptions::add(App app) {
  const Option ledger_option = add_account(
      app, "the ledger to charge before releasing: a file, or postgresql://user@host/database");
  app.add_option("--by", by, "who asks, for the ledger; the user's name by default")
      .needs(ledger_option);
  app.add_option("--run-id", run_id,
                 "release once under this name: who repeats the command gets the stored result")
      .needs(ledger_option);
  command = app;
}

Option ChargeOptions::add_account(App app, const std::string& meaning) {
  const Option ledger_option = app.add_option("--ledger", ledger, meaning).type_name("FILE");
  const Option name = app.add_option("--dataset", dataset, "which of its datasets this is");
  name.needs(ledger_option);
  ledger_option.needs(name);
  app.add_option("--witness", witness, "the file that keeps the ledger's last hash")
      .needs(ledger_option)
      .type_name("FILE");
  add_patience(app).needs(ledger_option);
  return ledger_option;
}

Option ChargeOptions::add_patience(App app) {
  return app
      .add_option("--patience", patience, "seconds to wait for a locked ledger; 10 by default")
      .between(0.0, 86400.0)
      .check([](const std::string& text) {  // a range lets through what compares with nothing
        return text.find_first_of("nN") == std::string::npos ? "" : "seconds must be a number";
      });
}

LedgerOptions ChargeOptions::opening() const {
  LedgerOptions out;
  out.patience = std::chrono::milliseconds{static_cast<std::int64_t>(patience * 1000)};
  out.witness = witness;
  return out;
}

std::string ChargeOptions::asker() const { return by ? *by : user_name(); }

std::vector<std::string> ChargeOptions::asked_words() const {
  // The ledger is where the run is looked for; its address may hold a password, and like that of its witness may differ
  // between machines. A run that was begun before there was a witness is finished with it.
  const std::set<std::string> no_matter{"--output",   "--format", "--json",
                                        "--quiet",    "--ledger", "--witness",
                                        "--patience", "--run-id", "--help"};
  std::vector<std::string> out{command.value().name()};
  for (const auto& [name, values] : command->given()) {
    if (no_matter.contains(name)) {
      continue;
    }
    out.push_back(name);
    out.push_back(std::to_string(values.size()));
    out.insert(out.end(), values.begin(), values.end());
  }
  return out;
}

Neighbors chosen_neighbors(const std::optional<std::string>& named,
                           const std::optional<Dataset>& dataset) {
  if (!dataset) {
    return parse_neighbors(named.value_or("add-remove"));
  }
  if (named && *named != to_string(dataset->neighbors)) {
    throw UsageError{
        fmt::format("--neighbors must be the dataset's own, {}", to_string(dataset->neighbors))};
  }
  return dataset->neighbors;
}

Neighbors chosen_neighbors(const std::optional<std::string>& named,
                           const std::optional<Dataset>& dataset, const std::string& unit) {
  if (dataset && dataset->unit != unit) {
    throw UsageError{
        fmt::format("--unit must be the dataset's unit of privacy, '{}'", dataset->unit)};
  }
  return chosen_neighbors(named, dataset);
}

double parse_threshold(const std::string& text) {
  double out = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, out);
  if (fault != std::errc{} || stop != end || !std::isfinite(out)) {
    throw UsageError{"--threshold must be a finite number that a double can hold"};
  }
  return out;
}

double parse_sensitivity(const std::string& text) {
  const auto exact = option_amount("--sensitivity", text).value_or(0);
  const double out = inf_double_of(exact);
  if (!(out > 0) || !std::isfinite(out)) {
    throw UsageError{"--sensitivity must be above 0 and finite"};
  }
  return out;
}

}  // namespace discreet::cli
