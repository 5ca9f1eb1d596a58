#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/release/release.hpp"
#include "discreet/selection/noisy_top_k.hpp"
#include "flags.hpp"
#include "interruptible.hpp"
#include "ledger_handle.hpp"
#include "score_view.hpp"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace discreet::python {

/// The scores of an array or of chunks, as a release reads them; the object keeps them alive.
///
/// Throws    nb::type_error for any other object.
[[nodiscard]] inline discreet::Scores scores_of(nb::handle object) {
  const auto scores = try_view(object);
  if (!scores) {
    throw nb::type_error("scores must be an array");
  }
  return *scores;
}

/// A run as it crosses from Python: its id and the hash of its request; nothing where it is none.
[[nodiscard]] inline std::optional<RunRequest> run_from(
    const std::optional<std::pair<std::string, std::string>>& run) {
  return run ? std::optional{RunRequest{run->first, run->second}} : std::nullopt;
}

/// Who pays for a release: a tuple of a ledger, a dataset, who asks, what a charge notes of the call, and the run if it
/// is one; nobody for None.
class Payer {
 public:
  explicit Payer(nb::handle payer) {
    if (payer.is_none()) {
      return;
    }
    ledger_ = nb::cast<LedgerHandle&>(payer[0]).open();
    dataset_ = nb::cast<std::string>(payer[1]);
    run_ = run_from(nb::cast<std::optional<std::pair<std::string, std::string>>>(payer[4]));
    account_.emplace(*ledger_, dataset_, nb::cast<std::string>(payer[2]), run_,
                     nb::cast<Parameters>(payer[3]));
  }

  [[nodiscard]] Account* account() noexcept { return account_ ? &*account_ : nullptr; }

  /// The charge that a receipt was given for, and what it left; None without one.
  [[nodiscard]] nb::object paid(const Bill& bill, const std::optional<Receipt>& receipt) {
    if (!receipt) {
      return nb::none();
    }
    const auto [charge, left] = [&] {
      const Unlocked others_may_run;
      return paid_for(*ledger_, account_->request(bill), *receipt);
    }();
    return nb::make_tuple(charge, left);
  }

  /// The result that the run has stored; nothing where there is none.
  [[nodiscard]] std::optional<RunResult> stored() const {
    return run_ ? ledger_->stored_result(dataset_, *run_) : std::nullopt;
  }

 private:
  std::shared_ptr<Ledger> ledger_;
  std::string dataset_;
  std::optional<RunRequest> run_;
  std::optional<LedgerAccount> account_;
};

/// What a release gives: the output, the charge with what it left, and whether a run had stored it.
template <ReleaseKind K>
using MadeRelease = std::tuple<typename K::Output, nb::object, bool>;

/// Plans, charges where somebody pays, and only then draws, while others may run.
template <ReleaseKind K>
[[nodiscard]] typename K::Output released(const typename K::Request& request,
                                          const typename K::Facts& facts,
                                          const typename K::Input& input, nb::handle payer) {
  Payer paying{payer};
  const Unlocked others_may_run;
  return plan_release<K>(request, facts, paying.account(), interruptible()).release(input).output;
}

/// A release that is planned before any data are read, and who pays for it.
template <ReleaseKind K>
class Planned {
 public:
  Planned(nb::handle payer, const typename K::Request& request, const typename K::Facts& facts)
      : payer_(payer), plan_(planned(request, facts)) {}

  [[nodiscard]] const typename K::Plan& plan() const noexcept { return plan_; }

  /// Charges where somebody pays, and only then draws.
  [[nodiscard]] MadeRelease<K> release(const typename K::Input& input) {
    Released<K> made = [&] {
      const Unlocked others_may_run;
      return release_by<K>(plan_, input, payer_.account());
    }();
    return {std::move(made.output), payer_.paid(K::bill(plan_), made.receipt),
            made.receipt && made.receipt->replayed};
  }

  [[nodiscard]] Payer& payer() noexcept { return payer_; }

  /// The charge of a run, and what it left.
  [[nodiscard]] nb::object paid(const Receipt& receipt) {
    return payer_.paid(K::bill(plan_), receipt);
  }

  /// What release() would give without a draw; nothing where no result is stored.
  [[nodiscard]] std::optional<MadeRelease<K>> stored() {
    const auto found = [&] {
      const Unlocked others_may_run;
      return payer_.stored();
    }();
    if (!found) {
      return std::nullopt;
    }
    return MadeRelease<K>{K::output_of(found->text), paid(found->receipt), true};
  }

 private:
  typename K::Plan planned(const typename K::Request& request, const typename K::Facts& facts) {
    const Unlocked others_may_run;
    return plan_release<K>(request, facts, payer_.account(), interruptible()).plan();
  }

  Payer payer_;
  typename K::Plan plan_;
};

}  // namespace discreet::python
