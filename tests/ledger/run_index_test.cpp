// The runs of a ledger by name: against a map, and copies that go ways of their own.
#include "ledger/run_index.hpp"

#include <map>
#include <random>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace discreet {
namespace {

using detail::RunIndex;

RunState indexed_run(const std::string& dataset, const std::string& id, std::int64_t sequence) {
  RunState out;
  out.charge.sequence = sequence;
  out.charge.at = "2026-11-16T00:00:00Z";
  out.charge.request.dataset = dataset;
  out.charge.request.run = RunRequest{id};
  return out;
}

TEST(RunIndex, IsAMap) {
  std::mt19937 random{7};
  RunIndex index;
  std::map<std::pair<std::string, std::string>, std::int64_t> expected;
  for (std::int64_t i = 1; i <= 3000; ++i) {
    const std::string dataset = std::to_string(random() % 3);
    const std::string id = std::to_string(random() % 700);
    index.put(indexed_run(dataset, id, i));
    expected[{dataset, id}] = i;
    const RunIndex copy = index;
    EXPECT_EQ(copy.find(dataset, id)->charge.sequence, i);
  }
  for (const auto& [name, sequence] : expected) {
    const auto found = index.find(name.first, name.second);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->charge.sequence, sequence) << "the newest";
  }
  EXPECT_EQ(index.find("0", "nobody's"), nullptr);
  EXPECT_EQ(index.find("", ""), nullptr);
  const auto all = index.all();
  ASSERT_EQ(all.size(), expected.size()) << "each once";
  for (std::size_t i = 1; i < all.size(); ++i) {
    EXPECT_LT(all[i - 1].charge.sequence, all[i].charge.sequence);
  }
}

TEST(RunIndex, ACopyGoesAWayOfItsOwn) {
  RunIndex index;
  for (int i = 0; i < 63; ++i) {
    index.put(indexed_run("a", std::to_string(i), i));
  }
  RunIndex copy = index;
  copy.put(indexed_run("a", "mine", 100));
  copy.put(indexed_run("a", "7", 101));
  EXPECT_EQ(index.find("a", "mine"), nullptr);
  EXPECT_EQ(index.find("a", "7")->charge.sequence, 7);
  EXPECT_EQ(copy.find("a", "7")->charge.sequence, 101);
  EXPECT_EQ(index.all().size() + 1, copy.all().size());
}

TEST(RunIndex, TimeOrdersChargesToSeveralChains) {
  RunIndex index;
  RunState late = indexed_run("a", "late", 2);
  late.charge.at = "2026-11-17T00:00:00Z";
  RunState set_back = indexed_run("b", "set back", 1);
  set_back.charge.at = "2026-01-01T00:00:00Z";
  set_back.charge.ordered_at = "2026-11-18T00:00:00Z";
  index.put(set_back);
  index.put(late);
  index.put(indexed_run("c", "early", 9));
  const auto all = index.all();
  EXPECT_EQ(all[0].charge.request.dataset, "c");
  EXPECT_EQ(all[1].charge.request.dataset, "a");
  EXPECT_EQ(all[2].charge.request.dataset, "b");
}

}  // namespace
}  // namespace discreet
