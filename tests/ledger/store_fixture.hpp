#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ledger/store.hpp"
#include "temporary.hpp"
#include <fcntl.h>
#include <unistd.h>

namespace discreet::testing::store_laws {

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
///             std::string address(name)          where one may be made
///             bool cut_power(change, action)     runs an action in a process whose machine loses power at a
///                                                change of its disk, counted from 1, or when the action is
///                                                over; whether it came so far
///             static constexpr int failures      in how many ways a disk or a connection may fail
///             auto failing(way, change)          while this lives, a change of the disk fails in that way
///             auto weakened(address)             while this lives, the store is set up so that what it
///                                                commits is not durable
///             void add_a_table(address)          changes the store behind the program's back
template <class Place>
class StoreLaws : public ::testing::Test {
 protected:
  void SetUp() override { make(address, 1); }

  static void make(const std::string& where, int entries) {
    const auto transaction = detail::create_store(where, patience);
    append(*transaction, entries);
    transaction->commit();
  }

  [[nodiscard]] std::unique_ptr<Store> open(std::chrono::milliseconds wait = patience) const {
    return detail::open_store(address, wait);
  }

  // The entry that continues the chain of a store.
  static Entry next(StoreTransaction& store, const std::string& facts = "what: a test\n") {
    const auto head = store.head();
    Entry out{head ? head->sequence + 1 : 1,
              "charge",
              "visits",
              "2026-01-31T23:59:59Z",
              facts,
              head ? head->hash : std::string{detail::no_hash},
              {}};
    out.hash = detail::entry_hash(out);
    return out;
  }

  static std::string append(StoreTransaction& store, int entries = 1) {
    for (int i = 0; i < entries; ++i) {
      store.append(next(store));
    }
    const auto head = store.head();
    return head ? head->hash : "";
  }

  static std::string append_one(Store& store) {
    const auto transaction = store.begin(Access::write);
    std::string hash = append(*transaction);
    transaction->commit();
    return hash;
  }

  static std::vector<Entry> entries_after(StoreTransaction& store, std::int64_t sequence) {
    std::vector<Entry> out;
    store.each_after(sequence, [&](const Entry& entry) { out.push_back(entry); });
    return out;
  }

  // How many entries the store holds, each of which follows the one before.
  std::int64_t linked() const {
    const auto store = open();
    const auto transaction = store->begin(Access::read);
    std::int64_t count = 0;
    std::string last{detail::no_hash};
    for (const Entry& entry : entries_after(*transaction, 0)) {
      EXPECT_EQ(entry.sequence, ++count);
      EXPECT_EQ(entry.previous, last);
      EXPECT_EQ(entry.hash, detail::entry_hash(entry));
      last = entry.hash;
    }
    const auto head = transaction->head();
    EXPECT_TRUE(head && head->sequence == count && head->hash == last);
    return count;
  }

  bool holds(const std::string& hash) const {
    const auto store = open();
    const auto transaction = store->begin(Access::read);
    bool found = false;
    transaction->each_after(0, [&](const Entry& entry) { found = found || entry.hash == hash; });
    return found;
  }

  static constexpr std::chrono::milliseconds patience = std::chrono::minutes{5};
  static constexpr std::chrono::milliseconds moment{50};

  Place place;
  std::string address = place.address("a");
};

}  // namespace discreet::testing::store_laws
