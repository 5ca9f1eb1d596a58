#include <array>
#include <functional>
#include <utility>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "discreet/ledger/verify.hpp"
#include "ledger/sqlite/store.hpp"
#include "overlay_vfs.hpp"
#include "store_laws.hpp"
#include "temporary.hpp"
#include <sys/wait.h>
#include <unistd.h>

namespace discreet::testing {
namespace {

// A connection of somebody else who keeps the file in a mode that this program does not charge in.
class KeepsALog {
 public:
  explicit KeepsALog(const std::string& path) {
    require(sqlite3_open(path.c_str(), &file_) == SQLITE_OK &&
                sqlite3_exec(file_, "PRAGMA journal_mode = WAL; BEGIN; SELECT * FROM head", nullptr,
                             nullptr, nullptr) == SQLITE_OK,
            bug, "a log can be kept");
  }
  KeepsALog(const KeepsALog&) = delete;
  KeepsALog& operator=(const KeepsALog&) = delete;
  KeepsALog(KeepsALog&&) = delete;
  KeepsALog& operator=(KeepsALog&&) = delete;
  ~KeepsALog() { sqlite3_close(file_); }

 private:
  sqlite3* file_ = nullptr;
};

// A disk that fails with a code at a change, or from then on.
class FailingDisk {
 public:
  FailingDisk(int code, int change, bool once)
      : vfs_([this, code, change, once] {
          ++changes_;
          return changes_ == change || (changes_ > change && !once) ? code : SQLITE_OK;
        }),
        change_(change) {}

  [[nodiscard]] bool happened() const { return changes_ >= change_; }

 private:
  int changes_ = 0;
  OverlayVfs vfs_;
  int change_;
};

class SqlitePlace {
 public:
  static bool available() { return true; }
  static std::string user() { return "somebody"; }

  [[nodiscard]] std::string address(const std::string& name) const { return directory_.file(name); }

  static bool cut_power(int change, const std::function<void()>& action) {
    constexpr int over = 10;
    const pid_t child = ::fork();
    if (child == 0) {
      int changes = 0;
      const OverlayVfs disk{[&] {
        if (++changes == change) {
          ::_exit(0);
        }
        return SQLITE_OK;
      }};
      try {
        action();
      } catch (const std::exception&) {
        ::_exit(1);
      }
      ::_exit(over);
    }
    int status = 0;
    require(::waitpid(child, &status, 0) == child && WIFEXITED(status), bug, "the child exits");
    require(WEXITSTATUS(status) != 1, bug, "a power cut is no error that a program sees");
    return WEXITSTATUS(status) == over;
  }

  static constexpr int failures = 6;
  static FailingDisk failing(int way, int change) {
    constexpr std::array<int, 3> codes{SQLITE_FULL, SQLITE_IOERR_FSYNC, SQLITE_IOERR_DIR_FSYNC};
    return FailingDisk{codes.at(static_cast<std::size_t>(way) / 2), change, way % 2 == 0};
  }

  static KeepsALog weakened(const std::string& address) { return KeepsALog{address}; }

  static void add_a_table(const std::string& address) {
    run_sql(address, "CREATE TABLE own (x TEXT) STRICT");
  }

 private:
  TemporaryDirectory directory_{quick_directory()};
};

}  // namespace

namespace store_laws {
INSTANTIATE_TYPED_TEST_SUITE_P(Sqlite, StoreLaws, SqlitePlace);
}  // namespace store_laws

}  // namespace discreet::testing

#ifndef DISCREET_POSTGRES

namespace discreet {
namespace {

TEST(OpenStore, PostgresqlIsRefusedWithoutSayingThePassword) {
  for (const std::string& address :
       {std::string{"postgresql://me:secret@server/db"}, std::string{"postgres://me:secret@h"}}) {
    const std::string said = testing::message_of([&] { Ledger::open(address); });
    EXPECT_TRUE(said.starts_with("this build has no PostgreSQL store")) << said;
    EXPECT_EQ(said.find("secret"), std::string::npos);
    EXPECT_EQ(testing::kind_of([&] { Ledger::open(address); }), bad_parameter);
    EXPECT_EQ(testing::kind_of([&] { Ledger::create(address, testing::pure_dataset()); }),
              bad_parameter);
    EXPECT_EQ(testing::kind_of([&] { verify_ledger(address); }), bad_parameter);
  }
}

}  // namespace
}  // namespace discreet

#endif
