#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "discreet/ledger/verify_ledger.hpp"
#include "temporary.hpp"

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
  LedgerOptions options = [this] {
    LedgerOptions out;
    out.witness = directory.file("witness");
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
  {
    const Ledger book = Ledger::create(path, pure_dataset(), options);
  }
  Ledger::open(path).charge(request(amounts("0.1")));
  Ledger book = Ledger::open(path, options);
  book.charge(request(amounts("0.1")));
  EXPECT_EQ(book.state("visits").charges, 2U);
  EXPECT_FALSE(verify_ledger(path, options).problem.has_value());
}

TEST_F(Witness, IsNeverMadeInPassing) {
  {
    const Ledger book = Ledger::create(path, pure_dataset());
  }
  EXPECT_EQ(kind_of([&] { Ledger::open(path, options); }), ErrorKind::ledger);
  Ledger::open(path).write_witness(options.witness);
  EXPECT_EQ(kind_of([&] { Ledger::open(path).write_witness(options.witness); }), ErrorKind::ledger);
  Ledger::open(path, options).charge(request(amounts("0.1")));
}

TEST_F(Witness, ThatCannotBeAdvancedLeavesAChargeToBeCounted) {
  Ledger book = Ledger::create(path, pure_dataset(), options);
  const std::filesystem::path kept = directory.file("kept");
  LedgerOptions spoiling = options;
  // The clock is read between the check of the witness and its advance.
  spoiling.clock = [&]() -> std::int64_t {
    std::filesystem::rename(options.witness, kept);
    return 4'000'000'000;
  };
  Ledger spoiled = Ledger::open(path, spoiling);
  EXPECT_EQ(kind_of([&] { spoiled.charge(request(amounts("0.1"))); }), charge_unknown);
  std::filesystem::rename(kept, options.witness);
  EXPECT_EQ(book.state("visits").charges, 1U);
}

TEST_F(Witness, RefusesATornOne) {
  {
    const Ledger book = Ledger::create(path, pure_dataset(), options);
  }
  std::filesystem::resize_file(options.witness, 100);
  EXPECT_EQ(rule_of([&] { Ledger::open(path, options); }), "the witness file is not a witness");
  std::ofstream{options.witness} << "";
  EXPECT_EQ(rule_of([&] { Ledger::open(path, options); }), "the witness file is not a witness");
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
  std::ifstream in{options.witness};
  std::string line;
  std::getline(in, line);
  EXPECT_NE(line.find("0000000000000000042"), std::string::npos) << line;
}

}  // namespace
}  // namespace discreet
