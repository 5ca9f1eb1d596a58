#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "discreet/framework/law.hpp"
#include "discreet/ledger/plan_release.hpp"
#include "options.hpp"
#include "result_file.hpp"

namespace discreet::cli {

/// Everything about a release but its scores.
struct ReleaseTerms {
  std::string command;  ///< top-k or select
  SelectionTask task;
  Optimize optimize = Optimize::max;
  std::string unit = "unit";           ///< whose presence is hidden
  std::optional<Neighbors> neighbors;  ///< nothing where the caller vouches for the sensitivity
  std::string counted;                 ///< for people: what a score is
};

/// What came out.
struct ReleaseResult {
  ReleaseTerms terms;
  ReleasePlan plan;
  std::optional<Receipt> receipt;
  std::optional<Dataset> dataset;
  std::vector<std::string> items;  ///< best first
};

/// Tries the place of the result, opens the ledger, plans, and refuses early what would be refused later; then
/// reads, charges, draws and writes, in this order.
///
/// Law       nothing is read unless the place of the result can be written and is no input; nothing is charged unless
///           the input is good; no bit is drawn unless the charge is on disk.
///           The stage says at any time whether something was charged.
class Releaser {
 public:
  /// The inputs are the files that the command will read, "-" for standard input.
  Releaser(const PrivacyOptions& privacy, const ChargeOptions& charge, const OutputOptions& output,
           const std::vector<std::string>& inputs);

  /// The dataset's own terms, if there is a ledger.
  [[nodiscard]] const std::optional<Dataset>& dataset() const noexcept { return dataset_; }

  /// Plans; throws over_budget at once if the budget does not cover it.
  void prepare(const ReleaseTerms& terms);

  /// Charges, draws the indices and writes out the items they name.
  void finish(const std::function<std::vector<std::size_t>(const ReleasePlan&)>& draw,
              const std::function<const std::string&(std::size_t)>& item);

 private:
  [[nodiscard]] ChargeRequest request() const;
  [[nodiscard]] std::vector<std::size_t> charge_and_draw(
      const std::function<std::vector<std::size_t>(const ReleasePlan&)>& draw,
      std::optional<Receipt>& kept);

  AskedPrivacy asked_;
  const ChargeOptions& charge_;
  const OutputOptions& output_;
  ResultFile file_;
  std::optional<Ledger> book_;
  std::optional<Dataset> dataset_;
  ReleaseTerms terms_;
  ReleasePlan plan_;
};

/// The result as it was asked for.
std::string render(const ReleaseResult& result, Format format);

/// The sentence that states the guarantee.
std::string guarantee(const ReleaseResult& result);

}  // namespace discreet::cli
