#pragma once

// Where stores on a PostgreSQL server stand, and how they are broken. The server is one that tests/postgres starts, and
// what DISCREET_POSTGRES says.
#include <csignal>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "lossy_proxy.hpp"
#include "temporary.hpp"
#include <libpq-fe.h>
#include <sys/wait.h>
#include <unistd.h>

namespace discreet::testing {

/// A connection of somebody else, in plain SQL.
class PlainSql {
 public:
  explicit PlainSql(const std::string& address) : connection_(PQconnectdb(address.c_str())) {
    PQsetNoticeProcessor(connection_, [](void*, const char*) {}, nullptr);
  }
  PlainSql(const PlainSql&) = delete;
  PlainSql& operator=(const PlainSql&) = delete;
  PlainSql(PlainSql&&) = delete;
  PlainSql& operator=(PlainSql&&) = delete;
  ~PlainSql() { PQfinish(connection_); }

  [[nodiscard]] bool connected() const { return PQstatus(connection_) == CONNECTION_OK; }
  [[nodiscard]] int backend() const { return PQbackendPID(connection_); }

  /// The first value; the SQLSTATE if the server refuses.
  std::string run(const std::string& sql) {
    PGresult* const result = PQexec(connection_, sql.c_str());
    const ExecStatusType status = PQresultStatus(result);
    std::string out;
    if (status == PGRES_TUPLES_OK && PQntuples(result) > 0) {
      out = PQgetvalue(result, 0, 0);
    } else if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
      const char* const state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
      out = state == nullptr ? "lost" : state;
    }
    PQclear(result);
    return out;
  }

 private:
  PGconn* connection_;
};

/// Databases on the server, reached through a proxy.
class PostgresPlace {
 public:
  static bool available() { return std::getenv("DISCREET_POSTGRES") != nullptr; }
  static std::string server() { return available() ? std::getenv("DISCREET_POSTGRES") : ""; }
  static std::string user() { return "postgres"; }

  PostgresPlace() {
    if (available()) {
      const std::string directory = server().substr(server().find("host=") + 5);
      proxy_ = std::make_unique<LossyProxy>(sockets_.path(), directory + "/.s.PGSQL.5432");
    }
  }
  PostgresPlace(const PostgresPlace&) = delete;
  PostgresPlace& operator=(const PostgresPlace&) = delete;
  PostgresPlace(PostgresPlace&&) = delete;
  PostgresPlace& operator=(PostgresPlace&&) = delete;
  ~PostgresPlace() { drop_but(0); }

  /// A new database of that name.
  std::string address(const std::string& name) {
    if (!available()) {
      return {};
    }
    drop_but(1);
    databases_.push_back(sockets_.path().filename().string() + "-" + name);
    PlainSql{server()}.run("CREATE DATABASE \"" + databases_.back() + "\" TEMPLATE template0");
    return address_for("postgres");
  }

  /// The address of the last database for a role.
  [[nodiscard]] std::string address_for(const std::string& role) const {
    return "postgresql://" + role + "@/" + databases_.back() + "?host=" + sockets_.path().string();
  }

  // A backend that dies makes the server throw all others out and recover, as after a cut; the client dies too.
  bool cut_power(int change, const std::function<void()>& action) {
    constexpr int over = 10;
    int start[2] = {-1, -1};
    require(::pipe(start) == 0, bug, "a pipe can be made");
    const pid_t child = ::fork();
    if (child == 0) {
      char armed = 0;
      if (::read(start[0], &armed, 1) != 1) {
        ::_exit(1);
      }
      try {
        action();
      } catch (const std::exception&) {
        ::_exit(1);
      }
      ::_exit(over);
    }
    PlainSql victim{server()};
    PlainSql bystander{server()};
    proxy_->arm(LossyProxy::Loss::wait, change, [child, &victim] {
      ::kill(child, SIGKILL);
      ::kill(victim.backend(), SIGKILL);
    });
    require(::write(start[1], "", 1) == 1, bug, "a pipe can be written");
    int status = 0;
    require(::waitpid(child, &status, 0) == child, bug, "the child ends");
    ::close(start[0]);
    ::close(start[1]);
    if (proxy_->disarm()) {
      while (bystander.run("SELECT 1") == "1") {
      }
      while (!PlainSql{server()}.connected()) {
      }
    }
    require(!WIFEXITED(status) || WEXITSTATUS(status) == over, bug, "the child is killed or done");
    return WIFEXITED(status);
  }

  static constexpr int failures = 3;
  class Failing {
   public:
    Failing(LossyProxy& proxy, int way, int change) : proxy_(proxy) {
      proxy_.arm(static_cast<LossyProxy::Loss>(way), change);
    }
    Failing(const Failing&) = delete;
    Failing& operator=(const Failing&) = delete;
    Failing(Failing&&) = delete;
    Failing& operator=(Failing&&) = delete;
    ~Failing() { proxy_.disarm(); }
    [[nodiscard]] bool happened() { return proxy_.disarm(); }

   private:
    LossyProxy& proxy_;
  };
  [[nodiscard]] LossyProxy& proxy() { return *proxy_; }

  Failing failing(int way, int change) { return Failing{*proxy_, way, change}; }

  /// A setting of the server other than it should be.
  class Weakened {
   public:
    explicit Weakened(std::string setting) : setting_(std::move(setting)) { set("off"); }
    Weakened(const Weakened&) = delete;
    Weakened& operator=(const Weakened&) = delete;
    Weakened(Weakened&&) = delete;
    Weakened& operator=(Weakened&&) = delete;
    ~Weakened() { set("on"); }

   private:
    // A new session has it after all older ones were told.
    void set(const std::string& value) {
      PlainSql{server()}.run("ALTER SYSTEM SET " + setting_ + " = " + value);
      PlainSql{server()}.run("SELECT pg_reload_conf()");
      while (PlainSql{server()}.run("SHOW " + setting_) != value) {
      }
    }
    std::string setting_;
  };
  static Weakened weakened(const std::string& /*address*/) { return Weakened{"fsync"}; }

  static void add_a_table(const std::string& address) {
    PlainSql{address}.run("CREATE TABLE discreet.own (x text)");
  }

 private:
  void drop_but(std::size_t kept) {
    while (databases_.size() > kept) {
      PlainSql{server()}.run("DROP DATABASE IF EXISTS \"" + databases_.front() + "\" WITH (FORCE)");
      databases_.erase(databases_.begin());
    }
  }

  TemporaryDirectory sockets_{"/tmp"};
  std::unique_ptr<LossyProxy> proxy_;
  std::vector<std::string> databases_;
};

/// A test with a database of its own.
class PostgresLedger : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!PostgresPlace::available()) {
      GTEST_SKIP() << "there is no server";
    }
    address = place.address("ledger");
  }

  // A role that may connect, and nothing else.
  std::string role(const std::string& name) {
    PlainSql sql{PostgresPlace::server()};
    sql.run("CREATE ROLE " + name + " LOGIN");
    return place.address_for(name);
  }

  PostgresPlace place;
  std::string address;
};

}  // namespace discreet::testing
