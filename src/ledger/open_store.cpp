#include "discreet/error.hpp"
#include "ledger/sqlite/store.hpp"
#include "ledger/store.hpp"

namespace discreet::detail {
namespace {

// The address is not shown: it may hold a password.
void require_path(const std::string& address) {
  require(!address.starts_with("postgresql://") && !address.starts_with("postgres://"),
          bad_parameter,
          "this build has no PostgreSQL store: a ledger is a file here, and its address a path");
}

}  // namespace

std::unique_ptr<Store> open_store(const std::string& address, std::chrono::milliseconds patience) {
  require_path(address);
  return open_sqlite_store(address, patience);
}

std::unique_ptr<StoreTransaction> create_store(const std::string& address,
                                               std::chrono::milliseconds patience) {
  require_path(address);
  return create_sqlite_store(address, patience);
}

}  // namespace discreet::detail
