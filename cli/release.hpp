#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "discreet/framework/law.hpp"
#include "discreet/release/top_k.hpp"
#include "options.hpp"
#include "result_file.hpp"

namespace discreet::cli {

/// Everything about a release but its scores.
struct ReleaseTerms {
  std::string command;  ///< top-k or select
  std::uint64_t k = 0;
  std::uint64_t candidates = 0;
  double sensitivity = 1;
  Monotonic monotonic = Monotonic::no;
  Optimize optimize = Optimize::max;
  std::string unit = "unit";           ///< whose presence is hidden
  std::optional<Neighbors> neighbors;  ///< nothing where the caller vouches for the sensitivity
  std::string counted;                 ///< for people: what a score is
};

/// What came out.
struct ReleaseResult {
  ReleaseTerms terms;
  TopKRelease::Plan plan;
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
  void finish(const Scores& scores, const std::function<const std::string&(std::size_t)>& item);

 private:
  TopKRequest request_;
  const OutputOptions& output_;
  ResultFile file_;
  std::optional<Ledger> ledger_;
  std::unique_ptr<Account> account_;  // nothing where nobody pays
  std::optional<Dataset> dataset_;
  ReleaseTerms terms_;
  std::optional<Planned<TopKRelease>> planned_;
};

/// The result as it was asked for.
std::string render(const ReleaseResult& result, Format format);

/// The sentence that states the guarantee.
std::string guarantee(const ReleaseResult& result);

}  // namespace discreet::cli
