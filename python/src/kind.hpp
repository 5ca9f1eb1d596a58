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

/// Who pays for a release: a tuple of a ledger, a dataset and who asks; nobody for None.
class Payer {
 public:
  explicit Payer(nb::handle payer) {
    if (payer.is_none()) {
      return;
    }
    ledger_ = nb::cast<LedgerHandle&>(payer[0]).open();
    dataset_ = nb::cast<std::string>(payer[1]);
    asked_by_ = nb::cast<std::string>(payer[2]);
    account_.emplace(*ledger_, dataset_, asked_by_);
  }

  [[nodiscard]] Account* account() noexcept { return account_ ? &*account_ : nullptr; }

  /// The charge that a receipt was given for, and what it left; None without one.
  [[nodiscard]] nb::object paid(const Bill& bill, const std::optional<Receipt>& receipt) const {
    if (!receipt) {
      return nb::none();
    }
    const ChargeRequest request{dataset_, bill.what, asked_by_, bill.cost, bill.parameters};
    return nb::make_tuple(plain(request, *receipt, ledger_->user()), plain(receipt->left));
  }

 private:
  std::shared_ptr<Ledger> ledger_;
  std::string dataset_;
  std::string asked_by_;
  std::optional<LedgerAccount> account_;
};

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

  /// Charges where somebody pays, and only then draws: the output, and the charge with what it left.
  [[nodiscard]] std::pair<typename K::Output, nb::object> release(const typename K::Input& input) {
    Released<K> made = [&] {
      const Unlocked others_may_run;
      return release_by<K>(plan_, input, payer_.account());
    }();
    return {std::move(made.output), payer_.paid(K::bill(plan_), made.receipt)};
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
