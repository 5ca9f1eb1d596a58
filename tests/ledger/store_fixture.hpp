#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ledger/chain.hpp"
#include "ledger/records.hpp"
#include "ledger/store.hpp"
#include "temporary.hpp"
#include <fcntl.h>
#include <unistd.h>

namespace discreet::testing::store_laws {

using detail::Chain;
using detail::Entry;
using detail::Head;
using detail::Outcome;
using detail::Store;
using detail::StoreTransaction;
using Access = Store::Access;

/// How often something was said by a process that may die at any time.
class Pipe {
 public:
  Pipe() { require(::pipe(ends_) == 0, bug, "a pipe can be made"); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  Pipe(Pipe&&) = delete;
  Pipe& operator=(Pipe&&) = delete;
  ~Pipe() {
    ::close(ends_[0]);
    ::close(ends_[1]);
  }

  void write() const { require(::write(ends_[1], "", 1) == 1, bug, "a pipe can be written"); }

  // What was said so far; nobody may be writing.
  [[nodiscard]] int count() const {
    require(::fcntl(ends_[0], F_SETFL, O_NONBLOCK) == 0, bug, "a pipe need not block");
    int out = 0;
    for (char byte = 0; ::read(ends_[0], &byte, 1) == 1;) {
      ++out;
    }
    return out;
  }

 private:
  int ends_[2] = {-1, -1};
};

/// A store of some sort, for tests that hold for every sort.
///
/// Place     where stores of one sort stand, and how they are broken:
///             Place()                            somewhere without stores
///             static bool available()            whether there is such a place here
///             static std::string user()          who charges there
///             std::string address(name)          where one may be made
///             bool cut_power(change, action)     runs an action in a process whose machine loses power at a
///                                                change of its disk, counted from 1, or when the action is
///                                                over; whether it came so far
///             static constexpr int failures      in how many ways a disk or a connection may fail
///             auto failing(way, change)          while this lives, a change of the disk fails in that way; whether
///                                                that happened()
///             auto weakened(address)             while this lives, the store is set up so that what it
///                                                commits is not durable
///             void add_a_table(address)          changes the store behind the program's back
template <class Place>
class StoreLaws : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!Place::available()) {
      GTEST_SKIP() << "there is nothing to keep such a store in";
    }
    make(address, 1);
  }

  static void make(const std::string& where, int entries) {
    const auto transaction = detail::create_store(where, patience);
    begin_ledger(*transaction);
    append(*transaction, entries);
    transaction->commit();
  }

  [[nodiscard]] std::unique_ptr<Store> open(std::chrono::milliseconds wait = patience) const {
    return detail::open_store(address, wait);
  }

  // A ledger with one dataset, to which nothing is charged.
  static void begin_ledger(StoreTransaction& store) {
    Chain chain;
    for (const detail::Record& record :
         {detail::Record{"ledger", "", {{"id", std::string(32, 'a')}}},
          detail::Record{"dataset", "visits", detail::dataset_facts(pure_dataset())}}) {
      chain.append(store, record, 0);
      chain.extend(store);
    }
  }

  // The end of the chain that charges belong to.
  static Head head(StoreTransaction& store) {
    for (const Head& one : store.heads()) {
      if (one.stream == store.stream_of("visits")) {
        return one;
      }
    }
    return {};
  }

  // How many entries that chain has before the first charge.
  static std::int64_t before(const StoreTransaction& store) {
    return store.stream_of("visits").empty() ? 2 : 1;
  }

  // The charge that continues it, which costs next to nothing.
  static Entry next(StoreTransaction& store, const std::string& said = "a test") {
    const Head last = head(store);
    Charge charge;
    charge.request = {"visits", "top-k", "a test", amounts("1e-9"), {{"said", said}}};
    charge.charged = amounts("1e-9");
    charge.user = Place::user();
    Entry out{last.sequence + 1,
              "charge",
              "visits",
              "2026-01-31T23:59:59Z",
              detail::facts_text(detail::charge_facts(charge)),
              last.hash,
              {}};
    out.hash = detail::entry_hash(out);
    return out;
  }

  static std::string append(StoreTransaction& store, int entries = 1) {
    for (int i = 0; i < entries; ++i) {
      store.append(next(store));
    }
    return head(store).hash;
  }

  static std::string append_one(Store& store) {
    const auto transaction = store.begin(Access::write);
    std::string hash = append(*transaction);
    transaction->commit();
    return hash;
  }

  // The charges after one of them, counted from 1.
  static std::vector<Entry> charges_after(StoreTransaction& store, std::int64_t number) {
    std::vector<Entry> out;
    store.each_after(store.stream_of("visits"), before(store) + number,
                     [&](const Entry& entry) { out.push_back(entry); });
    return out;
  }

  // How many charges the store holds, each of which follows the one before.
  std::int64_t linked() const {
    const auto store = open();
    const auto transaction = store->begin(Access::read);
    std::int64_t count = before(*transaction);
    std::string last = transaction->hash_at(transaction->stream_of("visits"), count).value_or("");
    for (const Entry& entry : charges_after(*transaction, 0)) {
      EXPECT_EQ(entry.sequence, ++count);
      EXPECT_EQ(entry.previous, last);
      EXPECT_EQ(entry.hash, detail::entry_hash(entry));
      last = entry.hash;
    }
    EXPECT_EQ(head(*transaction).sequence, count);
    EXPECT_EQ(head(*transaction).hash, last);
    Chain{}.extend(*transaction);
    return count - before(*transaction);
  }

  bool holds(const std::string& hash) const {
    const auto store = open();
    const auto transaction = store->begin(Access::read);
    const auto charges = charges_after(*transaction, 0);
    return std::any_of(charges.begin(), charges.end(),
                       [&](const Entry& entry) { return entry.hash == hash; });
  }

  static constexpr std::chrono::milliseconds patience = std::chrono::minutes{5};
  static constexpr std::chrono::milliseconds moment{50};

  Place place;
  std::string address = place.address("a");
};

}  // namespace discreet::testing::store_laws
