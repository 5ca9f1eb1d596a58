#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "ledger/store.hpp"

namespace discreet::detail {

/// The store in a schema of a PostgreSQL database; what open_store and create_store say.
///
/// Proof     proofs/ledger/postgres_store.md
std::unique_ptr<Store> open_postgres_store(const std::string& address,
                                           std::chrono::milliseconds patience);
std::unique_ptr<StoreTransaction> create_postgres_store(const std::string& address,
                                                        std::chrono::milliseconds patience);

}  // namespace discreet::detail
