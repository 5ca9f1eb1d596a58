#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "ledger/store.hpp"

namespace discreet::detail {

/// The store in an SQLite file; what open_store and create_store say.
///
/// Proof     proofs/ledger/sqlite_store.md
std::unique_ptr<Store> open_sqlite_store(const std::string& path,
                                         std::chrono::milliseconds patience);
std::unique_ptr<StoreTransaction> create_sqlite_store(const std::string& path,
                                                      std::chrono::milliseconds patience);

}  // namespace discreet::detail
