#include <cstdlib>

#include "discreet/error.hpp"
#include "discreet/ledger/text.hpp"
#include "ledger/entry.hpp"
#include "ledger/sqlite/store.hpp"
#include "ledger/store.hpp"

#ifdef DISCREET_POSTGRES
#include "ledger/postgres/store.hpp"
#endif

namespace discreet::detail {

// A name may hold what stands between the two on one line; nothing in a fact ends its line.
std::string digest_of_run(const std::string& dataset, const std::string& id) {
  return text_hash(facts_text({{"dataset", dataset}, {"run", id}}));
}

std::int64_t number_of_run(const std::string& dataset, const std::string& id) {
  constexpr std::size_t digits = 15;  // 60 bits
  return std::strtoll(digest_of_run(dataset, id).substr(0, digits).c_str(), nullptr, 16);
}

#ifdef DISCREET_POSTGRES

std::unique_ptr<Store> open_store(const std::string& address, std::chrono::milliseconds patience) {
  require_address(address);
  return is_server_address(address) ? open_postgres_store(address, patience)
                                    : open_sqlite_store(address, patience);
}

std::unique_ptr<StoreTransaction> create_store(const std::string& address,
                                               std::chrono::milliseconds patience) {
  require_address(address);
  return is_server_address(address) ? create_postgres_store(address, patience)
                                    : create_sqlite_store(address, patience);
}

#else

namespace {

// The address is not shown: it may hold a password.
void require_path(const std::string& address) {
  require_address(address);
  require(!is_server_address(address), bad_parameter,
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

#endif

}  // namespace discreet::detail
