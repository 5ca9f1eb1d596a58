#pragma once

#include "ledger/entry.hpp"
#include "ledger/records.hpp"

namespace discreet::testing {

/// Whether the entry of a dataset is taken for one that this library wrote.
inline bool is_read(const Dataset& dataset) {
  const std::string facts = detail::facts_text(detail::dataset_facts(dataset));
  const detail::Entry entry{2, "dataset", dataset.name, "2026-01-01T00:00:00Z", facts, "", ""};
  return detail::parse_dataset(entry).has_value();
}

}  // namespace discreet::testing
