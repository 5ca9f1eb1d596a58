#include "row_check.hpp"

#include <algorithm>
#include <utility>

#include <absl/strings/string_view.h>

#include "blank_ends.hpp"

namespace discreet::cli {
namespace {

// Debian's Abseil is built for a standard without std::string_view.
absl::string_view key(std::string_view text) { return {text.data(), text.size()}; }

// Without what people get wrong first. Letters beyond ASCII keep their case.
std::string folded(std::string_view text) {
  std::string out{without_blank_ends(text)};
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

}  // namespace

RowCheck::RowCheck(const std::vector<std::string>& candidates, Outside outside)
    : outside_(outside) {
  tables_.with([&](Tables& tables) {
    for (const std::string& candidate : candidates) {
      tables.candidates.emplace(candidate, Seen::never);
      tables.nearly.insert(folded(candidate));
    }
  });
  facts_.candidates = candidates.size();
  facts_.candidates_never_seen = candidates.size();
}

void RowCheck::add(std::string_view unit, std::string_view item) {
  tables_.with([&](Tables& tables) { add_to(tables, unit, item); });
}

void RowCheck::add_to(Tables& tables, std::string_view unit, std::string_view item) {
  ++facts_.rows;
  const bool matches = add_item(tables, item);
  facts_.matching_rows += matches ? 1U : 0U;
  auto known = tables.units.find(key(unit));
  if (known == tables.units.end()) {
    known = tables.units.emplace(std::string{unit}, UnitKind::without_a_candidate).first;
    ++facts_.units;
  }
  if (matches && known->second == UnitKind::without_a_candidate) {
    known->second = UnitKind::with_a_candidate;
    ++facts_.matching_units;
  }
}

bool RowCheck::add_item(Tables& tables, std::string_view item) {
  const auto candidate = tables.candidates.find(key(item));
  if (candidate != tables.candidates.end()) {
    facts_.candidates_never_seen -= candidate->second == Seen::never ? 1U : 0U;
    candidate->second = Seen::at_least_once;
    return true;
  }
  facts_.nearly_matching_rows += tables.nearly.contains(folded(item)) ? 1U : 0U;
  if (outside_ == Outside::kept) {
    ++tables.outside[std::string{item}];
  }
  return false;
}

std::vector<OutsideItem> RowCheck::outside_items() {
  std::vector<OutsideItem> out;
  tables_.with([&](Tables& tables) {
    for (const auto& [item, rows] : tables.outside) {
      out.push_back({item, rows});
    }
  });
  std::sort(out.begin(), out.end(), [](const OutsideItem& one, const OutsideItem& other) {
    return one.rows != other.rows ? one.rows > other.rows : one.item < other.item;
  });
  return out;
}

}  // namespace discreet::cli
