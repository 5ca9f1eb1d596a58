// What stands where a run's result is settled, and is none: nothing is drawn, delivered or charged beside it.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "settling_fixture.hpp"
#include <sys/stat.h>

namespace discreet {
namespace {

using testing::kind_of;
using testing::rule_of;
using testing::run_request;

namespace fs = std::filesystem;

class SettledElse : public testing::SettlingFixture {};

TEST_F(SettledElse, RefusesWhatNobodySettled) {
  charge_and_settle();
  const std::string whole = contents();
  const fs::path file = beside().at(0);
  const fs::path other = file.string() + "-other";
  replace(whole.substr(0, whole.size() - 1));
  expect_refused("truncated");
  replace("");
  expect_refused("empty");
  for (std::size_t at = 0; at < whole.size(); at += 7) {
    std::string changed = whole;
    changed[at] = changed[at] == 'x' ? 'y' : 'x';
    replace(changed);
    expect_refused("another byte");
  }
  replace(whole + "x");
  expect_refused("longer");
  Charge charge = book.runs().at(0).charge;
  charge.hash = std::string(64, 'a');
  replace(detail::settled_result(charge, "theirs"));
  expect_refused("of another charge");
  replace(std::string(detail::most_room + (1U << 20U), 'x'));
  expect_refused("too long to read");
  replace(whole);
  ASSERT_EQ(::chmod(file.c_str(), 0644), 0);
  expect_refused("readable by others");
  ASSERT_EQ(::chmod(file.c_str(), 0600), 0);
  fs::create_hard_link(file, other);
  expect_refused("two names");
  fs::remove(file);
  fs::create_symlink(other, file);
  expect_refused("a link");
  fs::remove(file);
  fs::create_directory(file);
  expect_refused("a directory");
  fs::remove(file);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  expect_refused("a pipe");
  fs::remove(file);
  fs::rename(other, file);
  EXPECT_EQ(book.run(run_request(), drawing()).text, "theirs");
}

TEST_F(SettledElse, BelongsToThisUserOrToTheLedgers) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "only root gives files away";
  }
  charge_and_settle();
  ASSERT_EQ(::chown(beside().at(0).c_str(), 12345, 12345), 0);
  expect_refused("somebody else's");
  ASSERT_EQ(::chown(path.c_str(), 12345, 12345), 0);
  EXPECT_EQ(book.run(run_request(), drawing()).text, "theirs");
}

TEST_F(SettledElse, NothingIsChargedWhereItsPlaceIsTaken) {
  charge_and_settle();
  const std::string file = beside().at(0).string();
  fs::rename(path, directory.file("old"));
  Ledger other = Ledger::create(path, testing::pure_dataset());
  EXPECT_NE(rule_of([&] { other.run(run_request(), drawing()); }).find("never charged"),
            std::string::npos);
  fs::remove(file);
  fs::create_directory(file);
  EXPECT_EQ(kind_of([&] { other.run(run_request(), drawing()); }), ErrorKind::ledger);
  EXPECT_EQ(draws, 0);
  EXPECT_TRUE(other.charges().empty());
}

TEST_F(SettledElse, NothingIsChargedWhereNoNameCouldBeGiven) {
  const std::string longest = directory.file(std::string(215, 'x'));
  const auto renamed = [&](const std::string& name) {
    Ledger::create(directory.file("b"), testing::pure_dataset());
    fs::rename(directory.file("b"), name);
    return Ledger::open(name);
  };
  Ledger one = renamed(longest);
  EXPECT_EQ(one.run(run_request(), drawing()).text, "draw 1");
  Ledger longer = renamed(longest + "x");
  EXPECT_NE(rule_of([&] { longer.run(run_request(), drawing()); }).find("too long for runs"),
            std::string::npos);
  EXPECT_EQ(draws, 1);
  EXPECT_TRUE(longer.charges().empty());
}

}  // namespace
}  // namespace discreet
