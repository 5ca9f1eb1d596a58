#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "discreet/ledger/dataset.hpp"
#include "discreet/release/account.hpp"

namespace discreet {

/// What a release asks of a dataset's budget.
struct ChargeRequest {
  std::string dataset;
  std::string what;      ///< which release, as in top-k
  std::string asked_by;  ///< who wants it
  /// What the release is proved to be: slack-close to something that is (epsilon, delta)-differentially private
  /// and rho-zCDP; at least one of the two. No delta and no slack mean 0.
  Amounts cost;
  Parameters parameters;
};

/// A charge that is on disk.
struct Charge {
  std::int64_t sequence = 0;  ///< its place in the chain
  std::string at;             ///< when, in UTC, as the clock said
  /// The time by which it is ordered, where the clock stood before that of an earlier entry.
  std::optional<std::string> ordered_at;
  ChargeRequest request;
  Amounts charged;   ///< the cost in the dataset's own terms
  std::string hash;  ///< the link of the chain
};

/// Where a dataset stands.
struct DatasetState {
  Dataset dataset;
  std::uint64_t charges = 0;
  Amounts spent;
  Amounts left;
};

}  // namespace discreet
