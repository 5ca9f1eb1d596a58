#include "ledger/postgres/run_hold.hpp"

#include <thread>

#include "discreet/error.hpp"
#include "ledger/postgres/connection.hpp"

namespace discreet::detail {
namespace {

class PostgresRunHold : public RunHold {
 public:
  PostgresRunHold(const std::string& address, std::chrono::milliseconds patience)
      : connection_(address, patience) {
    // What a role may have been set to, where the server knows it, would end a session that waits for a draw.
    connection_.run(
        "SELECT pg_catalog.set_config(name, '0', false) FROM pg_catalog.pg_settings "
        "WHERE name OPERATOR(pg_catalog.=) 'idle_session_timeout'");
  }

  bool try_take(std::int64_t number) {
    return connection_
        .run("SELECT pg_catalog.pg_try_advisory_lock($1::bigint)", {std::to_string(number)})
        .flag(0, 0);
  }

 private:
  PostgresConnection connection_;
};

}  // namespace

std::unique_ptr<RunHold> hold_postgres_run(const std::string& address,
                                           std::chrono::milliseconds patience,
                                           std::int64_t number) {
  const auto until = std::chrono::steady_clock::now() + patience;
  auto out = std::make_unique<PostgresRunHold>(address, patience);
  while (!out->try_take(number)) {
    require(std::chrono::steady_clock::now() < until, ErrorKind::ledger,
            "another process is at this run, for longer than this one waits");
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
  }
  return out;
}

}  // namespace discreet::detail
