#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "abandoned_on_bad_alloc.hpp"

namespace discreet::cli {

/// What rows and candidates have to do with each other. Nothing of it is private.
struct RowFacts {
  std::uint64_t rows = 0;
  std::uint64_t matching_rows = 0;         ///< whose item is a candidate
  std::uint64_t nearly_matching_rows = 0;  ///< only letter case or blanks at the ends differ
  std::uint64_t units = 0;
  std::uint64_t matching_units = 0;  ///< with at least one such row
  std::uint64_t candidates = 0;
  std::uint64_t candidates_never_seen = 0;
};

/// An item that is no candidate.
struct OutsideItem {
  std::string item;
  std::uint64_t rows = 0;
};

/// Whether items that are no candidates are remembered.
enum class Outside { counted, kept };

/// Holds rows against the candidates, for the owner of the data.
///
/// Throws    std::bad_alloc, after which nothing more can be added.
/// Cost      memory grows with the distinct units, and with the distinct items where they are kept.
class RowCheck {
 public:
  RowCheck(const std::vector<std::string>& candidates, Outside outside);

  /// Takes one row.
  void add(std::string_view unit, std::string_view item);

  [[nodiscard]] RowFacts facts() const noexcept { return facts_; }

  /// The items that are no candidates, those with most rows first.
  std::vector<OutsideItem> outside_items();

 private:
  enum class Seen { never, at_least_once };
  enum class UnitKind { without_a_candidate, with_a_candidate };
  struct Tables {
    absl::flat_hash_map<std::string, Seen> candidates;
    absl::flat_hash_set<std::string> nearly;  // the candidates in lower case
    absl::flat_hash_map<std::string, UnitKind> units;
    absl::flat_hash_map<std::string, std::uint64_t> outside;
  };
  void add_to(Tables& tables, std::string_view unit, std::string_view item);
  bool add_item(Tables& tables, std::string_view item);

  AbandonedOnBadAlloc<Tables> tables_;
  RowFacts facts_;
  Outside outside_;
};

}  // namespace discreet::cli
