#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "asked.hpp"
#include "discreet/ledger/ledger.hpp"
#include "discreet/release/release.hpp"
#include "options.hpp"
#include "progress_bar.hpp"
#include "render.hpp"
#include "result_file.hpp"
#include "staged_account.hpp"
#include "stored_result.hpp"

namespace discreet::cli {

/// The extent of so many rows of a number and a label that no other row has.
///
/// Requires  as many labels as rows.
Extent extent_of_labels(const std::vector<std::string>& labels, std::size_t rows);

/// What is left of a unit that keeps rows of `most` of so many listed groups, in a sentence: "Of each patient, …".
std::string kept_groups_in_words(std::string_view unit, std::string_view group, std::uint64_t most,
                                 std::uint64_t groups);

/// Where a release comes from and goes to, whatever its kind: the account that pays, the place of the result.
class ReleaseFrame {
 public:
  /// Tries the place of the result and opens the ledger. The inputs are the files that the command will read, "-" for
  /// standard input.
  ReleaseFrame(const ChargeOptions& charge, const OutputOptions& output,
               const std::vector<std::string>& inputs);

  [[nodiscard]] const std::optional<Dataset>& dataset() const noexcept { return dataset_; }
  [[nodiscard]] Account* account() const noexcept;
  [[nodiscard]] ProgressBar planning() const;

  /// What the charge records of the command line. With a run whose result is stored, that is delivered: nothing is
  /// left to do where this is true.
  ///
  /// Throws    Error{bad_parameter} if the run was asked for otherwise before.
  [[nodiscard]] bool delivers_again(Asked asked);

  /// Whether the release is a run.
  [[nodiscard]] bool is_run() const noexcept { return charge_.run_id.has_value(); }

  /// A run of it: charges, draws, stores what draw(receipt) gives, and delivers what is stored.
  ///
  /// Requires  that no result has more than the extent, but for the same with no rows in it.
  void run(const Bill& bill, const ReleaseResult& without_rows, const Extent& extent,
           const DrawText& draw);

  /// Takes room for a result of at most this extent.
  void reserve(const Extent& extent);

  /// Writes the result, and says on standard error what has no place in it.
  void deliver(const ReleaseResult& result);

 private:
  void deliver_stored(const RunResult& stored);

  const ChargeOptions& charge_;
  const OutputOptions& output_;
  ResultFile file_;
  std::optional<Ledger> ledger_;
  std::unique_ptr<StagedAccount> account_;  // nothing where nobody pays
  std::optional<Dataset> dataset_;
};

/// Takes a release of any kind from its request to its result.
///
/// Law       nothing is read unless the place of the result can be written and is no input; nothing is charged unless
///           the input is good; no bit is drawn unless the charge is on disk.
///           The stage says at any time whether something was charged.
template <ReleaseKind K>
class Releaser {
 public:
  Releaser(const ChargeOptions& charge, const OutputOptions& output,
           const std::vector<std::string>& inputs)
      : frame_(charge, output, inputs) {}

  /// The dataset's own terms, if there is a ledger.
  [[nodiscard]] const std::optional<Dataset>& dataset() const noexcept { return frame_.dataset(); }

  /// What ReleaseFrame::delivers_again says; to be called before prepare().
  [[nodiscard]] bool delivers_again(Asked asked) { return frame_.delivers_again(std::move(asked)); }

  /// Whether the release is a run.
  [[nodiscard]] bool is_run() const noexcept { return frame_.is_run(); }

  /// Plans; throws over_budget at once if the budget does not cover it.
  void prepare(const typename K::Request& request, const typename K::Facts& facts, Hidden hidden) {
    command_ = request.what;
    hidden_ = std::move(hidden);
    ProgressBar bar = frame_.planning();
    planned_ = plan_release<K>(request, facts, frame_.account(),
                               [&bar](double part) { bar.update(part); });
  }

  /// Requires  prepare() came before.
  [[nodiscard]] const typename K::Plan& plan() const { return planned_->plan(); }

  /// Charges, draws and writes out what own(plan, output) says of it.
  ///
  /// Requires  prepare() came before; the rows of the result keep to the extent, which for a run is one that public
  ///           facts allow; own takes the output that nothing drew, and says of it all but its rows.
  template <class Own>
  void finish(const typename K::Input& input, const Extent& extent,
              const typename K::Output& nothing, const Own& own) {
    frame_.reserve(extent);
    const typename K::Plan& plan = planned_->plan();
    if (frame_.is_run()) {
      K::require_input(plan, input);
      frame_.run(K::bill(plan), result_of(own(plan, nothing)), extent, [&](const Receipt&) {
        return stored_text(result_of(own(plan, K::draw(plan, input))));
      });
      return;
    }
    const Released<K> released = planned_->release(input);
    ReleaseResult result = result_of(own(plan, released.output));
    result.receipt = released.receipt;
    result.dataset = frame_.dataset();
    frame_.deliver(result);
  }

 private:
  [[nodiscard]] ReleaseResult result_of(OwnPart own) const {
    const typename K::Plan& plan = planned_->plan();
    return {command_, std::move(own), hidden_, plan.cost, plan.promise, {}, {}};
  }

  ReleaseFrame frame_;
  std::string command_;
  Hidden hidden_;
  std::optional<Planned<K>> planned_;
};

}  // namespace discreet::cli
