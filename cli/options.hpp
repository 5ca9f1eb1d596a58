#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/ledger/ledger.hpp"
#include "discreet/release/top_k.hpp"

namespace discreet::cli {

/// How results are laid out.
enum class Format { table, json, csv, html };

struct ChargeOptions;

/// What a command line may say about privacy.
struct PrivacyOptions {
  std::optional<std::string> epsilon;
  std::optional<std::string> delta;
  std::optional<std::string> rho;
  std::optional<std::string> scale;
  std::optional<std::string> law;
  std::optional<std::string> pay;
  bool scale_offered = false;

  void add_amounts(App app);
  void add_scale(App app);
  void add_pay(App app);

  /// What is asked of a release, its amounts exact as written.
  ///
  /// Throws    UsageError if they do not fit together.
  [[nodiscard]] TopKRequest request() const;

  /// The same for a release that may be charged: nothing need be said then, since the dataset's accountant may have fixed
  /// the noise.
  [[nodiscard]] TopKRequest request(const ChargeOptions& charge) const;

  /// The amounts that were written, exactly, whether they fit together or not.
  ///
  /// Throws    UsageError for what is no amount.
  [[nodiscard]] Amounts written() const;

  /// What is given to a budget.
  ///
  /// Throws    UsageError in the same case.
  [[nodiscard]] Amounts amounts() const;

 private:
  enum class Unsaid { refused, taken };
  [[nodiscard]] TopKRequest request(Unsaid unsaid) const;
};

/// What it may say about where the result goes.
struct OutputOptions {
  std::string format = "table";
  bool json = false;
  std::optional<std::string> output;
  bool quiet = false;

  void add(App app);
  [[nodiscard]] Format chosen() const;
};

/// What it may say about the ledger that a release is charged to.
struct ChargeOptions {
  std::optional<std::string> ledger;
  std::optional<std::string> dataset;
  std::optional<std::string> witness;
  std::optional<std::string> by;
  std::optional<std::string> run_id;
  double patience = 10;
  std::optional<App> command;  ///< whose options say what is asked

  void add(App app);
  Option add_account(App app, const std::string& meaning);
  Option add_patience(App app);
  [[nodiscard]] LedgerOptions opening() const;
  [[nodiscard]] std::string asker() const;

  /// What the command line asks: the command, and each option that was given with its values, but for those that say
  /// where the ledger and the result are, how the result is written, what is said on the way and for how long to wait.
  ///
  /// Requires  that add() was called, and the command line was read.
  [[nodiscard]] std::vector<std::string> asked_words() const;
};

/// The amount that was written behind an option, if any.
///
/// Throws    UsageError that names the option.
std::optional<Fraction> option_amount(const char* option, const std::optional<std::string>& text);

/// The neighbours that were named, which with a dataset are its own; without either add_remove.
///
/// Throws    UsageError if others were named than the dataset's.
Neighbors chosen_neighbors(const std::optional<std::string>& named,
                           const std::optional<Dataset>& dataset);

/// The same for rows of which this column is the unit, which with a dataset is its own.
///
/// Throws    UsageError if it is not.
Neighbors chosen_neighbors(const std::optional<std::string>& named,
                           const std::optional<Dataset>& dataset, const std::string& unit);

/// A threshold for scores: the double nearest to what was written.
///
/// Throws    UsageError unless it is a finite number.
double parse_threshold(const std::string& text);

/// A number as a sensitivity: the least double not below what was written.
///
/// Throws    UsageError.
double parse_sensitivity(const std::string& text);

}  // namespace discreet::cli
