#pragma once

#include <cstdint>

#include "discreet/ledger/dataset.hpp"

namespace discreet {

/// Adds up the charges of one dataset and says whether one more fits its budget.
///
/// Law       pure, zcdp and basic admit while the exact sums stay within the budget; mixed admits
///           while the sum of epsilons stays within epsilon or the sum of rhos within rho. A
///           mechanism that releases only what is admitted meets the budget, however each charge
///           was chosen from what was released before.
/// Proof     proofs/ledger/filter.md
class Filter {
 public:
  explicit Filter(Dataset dataset);

  [[nodiscard]] const Dataset& dataset() const noexcept { return dataset_; }

  /// What a release costs here. The release is (epsilon, delta)-differentially private, with no
  /// delta meaning 0, and rho-zCDP: each where it is given.
  ///
  /// Law       pure: epsilon. zcdp: rho, or from a pure epsilon what pure_to_zcdp proves. basic:
  ///           epsilon and delta. mixed: the pure epsilon if there is one, and a rho as for zcdp.
  /// Throws    Error{bad_parameter} if the dataset's accountant cannot add such a cost.
  [[nodiscard]] Amounts price(const Amounts& cost) const;

  /// Whether a priced charge fits.
  [[nodiscard]] bool admits(const Amounts& priced) const;

  /// Takes a charge that was made.
  void add(const Amounts& priced);

  /// The sums so far; under mixed no epsilon once a charge had none.
  [[nodiscard]] const Amounts& spent() const noexcept { return spent_; }

  /// What each condition still has, 0 where it has nothing.
  [[nodiscard]] Amounts left() const;

  [[nodiscard]] std::uint64_t charges() const noexcept { return charges_; }

 private:
  Dataset dataset_;
  Amounts spent_;
  std::uint64_t charges_ = 0;
};

}  // namespace discreet
