#pragma once

// What every store promises (src/ledger/store.hpp), as one set of tests for all of them.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "store_fixture.hpp"
#include "temporary.hpp"
#include <sys/wait.h>
#include <unistd.h>

namespace discreet::testing::store_laws {

TYPED_TEST_SUITE_P(StoreLaws);

TYPED_TEST_P(StoreLaws, ANewStoreHasItsAddressWhenItIsCommitted) {
  const std::string fresh = this->place.address("fresh");
  const auto transaction = detail::create_store(fresh, this->patience);
  this->begin_ledger(*transaction);
  const std::string hash = this->append(*transaction, 2);
  EXPECT_EQ(kind_of([&] { detail::open_store(fresh, this->moment); }), ErrorKind::ledger);
  transaction->commit();
  const auto store = detail::open_store(fresh, this->moment);
  const auto reading = store->begin(Access::read);
  EXPECT_EQ(this->head(*reading).hash, hash);
  EXPECT_EQ(reading->hash_at(reading->stream_of("visits"), this->before(*reading) + 2), hash);
  const auto entry =
      reading->entry_at(reading->stream_of("visits"), this->before(*reading) + 2).value();
  EXPECT_EQ(entry.hash, hash);
  EXPECT_EQ(entry.hash, detail::entry_hash(entry)) << "all of it";
  EXPECT_FALSE(
      reading->entry_at(reading->stream_of("visits"), this->before(*reading) + 3).has_value());
  reading->require_undamaged();
}

TYPED_TEST_P(StoreLaws, ANewStoreThatIsNotCommittedLeavesNothing) {
  const std::string fresh = this->place.address("fresh");
  this->begin_ledger(*detail::create_store(fresh, this->patience));
  EXPECT_EQ(kind_of([&] { detail::open_store(fresh, this->moment); }), ErrorKind::ledger);
  this->make(fresh, 0);
  const auto store = detail::open_store(fresh, this->patience);
  const auto reading = store->begin(Access::read);
  const std::int64_t before = this->before(*reading);
  EXPECT_EQ(this->head(*reading).sequence, before);
  EXPECT_FALSE(reading->hash_at(reading->stream_of("visits"), before + 1).has_value());
  EXPECT_TRUE(this->charges_after(*reading, 0).empty());
}

TYPED_TEST_P(StoreLaws, NothingIsOverwritten) {
  this->append_one(*this->open());
  EXPECT_EQ(kind_of([&] { this->make(this->address, 5); }), ErrorKind::ledger);
  EXPECT_EQ(this->linked(), 2);
}

TYPED_TEST_P(StoreLaws, WhatWasAppendedIsReadAsItWas) {
  const std::vector<std::string> texts{"",
                                       "'; DROP TABLE entry; --",
                                       "two\nlines\r\n\ttab",
                                       "%s \\x00 \\\\ \"quoted\" $1 ?1 :a",
                                       "\xE2\x82\xAC \xF0\x9F\x94\x92 \xE2\x80\xAE",
                                       std::string(60UL * 1024, 'x')};
  const auto store = this->open();
  std::vector<Entry> written;
  {
    const auto writing = store->begin(Access::write);
    for (const std::string& text : texts) {
      Entry entry = this->next(*writing, text);
      writing->append(entry);
      EXPECT_EQ(writing->hash_at(writing->stream_of("visits"), entry.sequence), entry.hash);
      EXPECT_EQ(this->head(*writing).sequence, entry.sequence);
      written.push_back(std::move(entry));
    }
    writing->commit();
  }
  const auto read = this->charges_after(*store->begin(Access::read), 1);
  ASSERT_EQ(read.size(), written.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(read[i].sequence, written[i].sequence);
    EXPECT_EQ(read[i].hash, written[i].hash);
    EXPECT_EQ(detail::entry_hash(read[i]), written[i].hash) << "which covers every other field";
  }
}

TYPED_TEST_P(StoreLaws, EntriesComeInOrderAfterANumber) {
  const auto store = this->open();
  const auto writing = store->begin(Access::write);
  this->append(*writing, 11);
  for (std::int64_t after = 0; after <= 13; ++after) {
    std::int64_t expected = after + 1;
    for (const Entry& entry : this->charges_after(*writing, after)) {
      EXPECT_EQ(entry.sequence, this->before(*writing) + expected++);
    }
    EXPECT_EQ(expected, std::max<std::int64_t>(13, after + 1));
  }
}

TYPED_TEST_P(StoreLaws, WhatIsNotCommittedIsRolledBack) {
  const auto store = this->open();
  this->append(*store->begin(Access::write), 3);
  EXPECT_EQ(this->linked(), 1);
  EXPECT_EQ(kind_of([&] {
              const auto writing = store->begin(Access::write);
              this->append(*writing);
              writing->each_after(writing->stream_of("visits"), 0, [](const Entry&) {
                throw Error{over_budget, "what was read is refused"};
              });
            }),
            over_budget);
  EXPECT_EQ(this->linked(), 1);
  this->append_one(*store);
  EXPECT_EQ(this->linked(), 2);
}

TYPED_TEST_P(StoreLaws, WhoReadsAppendsNothing) {
  const auto store = this->open();
  {
    const auto reading = store->begin(Access::read);
    EXPECT_EQ(kind_of([&] { this->append(*reading); }), bug);
  }
  EXPECT_EQ(this->linked(), 1);
}

TYPED_TEST_P(StoreLaws, WritersOfManyProcessesGoOneAfterTheOther) {
  constexpr int processes = 6;
  constexpr int times = 20;
  std::vector<pid_t> children;
  for (int i = 0; i < processes; ++i) {
    children.push_back(::fork());
    if (children.back() == 0) {
      try {
        const auto store = this->open();
        for (int j = 0; j < times; ++j) {
          this->append_one(*store);
        }
      } catch (const std::exception&) {
        ::_exit(1);
      }
      ::_exit(0);
    }
  }
  for (const pid_t child : children) {
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  EXPECT_EQ(this->linked(), 1 + processes * times);
}

TYPED_TEST_P(StoreLaws, AWriterIsRefusedWhileAnotherWrites) {
  const auto one = this->open();
  const auto other = this->open(this->moment);
  {
    const auto writing = one->begin(Access::write);
    EXPECT_EQ(kind_of([&] { (void)other->begin(Access::write); }), ErrorKind::ledger);
    this->append(*writing);
    writing->commit();
    // From here on, though the object lives.
    this->append_one(*other);
  }
  EXPECT_EQ(this->linked(), 3);
}

TYPED_TEST_P(StoreLaws, AWriterReadsWhatWasCommittedLast) {
  const auto one = this->open();
  const auto other = this->open();
  for (int i = 0; i < 5; ++i) {
    const std::string hash = this->append_one(i % 2 == 0 ? *one : *other);
    const auto writing = (i % 2 == 0 ? *other : *one).begin(Access::write);
    EXPECT_EQ(this->head(*writing).hash, hash);
  }
  EXPECT_EQ(this->linked(), 6);
}

TYPED_TEST_P(StoreLaws, WhatIsReadStaysWhileItIsRead) {
  const auto reader = this->open();
  const auto writer = this->open(this->moment);
  const auto reading = reader->begin(Access::read);
  EXPECT_EQ(this->charges_after(*reading, 0).size(), 1U);
  bool written = false;
  try {
    this->append_one(*writer);
    written = true;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::ledger) << "a store may make writers wait for readers";
  }
  EXPECT_EQ(this->head(*reading).sequence, this->before(*reading) + 1);
  EXPECT_EQ(this->charges_after(*reading, 0).size(), 1U);
  reading->commit();
  EXPECT_EQ(this->linked(), written ? 2 : 1);
}

TYPED_TEST_P(StoreLaws, WhatIsCommittedIsWholeAndOutlivesAPowerCut) {
  constexpr int transactions = 2;
  constexpr int entries = 2;
  bool ended = false;
  for (int change = 1; !ended; ++change) {
    const std::string name = "cut-" + std::to_string(change);
    this->address = this->place.address(name);
    this->make(this->address, 1);
    Pipe committed;
    ended = this->place.cut_power(change, [&] {
      const auto store = this->open();
      for (int i = 0; i < transactions; ++i) {
        const auto writing = store->begin(Access::write);
        this->append(*writing, entries);
        writing->commit();
        committed.write();
      }
    });
    const int told = committed.count();
    const std::int64_t found = this->linked();
    EXPECT_TRUE(found == 1 + told * entries || found == 1 + (told + 1) * entries)
        << name << ": " << found << " entries after " << told << " commits";
    EXPECT_TRUE(!ended || found == 1 + transactions * entries) << name;
    this->append_one(*this->open());
  }
}

TYPED_TEST_P(StoreLaws, AnOutcomeIsWhatOthersFind) {
  int asked = 0;
  int there = 0;
  for (int way = 0; way < TypeParam::failures; ++way) {
    bool happened = true;
    for (int change = 1; happened; ++change) {
      bool failed = true;
      this->address = this->place.address(std::to_string(way) + "-" + std::to_string(change));
      this->make(this->address, 1);
      std::string hash;
      Outcome outcome = Outcome::absent;
      {
        auto disk = this->place.failing(way, change);
        try {
          const auto store = this->open();
          const auto writing = store->begin(Access::write);
          hash = this->append(*writing);
          try {
            writing->commit();
            outcome = Outcome::durable;
            failed = false;
          } catch (const Error&) {
            outcome = writing->outcome();
            ++asked;
          }
        } catch (const Error& error) {
          EXPECT_EQ(error.kind(), ErrorKind::ledger);
        }
        happened = disk.happened();
      }
      const bool found = !hash.empty() && this->holds(hash);
      there += failed && found ? 1 : 0;
      EXPECT_TRUE(outcome == Outcome::unknown || found == (outcome == Outcome::durable))
          << "failure " << way << " at " << change;
      this->append_one(*this->open());
    }
  }
  EXPECT_GT(asked, 0);
  EXPECT_GT(there, 0) << "else no failure was late enough to say anything";
}

TYPED_TEST_P(StoreLaws, AStoreThatWouldNotKeepItIsNotWritten) {
  const auto store = this->open(this->moment);
  {
    const auto weaker = this->place.weakened(this->address);
    EXPECT_EQ(kind_of([&] { this->append_one(*store); }), ErrorKind::ledger);
    EXPECT_EQ(kind_of([&] { this->append_one(*this->open(this->moment)); }), ErrorKind::ledger);
  }
  EXPECT_EQ(this->linked(), 1);
  this->append_one(*store);
  EXPECT_EQ(this->linked(), 2);
}

TYPED_TEST_P(StoreLaws, AStoreThatThisProgramDidNotMakeIsRefused) {
  const auto store = this->open();
  this->place.add_a_table(this->address);
  for (const Access access : {Access::read, Access::write}) {
    EXPECT_EQ(kind_of([&] { (void)store->begin(access); }), ErrorKind::ledger);
    EXPECT_EQ(kind_of([&] { (void)this->open()->begin(access); }), ErrorKind::ledger);
  }
}

REGISTER_TYPED_TEST_SUITE_P(StoreLaws, ANewStoreHasItsAddressWhenItIsCommitted,
                            ANewStoreThatIsNotCommittedLeavesNothing, NothingIsOverwritten,
                            WhatWasAppendedIsReadAsItWas, EntriesComeInOrderAfterANumber,
                            WhatIsNotCommittedIsRolledBack, WhoReadsAppendsNothing,
                            WritersOfManyProcessesGoOneAfterTheOther,
                            AWriterIsRefusedWhileAnotherWrites, AWriterReadsWhatWasCommittedLast,
                            WhatIsReadStaysWhileItIsRead,
                            WhatIsCommittedIsWholeAndOutlivesAPowerCut, AnOutcomeIsWhatOthersFind,
                            AStoreThatWouldNotKeepItIsNotWritten,
                            AStoreThatThisProgramDidNotMakeIsRefused);

}  // namespace discreet::testing::store_laws
