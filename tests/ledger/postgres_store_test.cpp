#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/ledger/verify.hpp"
#include "ledger/store.hpp"
#include "postgres_place.hpp"
#include "store_laws.hpp"
#include "temporary.hpp"

namespace discreet::testing {

namespace store_laws {
INSTANTIATE_TYPED_TEST_SUITE_P(Postgres, StoreLaws, PostgresPlace);
}  // namespace store_laws

namespace {

Dataset in_group(const char* name) {
  Dataset out = make_dataset(name, "patient", Neighbors::add_remove, amounts("1"));
  out.group = "people";
  return out;
}

TEST_F(PostgresLedger, ChargesAsAFileDoes) {
  Ledger ledger = Ledger::create(address, pure_dataset());
  ledger.add_group({"people", make_budget(amounts("1.5"))});
  ledger.add_dataset(in_group("labs"));
  ledger.add_dataset(in_group("'; DROP SCHEMA discreet CASCADE; -- \\ \xE2\x82\xAC"));
  const Receipt receipt = ledger.charge(request(amounts("0.25")));
  EXPECT_EQ(receipt.sequence, 2) << "in the chain of its dataset";
  ledger.charge(request(amounts("0.75"), "labs"));
  ledger.charge(request(amounts("0.75"), ledger.states()[2].dataset.name.c_str()));
  EXPECT_EQ(kind_of([&] { ledger.charge(request(amounts("1e-9"), "labs")); }), over_budget);
  EXPECT_EQ(kind_of([&] { ledger.charge(request(amounts("0.76"))); }), over_budget);
  ledger.lower_budget("visits", amounts("0.5"), "fewer releases");
  EXPECT_EQ(kind_of([&] { ledger.charge(request(amounts("0.26"))); }), over_budget);
  ledger.charge(request(amounts("1/8")));
  ledger.close_dataset("visits", "the study ended");
  EXPECT_EQ(kind_of([&] { ledger.charge(request(amounts("0.1"))); }), over_budget);
  const LedgerContents contents = Ledger::open(address).contents();
  EXPECT_EQ(contents.entries, 11);
  EXPECT_EQ(contents.charges.size(), 4U);
  EXPECT_EQ(contents.charges[0].user, "postgres");
  EXPECT_EQ(contents.groups[0].left.epsilon, Fraction{0});
  EXPECT_EQ(contents.decisions.size(), 2U);
  const Verification verified = verify_ledger(address);
  EXPECT_FALSE(verified.problem) << *verified.problem;
  EXPECT_EQ(verified.head, contents.head);
}

TEST_F(PostgresLedger, KeepsEveryAccountAsTheLibraryDoes) {
  Ledger ledger = Ledger::create(address, pure_dataset());
  ledger.add_dataset(make_dataset("rho", "patient", Neighbors::replace,
                                  {{}, {}, Fraction{1, 2}, Fraction{1, 1000}}));
  ledger.add_dataset(make_dataset("basic", "patient", Neighbors::replace, amounts("1", "1e-6"),
                                  Accountant::basic));
  ledger.add_dataset(make_dataset("mixed", "patient", Neighbors::replace, amounts("1", "1e-6")));
  ledger.charge({"rho", "a", "b", {Fraction{1, 10}, {}, {}, Fraction{1, 2000}}, {}});
  ledger.charge({"rho", "a", "b", {{}, {}, Fraction{1, 3}, {}}, {}});
  EXPECT_EQ(kind_of([&] { ledger.charge({"rho", "a", "b", {{}, {}, Fraction{1, 3}, {}}, {}}); }),
            over_budget);
  ledger.charge({"basic", "a", "b", amounts("0.5", "1e-7"), {}});
  EXPECT_EQ(kind_of([&] { ledger.charge({"basic", "a", "b", amounts("0.1", "1e-6"), {}}); }),
            over_budget);
  for (int i = 0; i < 30; ++i) {
    ledger.charge({"mixed", "a", "b", amounts("0.03"), {}});
  }
  ledger.charge({"mixed", "a", "b", {{}, {}, Fraction{1, 10000}, {}}, {}});
  EXPECT_FALSE(ledger.state("mixed").spent.epsilon) << "and the rest is paid for in rho";
  Amounts budget = amounts("1", "1e-6");
  budget.step = Fraction{3, 20};
  ledger.add_dataset(make_dataset("steps", "patient", Neighbors::replace, budget));
  Amounts cost = amounts(nullptr, nullptr, nullptr, "1e-7");
  cost.steps = 6;
  cost.step = Fraction{3, 20};
  ledger.charge({"steps", "a", "b", cost, {}});
  EXPECT_EQ(kind_of([&] { ledger.charge({"steps", "a", "b", cost, {}}); }), over_budget);
  ledger.charge({"steps", "a", "b", amounts("0.07"), {}});
  EXPECT_EQ(ledger.state("steps").left.steps, Fraction{3});
  EXPECT_FALSE(verify_ledger(address).problem);
}

TEST_F(PostgresLedger, NothingIsChargedWhereItMightNotStay) {
  Ledger ledger = Ledger::create(address, pure_dataset());
  for (const char* const setting : {"fsync", "full_page_writes"}) {
    const PostgresPlace::Weakened weaker{setting};
    const std::string said = message_of([&] { ledger.charge(request(amounts("0.1"))); });
    EXPECT_NE(said.find(std::string{"the server has "} + setting + " = off"), std::string::npos)
        << said;
    EXPECT_EQ(ledger.state("visits").charges, 0U) << "and what is there may be read";
  }
  // What a role or a database is set to does not matter: the session is set anew.
  PlainSql{address}.run("ALTER ROLE postgres SET synchronous_commit = off");
  PlainSql{address}.run("ALTER ROLE postgres SET default_transaction_read_only = on");
  PlainSql{address}.run("ALTER ROLE postgres SET search_path = evil");
  Ledger::open(address).charge(request(amounts("0.1")));
  PlainSql sql{address};
  EXPECT_EQ(sql.run("SHOW synchronous_commit"), "off");
  sql.run("SET default_transaction_read_only = off");
  EXPECT_EQ(sql.run("ALTER ROLE postgres RESET ALL"), "");
}

TEST_F(PostgresLedger, AnUnloggedTableIsRefused) {
  Ledger ledger = Ledger::create(address, pure_dataset());
  PlainSql{address}.run("ALTER TABLE discreet.entry SET UNLOGGED");
  EXPECT_EQ(kind_of([&] { ledger.charge(request(amounts("0.1"))); }), ErrorKind::ledger);
  EXPECT_EQ(kind_of([&] { Ledger::open(address); }), ErrorKind::ledger);
}

TEST_F(PostgresLedger, OutlivesARestartOfTheServer) {
  Ledger ledger = Ledger::create(address, pure_dataset());
  ledger.charge(request(amounts("0.25")));
  PlainSql{PostgresPlace::server()}.run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()");
  ledger.charge(request(amounts("0.25")));
  EXPECT_EQ(ledger.state("visits").left.epsilon, (Fraction{1, 2}));
}

TEST_F(PostgresLedger, AGrantedRoleChargesAndSeesItsDatasetAlone) {
  Ledger owner = Ledger::create(address, pure_dataset());
  owner.add_group({"people", make_budget(amounts("1.5"))});
  owner.add_dataset(in_group("labs"));
  owner.add_dataset(in_group("rays"));
  const std::string alice = role("alice");
  EXPECT_EQ(kind_of([&] { Ledger::open(alice); }), ErrorKind::ledger);
  EXPECT_EQ(kind_of([&] { owner.grant("nobody-here", "labs"); }), bad_parameter);
  EXPECT_EQ(kind_of([&] { owner.grant("alice", "nothing"); }), bad_parameter);
  EXPECT_EQ(kind_of([&] { owner.revoke("alice", "labs"); }), bad_parameter);
  owner.grant("alice", "labs");
  owner.charge(request(amounts("0.875"), "rays"));
  Ledger ledger = Ledger::open(alice);
  const Receipt receipt = ledger.charge(request(amounts("0.5"), "labs"));
  EXPECT_EQ(receipt.sequence, 2);
  ASSERT_EQ(ledger.states().size(), 1U);
  EXPECT_EQ(ledger.charges().at(0).user, "alice");
  EXPECT_EQ(ledger.groups().at(0).left.epsilon, (Fraction{1, 8}));
  EXPECT_EQ(ledger.groups().at(0).charges, 2U);
  EXPECT_EQ(kind_of([&] { ledger.charge(request(amounts("0.25"), "labs")); }), over_budget);
  EXPECT_EQ(kind_of([&] { ledger.charge(request(amounts("0.1"))); }), bad_parameter);
  for (const auto& action : std::vector<std::function<void()>>{
           [&] { ledger.close_dataset("labs", "no"); }, [&] { ledger.grant("alice", "rays"); },
           [&] { ledger.add_group({"mine", make_budget(amounts("9"))}); },
           [&] { ledger.add_dataset(pure_dataset("2")); }}) {
    EXPECT_EQ(kind_of(action), ErrorKind::ledger);
  }
  EXPECT_FALSE(verify_ledger(alice).problem);
  owner.revoke("alice", "labs");
  EXPECT_EQ(kind_of([&] { ledger.charge(request(amounts("0.01"), "labs")); }), ErrorKind::ledger);
  EXPECT_EQ(kind_of([&] { Ledger::open(alice); }), ErrorKind::ledger);
  EXPECT_FALSE(verify_ledger(address).problem);
}

TEST_F(PostgresLedger, AWitnessSeesEveryChain) {
  const TemporaryDirectory directory;
  const std::string witness = directory.file("witness");
  LedgerOptions witnessed;
  witnessed.witness = witness;
  {
    Ledger ledger = Ledger::create(address, pure_dataset(), witnessed);
    ledger.add_dataset(make_dataset("labs", "patient", Neighbors::add_remove, amounts("1")));
    ledger.charge(request(amounts("0.25"), "labs"));
    EXPECT_EQ(kind_of([&] { Ledger::open(address).charge(request(amounts("0.25"))); }),
              ErrorKind::ledger);
    ledger.charge(request(amounts("0.25")));
  }
  EXPECT_FALSE(verify_ledger(address, witnessed).problem);
  // The owner puts back an older state of one chain, sums and all.
  PlainSql sql{address};
  sql.run("DELETE FROM discreet.entry WHERE dataset = 'labs' AND sequence = 2");
  sql.run(
      "UPDATE discreet.head SET sequence = 1, hash = (SELECT hash FROM discreet.entry AS e "
      "WHERE e.dataset = 'labs') WHERE dataset = 'labs'");
  sql.run(
      "UPDATE discreet.account SET epsilon = 0, delta = 0, rho = 0, charges = 0 WHERE name = "
      "'labs'");
  EXPECT_FALSE(verify_ledger(address).problem);
  EXPECT_TRUE(verify_ledger(address, witnessed).problem);
}

TEST_F(PostgresLedger, MovesFromAFileAndOnToAnotherDatabase) {
  const TemporaryDirectory directory;
  Ledger file = Ledger::create(directory.file("a"), pure_dataset());
  for (int i = 0; i < 3; ++i) {
    file.charge(request(amounts("1/3")));  // which a server would refuse, a hair early
  }
  file.copy_to(address);
  EXPECT_EQ(kind_of([&] { file.charge(request(amounts("0"))); }), ErrorKind::ledger);
  Ledger there = Ledger::open(address);
  EXPECT_EQ(there.state("visits").left.epsilon, Fraction{0});
  EXPECT_EQ(kind_of([&] { there.charge(request(amounts("1e-9"))); }), over_budget);
  there.add_dataset(make_dataset("labs", "patient", Neighbors::add_remove, amounts("1")));
  there.charge(request(amounts("0.25"), "labs"));
  const std::string further = place.address("further");
  there.copy_to(further);
  EXPECT_EQ(Ledger::open(further).state("labs").left.epsilon, (Fraction{3, 4}));
  EXPECT_EQ(PlainSql{address}.run("SELECT state FROM discreet.ledger"), "moved");
  EXPECT_EQ(PlainSql{further}.run("SELECT state FROM discreet.ledger"), "open");
  EXPECT_FALSE(verify_ledger(address).problem);
  EXPECT_FALSE(verify_ledger(further).problem);
  Ledger::open(further).copy_to(directory.file("back"));
  EXPECT_EQ(Ledger::open(directory.file("back")).charges().size(), 4U);
}

TEST_F(PostgresLedger, TakesFromAFileWhatTheFileTakes) {
  const TemporaryDirectory directory;
  Ledger file = Ledger::create(directory.file("a"), pure_dataset());
  ChargeRequest odd = request(amounts("0.25"));
  odd.parameters = {{R"(a\b\)", R"(c\)"}};
  file.charge(odd);
  // The entry that ends the file names each chain: of so many datasets it is longer than any charge.
  for (int i = 0; i < 250; ++i) {
    const std::string name = std::string(190, 'x') + std::to_string(i);
    file.add_dataset(make_dataset(name, "patient", Neighbors::add_remove, amounts("1")));
  }
  // A budget of more decimals than are written, though they have an end.
  const mpz_class many = mpz_class{1} << 600U;
  Amounts little;
  little.epsilon = Fraction{mpz_class{1}, many};
  file.add_dataset(make_dataset("little", "patient", Neighbors::add_remove, little));
  file.copy_to(address);
  Ledger there = Ledger::open(address);
  *little.epsilon /= 2;
  there.charge(request(little, "little"));
  EXPECT_EQ(there.state("visits").left.epsilon, (Fraction{3, 4}));
  there.charge(odd);
  EXPECT_FALSE(verify_ledger(address).problem);
}

TEST_F(PostgresLedger, ReadsEveryEntryOnceHoweverManyThereAre) {
  Ledger::create(address, pure_dataset());
  // Also numbers that no entry should have: who verifies must see them.
  PlainSql sql{address};
  for (const char* numbers : {"-1200, 0", "2, 3100"}) {
    EXPECT_EQ(sql.run("INSERT INTO discreet.entry (dataset, sequence, kind, at, facts, previous, "
                      "hash, token) SELECT 'visits', n, 'charge', '', '', '', n, gen_random_uuid() "
                      "FROM generate_series(" +
                      std::string{numbers} + ") AS n"),
              "");
  }
  const auto store = detail::open_store(address, std::chrono::minutes{5});
  const auto reading = store->begin(detail::Store::Access::read);
  for (const std::int64_t after : {0, 1, 1000, 1500, 3099, 3100, 4000}) {
    std::int64_t expected = -1200;
    std::int64_t count = 0;
    reading->each_after("visits", after, [&](const detail::Entry& entry) {
      EXPECT_EQ(entry.sequence, expected);
      expected = expected == 0 ? after + 1 : expected + 1;
      ++count;
    });
    EXPECT_EQ(count, 1201 + std::max<std::int64_t>(3100 - after, 0));
  }
}

TEST_F(PostgresLedger, TwoAddressesOfOneLedgerAreToldAtOnce) {
  Ledger ledger = Ledger::create(address, pure_dataset());
  // Who waited for their own lock would hear, when this is over, that another process has it.
  LedgerOptions patient;
  patient.patience = std::chrono::seconds{2};
  const std::string otherwise = address + "&application_name=another";
  try {
    Ledger::open(address, patient).copy_to(otherwise);
    FAIL() << "a ledger was copied to itself";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::ledger);
    EXPECT_NE(std::string{error.what()}.find("one ledger"), std::string::npos) << error.what();
  }
  ledger.charge(request(amounts("0.25")));
  EXPECT_FALSE(verify_ledger(address).problem);
}

TEST_F(PostgresLedger, WhatTheServerAddedUpIsComparedWithTheEntries) {
  Ledger ledger = Ledger::create(address, pure_dataset());
  ledger.charge(request(amounts("0.25")));
  PlainSql{address}.run("UPDATE discreet.account SET epsilon = 0");
  EXPECT_TRUE(verify_ledger(address).problem);
}

}  // namespace
}  // namespace discreet::testing
