// One release for one charge on a server, which several roles use and which may be lost at any time.
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/ledger/verify.hpp"
#include "ledger/records.hpp"
#include "ledger/run_records.hpp"
#include "ledger/store.hpp"
#include "postgres_place.hpp"
#include "runs_fixture.hpp"

namespace discreet::testing {
namespace {

class PostgresRuns : public PostgresLedger {
 protected:
  DrawText counting() {
    return [this](const Receipt&) { return "draw " + std::to_string(++draws); };
  }

  // Charges for a run and draws nothing.
  static void charge_for(Ledger& ledger, const ChargeRequest& asked) {
    const auto no_bits = [](const Receipt&) -> std::string { throw std::runtime_error{"no bits"}; };
    EXPECT_THROW(ledger.run(asked, no_bits), std::runtime_error);
  }

  void expect_one(std::size_t charges, std::size_t results) {
    EXPECT_EQ(verify_ledger(address).problem.value_or("none"), "none");
    std::size_t stored = 0;
    Ledger ledger = Ledger::open(address);
    for (const RunState& run : ledger.runs()) {
      stored += run.result ? 1U : 0U;
    }
    EXPECT_EQ(ledger.charges().size(), charges);
    EXPECT_EQ(stored, results);
  }

  std::atomic<int> draws = 0;
};

TEST_F(PostgresRuns, IsStoredBeforeItIsDelivered) {
  Ledger ledger = Ledger::create(address, pure_dataset());
  const std::string text = "a\nb\\n\\\\\x01\xE2\x82\xAC\\";
  const std::string id = "'\\n of \xE2\x82\xAC";
  const RunResult first = ledger.run(run_request(id), [&](const Receipt&) { return text; });
  Ledger other = Ledger::open(address);
  const RunResult again = other.run(run_request(id), counting());
  EXPECT_EQ(first.text, text);
  EXPECT_EQ(again.text, text);
  EXPECT_TRUE(again.receipt.replayed);
  EXPECT_EQ(again.receipt.hash, first.receipt.hash);
  EXPECT_EQ(other.find_run("visits", id)->result->sha256, detail::text_hash(text));
  EXPECT_EQ(other.find_run("visits", "another"), std::nullopt);
  charge_for(ledger, run_request("weekly"));
  EXPECT_EQ(other.run(run_request("weekly"), counting()).text, "draw 1");
  expect_one(2, 2);
}

TEST_F(PostgresRuns, HasRoomForTheLargest) {
  Ledger ledger = Ledger::create(address, pure_dataset());
  ChargeRequest asked = run_request();
  asked.run->room = detail::most_room;
  std::string longest(detail::most_room - 2000, 'x');
  longest.append(1000, '\\');
  EXPECT_EQ(ledger.run(asked, [&](const Receipt&) { return longest; }).text, longest);
  EXPECT_EQ(Ledger::open(address).run(asked, counting()).text, longest);
  expect_one(1, 1);
}

TEST_F(PostgresRuns, ThreadsDrawOnce) {
  Ledger ledger = Ledger::create(address, pure_dataset());
  Ledger other = Ledger::open(address);
  std::atomic<int> agreed = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      const RunResult got = (i % 2 == 0 ? ledger : other).run(run_request(), counting());
      agreed += got.text == "draw 1" ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(agreed, 8);
  EXPECT_EQ(draws, 1);
  expect_one(1, 1);
}

TEST_F(PostgresRuns, WhoeverHoldsItMakesOthersWait) {
  Ledger ledger = Ledger::create(address, pure_dataset());
  LedgerOptions hasty;
  hasty.patience = std::chrono::milliseconds{200};
  ledger.run(run_request(), [&](const Receipt&) {
    Ledger other = Ledger::open(address, hasty);
    EXPECT_NE(message_of([&] { other.run(run_request(), counting()); }).find("is at this run"),
              std::string::npos);
    EXPECT_EQ(other.run(run_request("weekly"), counting()).text, "draw 1");
    return std::string{"mine"};
  });
  EXPECT_EQ(draws, 1);
  expect_one(2, 2);
}

TEST_F(PostgresRuns, WhoLosesTheHoldDeliversWhatTheFirstStored) {
  Ledger ledger = Ledger::create(address, pure_dataset());
  const RunResult got = ledger.run(run_request(), [&](const Receipt&) {
    PlainSql{PostgresPlace::server()}.run(
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'");
    EXPECT_EQ(Ledger::open(address).run(run_request(), counting()).text, "draw 1");
    return std::string{"mine"};
  });
  EXPECT_EQ(got.text, "draw 1");
  EXPECT_TRUE(got.receipt.replayed);
  expect_one(1, 1);
}

TEST_F(PostgresRuns, IsOneWhereverTheConnectionIsLost) {
  {
    const Ledger made = Ledger::create(address, pure_dataset("1000"));
  }
  std::size_t failed = 0;
  std::size_t runs = 0;
  for (int way = 0; way < 2; ++way) {
    bool happened = true;
    for (int change = 1; happened; ++change, ++runs) {
      const ChargeRequest asked = run_request(std::to_string(runs));
      std::vector<std::string> seen;
      {
        auto lossy = place.failing(way, change);
        try {
          seen.push_back(Ledger::open(address).run(asked, counting()).text);
        } catch (const Error&) {
          ++failed;
        }
        happened = lossy.happened();
      }
      seen.push_back(Ledger::open(address).run(asked, counting()).text);
      EXPECT_EQ(seen.front(), seen.back()) << asked.run->id;
    }
  }
  EXPECT_GT(failed, 0U);
  expect_one(runs, runs);
}

TEST_F(PostgresRuns, ARoleSeesThoseOfItsDatasetAndFinishesItsOwn) {
  Ledger owner = Ledger::create(address, pure_dataset());
  owner.add_dataset(make_dataset("labs", "patient", Neighbors::add_remove, amounts("1")));
  ChargeRequest elsewhere = run_request();
  elsewhere.dataset = "labs";
  owner.run(elsewhere, [](const Receipt&) { return std::string{"of the labs"}; });
  const auto granted = [&](const std::string& name) {
    const std::string there = role(name);
    owner.grant(name, "visits");
    return Ledger::open(there);
  };
  Ledger anna = granted("anna");
  Ledger bert = granted("bert");
  EXPECT_TRUE(anna.runs().empty());
  EXPECT_EQ(kind_of([&] { (void)anna.stored_result("labs", *elsewhere.run); }), bad_parameter);
  charge_for(anna, run_request());
  EXPECT_NE(message_of([&] {
              bert.run(run_request(), counting());
            }).find("another role was charged for this run"),
            std::string::npos);
  EXPECT_EQ(kind_of([&] { bert.preview(run_request()); }), ErrorKind::ledger);
  EXPECT_EQ(draws, 0);
  EXPECT_EQ(anna.run(run_request(), counting()).text, "draw 1");
  EXPECT_EQ(bert.run(run_request(), counting()).text, "draw 1") << "which all may see";
  EXPECT_EQ(bert.find_run("visits", "nightly")->charge.user, "anna");
  EXPECT_EQ(bert.runs().size(), 1U);
  charge_for(anna, run_request("weekly"));
  EXPECT_EQ(owner.run(run_request("weekly"), counting()).text, "draw 2");
  EXPECT_EQ(kind_of([&] { bert.charge(request(amounts("0.75"))); }), over_budget);
  expect_one(3, 3);
}

TEST_F(PostgresRuns, TheServerTakesOnlyTheFirstResultAndAsItIsWritten) {
  Ledger owner = Ledger::create(address, pure_dataset());
  const std::string forger = role("forger");
  owner.grant("forger", "visits");
  Ledger honest = Ledger::open(forger);
  charge_for(honest, run_request());
  const std::string thief = role("thief");
  owner.grant("thief", "visits");
  PlainSql sql{address};
  const auto append_as = [&](const std::string& whose, const std::string& kind,
                             const std::string& facts) {
    detail::Entry entry;
    entry.sequence =
        std::stoll(sql.run("SELECT sequence FROM discreet.head WHERE dataset = 'visits'")) + 1;
    entry.kind = kind;
    entry.dataset = "visits";
    entry.at = "2099-01-31T23:59:59Z";
    entry.facts = facts;
    entry.previous = sql.run("SELECT hash FROM discreet.head WHERE dataset = 'visits'");
    entry.hash = detail::entry_hash(entry);
    const auto store = detail::open_store(whose, std::chrono::seconds{9});
    const auto writing = store->begin(detail::Store::Access::write);
    writing->append(entry);
    writing->commit();
  };
  const auto append = [&](const std::string& kind, const std::string& facts) {
    append_as(forger, kind, facts);
  };
  const Charge paid = honest.charges().at(0);
  const std::string good = detail::facts_text(detail::result_facts(paid, "a\\b"));
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string out = good;
    return out.replace(out.find(from), from.size(), to);
  };
  Charge roomy = paid;
  roomy.request.run->room = 101;
  Charge other = paid;
  other.request.run->id = "weekly";
  for (const std::string& facts :
       {changed("a\\\\b", "a\\b"), changed("a\\\\b", "a\\\\c"), changed("....", "..."),
        changed("....", ".../"), changed("sha256: ", "sha256:  "), good + "\n", good + "more: x\n",
        good.substr(1), good.substr(0, good.size() - 1), "ordered-at: soon\n" + good,
        detail::facts_text(detail::result_facts(roomy, std::string(101, 'x'))),
        detail::facts_text(detail::result_facts(roomy, "x")),
        detail::facts_text(detail::result_facts(other, "x"))}) {
    EXPECT_EQ(kind_of([&] { append("result", facts); }), ErrorKind::ledger) << facts;
  }
  EXPECT_EQ(kind_of([&] { append_as(thief, "result", good); }), ErrorKind::ledger)
      << "the forger was charged";
  append("result", good);
  EXPECT_EQ(kind_of([&] { append("result", good); }), ErrorKind::ledger) << "it has one";
  EXPECT_EQ(owner.run(run_request(), counting()).text, "a\\b");
  for (const auto& [id, room] :
       std::vector<std::pair<std::string, std::uint64_t>>{{"nightly", 100},
                                                          {"", 100},
                                                          {std::string(201, 'x'), 100},
                                                          {"a\x01", 100},
                                                          {"more", detail::most_room + 1}}) {
    Charge again = paid;
    again.request.run->id = id;
    again.request.run->room = room;
    EXPECT_EQ(kind_of([&] { append("charge", detail::facts_text(detail::charge_facts(again))); }),
              ErrorKind::ledger)
        << id;
  }
  expect_one(1, 1);
}

TEST_F(PostgresRuns, MoveWithTheirLedger) {
  const TemporaryDirectory directory;
  Ledger file = Ledger::create(directory.file("a"), pure_dataset());
  file.run(run_request(), counting());
  charge_for(file, run_request("weekly"));
  file.copy_to(address);
  Ledger there = Ledger::open(address);
  EXPECT_EQ(there.run(run_request(), counting()).text, "draw 1");
  EXPECT_EQ(there.run(run_request("weekly"), counting()).text, "draw 2");
  expect_one(2, 2);
  there.copy_to(directory.file("back"));
  Ledger back = Ledger::open(directory.file("back"));
  EXPECT_EQ(back.run(run_request("weekly"), counting()).text, "draw 2");
  EXPECT_EQ(draws, 2);
}

TEST_F(PostgresRuns, AreComparedWithTheEntries) {
  Ledger ledger = Ledger::create(address, pure_dataset());
  ledger.run(run_request(), counting());
  for (const char* const change : {"result = NULL", "room = 1", "id = 'x'", "charged_by = NULL"}) {
    PlainSql sql{address};
    sql.run("CREATE TEMP TABLE kept AS TABLE discreet.run");
    EXPECT_EQ(sql.run(std::string{"UPDATE discreet.run SET "} + change), "");
    EXPECT_TRUE(verify_ledger(address).problem) << change;
    sql.run("DELETE FROM discreet.run; INSERT INTO discreet.run TABLE kept");
  }
  expect_one(1, 1);
}

}  // namespace
}  // namespace discreet::testing
