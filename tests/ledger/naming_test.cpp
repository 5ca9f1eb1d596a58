#include "ledger/naming.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "discreet/ledger/verify.hpp"
#include "temporary.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::message_of;
using testing::pure_dataset;
using testing::request;

TEST(Naming, PutsThePathInFrontOnce) {
  const auto nested = [](ErrorKind kind) {
    return message_of([kind] {
      detail::naming("outer",
                     [kind] { detail::naming("inner", [kind] { throw Error{kind, "rule"}; }); });
    });
  };
  EXPECT_EQ(nested(ErrorKind::ledger), "inner: rule");
  EXPECT_EQ(nested(charge_unknown), "inner: rule");
  EXPECT_EQ(nested(over_budget), "rule");
  EXPECT_EQ(nested(bad_parameter), "rule");
}

TEST(Naming, ErrorsOfALedgerBeginWithItsPath) {
  const testing::TemporaryDirectory directory;
  const std::string path = directory.file("a");
  const auto names = [&](auto action) { return message_of(action).starts_with(path + ": "); };
  EXPECT_TRUE(names([&] { Ledger::open(path); }));
  EXPECT_TRUE(names([&] { verify_ledger(path); }));
  Ledger book = Ledger::create(path, pure_dataset());
  EXPECT_TRUE(names([&] { Ledger::create(path, pure_dataset()); }));
  testing::run_sql(path, "PRAGMA user_version = 99");  // as a later program would
  EXPECT_TRUE(names([&] { Ledger::open(path); }));
  EXPECT_TRUE(names([&] { book.charge(request(amounts("0.1"))); }));
  EXPECT_TRUE(names([&] { book.preview(request(amounts("0.1"))); }));
  EXPECT_TRUE(names([&] { (void)book.state("visits"); }));
  EXPECT_TRUE(names([&] { (void)book.states(); }));
  EXPECT_TRUE(names([&] { (void)book.charges(); }));
  EXPECT_TRUE(names([&] { book.add_dataset(pure_dataset()); }));
}

TEST(OpenStore, WhatIsNeitherAPathNorAServerIsRefusedAndNotShown) {
  const testing::TemporaryDirectory directory;
  Ledger book = Ledger::create(directory.file("a"), pure_dataset());
  for (const std::string& address :
       {std::string{"POSTGRESQL://me:s3cret@host/db"}, std::string{"psql://me:s3cret@host/db"},
        std::string{"postgresql:/me:s3cret@host/db"}, std::string{"postgres:me:s3cret@host/db"},
        std::string{"postgresql//me:s3cret@host/db"}, std::string{"host=db password=s3cret"},
        std::string{"password=s3cret host=db"}, std::string{"host=db password = 's3cret'"}}) {
    const auto is_refused = [&](const auto& action) {
      EXPECT_EQ(testing::kind_of(action), bad_parameter) << address;
      EXPECT_EQ(message_of(action).find("s3cret"), std::string::npos) << address;
    };
    is_refused([&] { Ledger::open(address); });
    is_refused([&] { Ledger::create(address, pure_dataset()); });
    is_refused([&] { verify_ledger(address); });
    is_refused([&] { book.backup(address); });
    is_refused([&] { book.copy_to(address); });
  }
  book.charge(request(amounts("0.1")));
  const std::string odd = directory.file("a:b@c=password=d");
  Ledger::create(odd, pure_dataset()).charge(request(amounts("0.1")));
}

TEST(Naming, ErrorsOfAWitnessBeginWithItsPath) {
  const testing::TemporaryDirectory directory;
  const std::string path = directory.file("a");
  const std::string witness = directory.file("witness");
  LedgerOptions options;
  options.witness = witness;
  const auto names = [&](auto action) { return message_of(action).starts_with(witness + ": "); };
  {
    const Ledger book = Ledger::create(path, pure_dataset(), options);
  }
  EXPECT_TRUE(names([&] { Ledger::create(directory.file("b"), pure_dataset(), options); }));
  std::filesystem::remove(witness);
  EXPECT_TRUE(names([&] { Ledger::open(path, options); }));
  std::ofstream{witness} << "something else";
  EXPECT_TRUE(names([&] { Ledger::open(path, options); }));
  std::filesystem::remove(witness);
  {
    const Ledger other = Ledger::create(directory.file("c"), pure_dataset(), options);
  }
  EXPECT_TRUE(names([&] { Ledger::open(path, options); }));
}

}  // namespace
}  // namespace discreet
