#include <chrono>
#include <filesystem>
#include <future>
#include <string>

#include <gtest/gtest.h>

#include "discreet/ledger/text.hpp"
#include "discreet/ledger/verify.hpp"
#include "ledger/records.hpp"
#include "ledger/store.hpp"
#include "postgres_place.hpp"
#include "temporary.hpp"

namespace discreet::testing {
namespace {

TEST_F(PostgresLedger, ACommitThatIsStillUnderWayIsWaitedFor) {
  Ledger ledger = Ledger::create(address, pure_dataset());
  place.proxy().hold_commit();
  auto charging = std::async(std::launch::async, [&] { ledger.charge(request(amounts("0.25"))); });
  PlainSql sql{PostgresPlace::server()};
  const auto over = [&] {
    return charging.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
  };
  while (!over() &&
         sql.run("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") == "0") {
  }
  place.proxy().let_commit_go();
  EXPECT_NO_THROW(charging.get());
  EXPECT_EQ(Ledger::open(address).state("visits").charges, 1U);
}

// What a client sends that does not ask its own filter.
detail::Entry forged(const char* epsilon, const std::string& dataset, const std::string& previous,
                     const char* charged = nullptr) {
  Charge charge;
  charge.request = {dataset, "top-k", "me", amounts(epsilon), {}};
  charge.charged = amounts(charged == nullptr ? epsilon : charged);
  charge.user = "forger";
  detail::Entry out{2,
                    "charge",
                    dataset,
                    "2099-01-31T23:59:59Z",
                    detail::facts_text(detail::charge_facts(charge)),
                    previous,
                    {}};
  out.hash = detail::entry_hash(out);
  return out;
}

TEST_F(PostgresLedger, TheServerRefusesWhatAForgedClientSends) {
  Ledger ledger = Ledger::create(address, pure_dataset());
  ledger.add_dataset(make_dataset("labs", "patient", Neighbors::add_remove, amounts("1")));
  const std::string forger = role("forger");
  ledger.grant("forger", "visits");
  const auto store = detail::open_store(forger, std::chrono::seconds{9});
  const auto refused = [&](detail::Entry entry) {
    const auto writing = store->begin(detail::Store::Access::write);
    return kind_of([&] { writing->append(entry); });
  };
  const auto last = [&](const std::string& dataset) {
    return PlainSql{address}.run("SELECT hash FROM discreet.head WHERE dataset = '" + dataset +
                                 "'");
  };
  EXPECT_EQ(refused(forged("2", "visits", last("visits"))), over_budget);
  EXPECT_EQ(refused(forged("0.5", "labs", last("labs"))), ErrorKind::ledger);
  EXPECT_EQ(refused(forged("0.5", "visits", last("visits"), "0.25")), ErrorKind::ledger);
  detail::Entry other = forged("0.5", "visits", last("visits"));
  other.hash = std::string(64, 'a');
  EXPECT_EQ(refused(other), ErrorKind::ledger);
  const auto writing = store->begin(detail::Store::Access::write);
  writing->append(forged("0.5", "visits", last("visits")));
  writing->commit();
  EXPECT_EQ(ledger.state("visits").charges, 1U) << "which is an honest one";
}

TEST_F(PostgresLedger, AChargeOfSomebodyElseThatReadsTheSameIsNotTakenForOnesOwn) {
  Ledger ledger = Ledger::create(address, pure_dataset());
  const std::string forger = role("forger");
  ledger.grant("forger", "visits");
  const std::string last =
      PlainSql{address}.run("SELECT hash FROM discreet.head WHERE dataset = 'visits'");
  const detail::Entry entry = forged("0.25", "visits", last);
  const auto mine = detail::open_store(forger, std::chrono::seconds{9});
  const auto writing = mine->begin(detail::Store::Access::write);
  writing->append(entry);
  PlainSql{PostgresPlace::server()}.run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'forger'");
  const auto others = detail::open_store(forger, std::chrono::seconds{9});
  {
    const auto their_writing = others->begin(detail::Store::Access::write);
    their_writing->append(entry);
    their_writing->commit();
  }
  EXPECT_EQ(kind_of([&] { writing->commit(); }), ErrorKind::ledger);
  EXPECT_EQ(writing->outcome(), detail::Outcome::absent);
  EXPECT_EQ(ledger.state("visits").charges, 1U);
}

TEST_F(PostgresLedger, NoMessageHasThePassword) {
  const std::string there =
      "postgresql://postgres:s3cret@/nothing?host=" +
      PostgresPlace::server().substr(PostgresPlace::server().find("host=") + 5);
  for (const std::string& where :
       {there, std::string{"postgresql://me:s3cret@/db?host=/nowhere"},
        std::string{"postgres://me@h:1x/d?password=s3cret"},
        std::string{"postgresql://me:s3cret@[half/db"},
        std::string{"postgresql://me@/db?host=/nowhere&password=s3cret"}}) {
    for (const std::string& said :
         {message_of([&] { Ledger::open(where); }),
          message_of([&] { Ledger::create(where, pure_dataset()); }),
          message_of([&] { verify_ledger(where); }), shown_address(where)}) {
      EXPECT_EQ(said.find("s3cret"), std::string::npos) << said;
      EXPECT_NE(said, "nothing was thrown");
    }
  }
  EXPECT_EQ(shown_address("postgresql://me:s3cret@server:5433/db?sslmode=require&passfile=/x"),
            "postgresql://me@server:5433/db");
  EXPECT_EQ(shown_address("/a/path"), "/a/path");
}

TEST_F(PostgresLedger, AServerThatIsNotThereIsAnErrorOfTheLedger) {
  const std::string nowhere =
      "postgresql://me@/db?host=" + std::filesystem::temp_directory_path().string();
  EXPECT_EQ(kind_of([&] { Ledger::open(nowhere); }), ErrorKind::ledger);
  EXPECT_TRUE(message_of([&] {
                Ledger::open(nowhere);
              }).starts_with(nowhere + ": the server was not reached"));
}

TEST_F(PostgresLedger, AnotherEncodingIsRefused) {
  PlainSql{PostgresPlace::server()}.run(
      "CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1'");
  std::string latin = address;
  latin.replace(latin.find("@/") + 2, latin.find('?') - latin.find("@/") - 2, "latin");
  EXPECT_EQ(kind_of([&] { Ledger::create(latin, pure_dataset()); }), ErrorKind::ledger);
  PlainSql{PostgresPlace::server()}.run("DROP DATABASE latin");
}

TEST_F(PostgresLedger, AnotherSchemaIsRefusedByItsNumber) {
  {
    const Ledger made = Ledger::create(address, pure_dataset());
  }
  PlainSql sql{address};
  EXPECT_EQ(sql.run("COMMENT ON SCHEMA discreet IS 'whatever'"), "");
  EXPECT_NO_THROW(Ledger::open(address)) << "what it is says more than what is said of it";
  const auto said = [&](const std::string& comment) {
    sql.run("COMMENT ON SCHEMA discreet IS " + comment);
    return message_of([&] { Ledger::open(address); });
  };
  sql.run("DROP TABLE discreet.run");
  EXPECT_NE(said("NULL").find("made by an older version of this program: copy it"),
            std::string::npos);
  EXPECT_NE(said("'discreet ledger, version 3'").find("made by a newer version of this program"),
            std::string::npos);
  EXPECT_NE(said("'discreet ledger, version 2'").find("not as this program made it"),
            std::string::npos);
}

}  // namespace
}  // namespace discreet::testing
