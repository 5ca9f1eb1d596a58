#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app.hpp"
#include "discreet/release/table.hpp"
#include "options.hpp"
#include "tally_options.hpp"

namespace discreet::cli {

/// What a command line may say about a table, beyond the names of a public list.
struct TableOptions : TallyOptions {
  bool counts = false;
  std::optional<std::string> count_share;
  std::optional<std::string> confidence;
  std::optional<std::uint64_t> limit;
  std::optional<std::string> threshold_share;

  void add(App app);

  /// Only what can be said without data.
  void add_public(App app);

  /// Whether anything but the names of a public list is asked for.
  [[nodiscard]] bool more_than_names(bool public_list) const noexcept;

  /// What is asked of a table.
  ///
  /// Throws    UsageError for what cannot be meant.
  [[nodiscard]] TableRequest request(const PrivacyOptions& privacy, const ChargeOptions& charge,
                                     bool public_list) const;

 private:
  void add_numbers(App app);
};

}  // namespace discreet::cli
