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
  TemporaryDirectory directory_;
  std::string path_ = directory_.file("a.ledger");
  LedgerOptions options_ = [this] {
    LedgerOptions out;
    out.witness = directory_.file("witness");
    return out;
  }();
};

TEST_F(Witness, CatchesARestoredOlderCopy) {
  Ledger book = Ledger::create(path_, pure_dataset(), options_);
  book.charge(request(amounts("0.5")));
  std::filesystem::copy_file(path_, directory_.file("older"));
  book.charge(request(amounts("0.5")));
  std::filesystem::copy_file(directory_.file("older"), path_,
                             std::filesystem::copy_options::overwrite_existing);
  // Without the witness the older copy looks whole.
  EXPECT_FALSE(verify_ledger(path_).problem.has_value());
  EXPECT_NE(verify_ledger(path_, options_).problem.value_or("").find("older"), std::string::npos);
  EXPECT_NE(rule_of([&] { Ledger::open(path_, options_); }).find("older"), std::string::npos);
}

TEST_F(Witness, CatchesAnotherLedgerInItsPlace) {
  {
    const Ledger book = Ledger::create(path_, pure_dataset(), options_);
  }
  std::filesystem::remove(path_);
  {
    const Ledger book = Ledger::create(path_, pure_dataset());
  }
  EXPECT_EQ(rule_of([&] { Ledger::open(path_, options_); }), "the witness is of another ledger");
}

TEST_F(Witness, MayLagBehindAndCatchesUp) {
  {
    const Ledger book = Ledger::create(path_, pure_dataset(), options_);
  }
  Ledger::open(path_).charge(request(amounts("0.1")));
  Ledger book = Ledger::open(path_, options_);
  book.charge(request(amounts("0.1")));
  EXPECT_EQ(book.state("visits").charges, 2U);
  EXPECT_FALSE(verify_ledger(path_, options_).problem.has_value());
}

TEST_F(Witness, IsNeverMadeInPassing) {
  {
    const Ledger book = Ledger::create(path_, pure_dataset());
  }
  EXPECT_EQ(kind_of([&] { Ledger::open(path_, options_); }), ErrorKind::ledger);
  Ledger::open(path_).write_witness(options_.witness);
  EXPECT_EQ(kind_of([&] { Ledger::open(path_).write_witness(options_.witness); }),
            ErrorKind::ledger);
  Ledger::open(path_, options_).charge(request(amounts("0.1")));
}

TEST_F(Witness, RefusesATornOne) {
  {
    const Ledger book = Ledger::create(path_, pure_dataset(), options_);
  }
  std::filesystem::resize_file(options_.witness, 100);
  EXPECT_EQ(rule_of([&] { Ledger::open(path_, options_); }), "the witness file is not a witness");
  std::ofstream{options_.witness} << "";
  EXPECT_EQ(rule_of([&] { Ledger::open(path_, options_); }), "the witness file is not a witness");
}

TEST_F(Witness, NeverGoesBackUnderManyThreads) {
  {
    const Ledger book = Ledger::create(path_, pure_dataset("100"), options_);
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      Ledger book = Ledger::open(path_, options_);
      for (int j = 0; j < 10; ++j) {
        book.charge(request(amounts("0.1")));
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  std::ifstream in{options_.witness};
  std::string line;
  std::getline(in, line);
  EXPECT_NE(line.find("0000000000000000042"), std::string::npos) << line;
}

}  // namespace
}  // namespace discreet
