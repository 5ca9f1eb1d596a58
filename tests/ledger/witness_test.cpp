#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "discreet/ledger/verify.hpp"
#include "temporary.hpp"
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace discreet {
namespace {

using testing::amounts;
using testing::kind_of;
using testing::pure_dataset;
using testing::request;
using testing::rule_of;
using testing::TemporaryDirectory;

class Witness : public ::testing::Test {
 protected:
  TemporaryDirectory directory;
  std::string path = directory.file("a.ledger");
  std::string witness = directory.file("witness");
  LedgerOptions options = [this] {
    LedgerOptions out;
    out.witness = witness;
    return out;
  }();
};

TEST_F(Witness, CatchesARestoredOlderCopy) {
  Ledger book = Ledger::create(path, pure_dataset(), options);
  book.charge(request(amounts("0.5")));
  std::filesystem::copy_file(path, directory.file("older"));
  book.charge(request(amounts("0.5")));
  std::filesystem::copy_file(directory.file("older"), path,
                             std::filesystem::copy_options::overwrite_existing);
  // Without the witness the older copy looks whole.
  EXPECT_FALSE(verify_ledger(path).problem.has_value());
  EXPECT_NE(verify_ledger(path, options).problem.value_or("").find("older"), std::string::npos);
  EXPECT_NE(rule_of([&] { Ledger::open(path, options); }).find("older"), std::string::npos);
}

TEST_F(Witness, CatchesAnotherLedgerInItsPlace) {
  {
    const Ledger book = Ledger::create(path, pure_dataset(), options);
  }
  std::filesystem::remove(path);
  {
    const Ledger book = Ledger::create(path, pure_dataset());
  }
  EXPECT_EQ(rule_of([&] { Ledger::open(path, options); }), "the witness is of another ledger");
}

TEST_F(Witness, MayLagBehindAndCatchesUp) {
  Ledger::create(path, pure_dataset(), options);
  // As if the process had been killed between the commit and the witness.
  std::filesystem::copy_file(witness, directory.file("before"));
  Ledger::open(path, options).charge(request(amounts("0.1")));
  std::filesystem::rename(directory.file("before"), witness);
  Ledger book = Ledger::open(path, options);
  book.charge(request(amounts("0.1")));
  EXPECT_EQ(book.state("visits").charges, 2U);
  EXPECT_FALSE(verify_ledger(path, options).problem.has_value());
}

TEST_F(Witness, IsNeverMadeInPassing) {
  Ledger::create(path, pure_dataset());
  EXPECT_EQ(kind_of([&] { Ledger::open(path, options); }), ErrorKind::ledger);
  Ledger::open(path).write_witness(witness);
  EXPECT_EQ(kind_of([&] { Ledger::open(path).write_witness(witness); }), ErrorKind::ledger);
  Ledger::open(path, options).charge(request(amounts("0.1")));
}

TEST_F(Witness, IsAskedForByTheLedgerThatHasOne) {
  const std::string asked =
      "the ledger has a witness, and nothing is charged without it: say where it is";
  Ledger::create(path, pure_dataset(), options);
  Ledger book = Ledger::open(path);
  EXPECT_EQ(rule_of([&] { book.charge(request(amounts("0.1"))); }), asked);
  EXPECT_EQ(rule_of([&] { book.preview(request(amounts("0.1"))); }), asked);
  EXPECT_EQ(rule_of([&] {
              book.add_dataset(make_dataset("b", "unit", Neighbors::replace, amounts("1")));
            }),
            asked);
  EXPECT_EQ(book.state("visits").charges, 0U) << "what is there can be read";
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
  Ledger::open(path, options).charge(request(amounts("0.1")));
}

TEST_F(Witness, MadeLaterIsAskedForAsWell) {
  Ledger::create(path, pure_dataset());
  Ledger book = Ledger::open(path);
  Ledger other = Ledger::open(path);
  book.write_witness(witness);
  EXPECT_EQ(kind_of([&] { other.charge(request(amounts("0.1"))); }), ErrorKind::ledger);
  // The one that made it keeps it.
  book.charge(request(amounts("0.1")));
  EXPECT_EQ(verify_ledger(path, options).problem.value_or("none"), "none");
  std::filesystem::rename(witness, directory.file("lost"));
  EXPECT_EQ(kind_of([&] { book.charge(request(amounts("0.1"))); }), ErrorKind::ledger);
}

TEST_F(Witness, ThatWasLostIsReplacedByAnotherAndTheChainSaysSo) {
  Ledger::create(path, pure_dataset(), options);
  std::filesystem::remove(witness);
  const std::int64_t entries = verify_ledger(path).entries;
  Ledger::open(path).write_witness(witness);
  EXPECT_EQ(verify_ledger(path, options).entries, entries + 1);
  Ledger::open(path, options).charge(request(amounts("0.1")));
}

TEST_F(Witness, WithoutANameIsRefused) {
  Ledger::create(path, pure_dataset());
  options.witness = "";
  EXPECT_EQ(kind_of([&] { Ledger::open(path, options); }), bad_parameter);
  EXPECT_EQ(kind_of([&] { verify_ledger(path, options); }), bad_parameter);
  EXPECT_EQ(kind_of([&] { Ledger::create(path + "2", pure_dataset(), options); }), bad_parameter);
  EXPECT_FALSE(std::filesystem::exists(path + "2"));
}

TEST_F(Witness, ThatExistsLetsNoLedgerBeMade) {
  std::ofstream{witness} << "something of somebody's";
  EXPECT_EQ(rule_of([&] { Ledger::create(path, pure_dataset(), options); }),
            "the witness file exists; it is never overwritten");
  const auto files = std::filesystem::directory_iterator{directory.path()};
  EXPECT_EQ(std::distance(begin(files), end(files)), 1) << "nothing is left behind";
}

TEST_F(Witness, IsNotLeftBehindWhereALedgerStandsAlready) {
  Ledger::create(path, pure_dataset());
  EXPECT_EQ(kind_of([&] { Ledger::create(path, pure_dataset(), options); }), ErrorKind::ledger);
  EXPECT_FALSE(std::filesystem::exists(witness));
  options.witness = path + "2";
  EXPECT_EQ(kind_of([&] { Ledger::create(path + "2", pure_dataset(), options); }),
            ErrorKind::ledger);
  EXPECT_FALSE(std::filesystem::exists(path + "2"));
}

TEST_F(Witness, ThatCannotBeAdvancedLeavesAChargeToBeCounted) {
  Ledger book = Ledger::create(path, pure_dataset(), options);
  const std::filesystem::path kept = directory.file("kept");
  LedgerOptions spoiling = options;
  // The clock is read between the check of the witness and its advance.
  spoiling.clock = [&]() -> std::int64_t {
    std::filesystem::rename(witness, kept);
    return 4'000'000'000;
  };
  Ledger spoiled = Ledger::open(path, spoiling);
  EXPECT_EQ(kind_of([&] { spoiled.charge(request(amounts("0.1"))); }), charge_unknown);
  std::filesystem::rename(kept, witness);
  EXPECT_EQ(book.state("visits").charges, 1U);
}

TEST_F(Witness, RefusesATornOne) {
  {
    const Ledger book = Ledger::create(path, pure_dataset(), options);
  }
  std::filesystem::resize_file(witness, 100);
  EXPECT_EQ(rule_of([&] { Ledger::open(path, options); }), "the witness file is not a witness");
  std::ofstream{witness} << "";
  EXPECT_EQ(rule_of([&] { Ledger::open(path, options); }), "the witness file is not a witness");
}

TEST_F(Witness, IsMovedByOneAtATime) {
  Ledger book = Ledger::create(path, pure_dataset(), options);
  const auto read = [&] {
    std::ifstream in{witness};
    return std::string{std::istreambuf_iterator<char>{in}, {}};
  };
  const std::string before = read();
  const int held = ::open(witness.c_str(), O_RDONLY);
  ASSERT_EQ(::flock(held, LOCK_SH), 0);  // as somebody who is reading it
  std::thread charging{[&] { book.charge(request(amounts("0.1"))); }};
  while (Ledger::open(path).state("visits").charges == 0) {
    std::this_thread::yield();
  }
  std::this_thread::sleep_for(std::chrono::milliseconds{50});
  EXPECT_EQ(read(), before);
  ::close(held);
  charging.join();
  EXPECT_NE(read(), before);
}

TEST_F(Witness, NeverGoesBackUnderManyThreads) {
  {
    const Ledger book = Ledger::create(path, pure_dataset("100"), options);
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      Ledger book = Ledger::open(path, options);
      for (int j = 0; j < 10; ++j) {
        book.charge(request(amounts("0.1")));
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  std::ifstream in{witness};
  std::string line;
  std::getline(in, line);
  EXPECT_NE(line.find("0000000000000000043"), std::string::npos) << line;
}

}  // namespace
}  // namespace discreet
