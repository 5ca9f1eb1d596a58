// Charges a second: on the disk, where every charge is synced, and in memory, where only the work counts; alone and by
// threads with a ledger each. And how long opening takes, which verifies every entry.
#include <cstdlib>
#include <filesystem>
#include <string>

#include <benchmark/benchmark.h>

#include "discreet/accounting/amount.hpp"
#include "discreet/ledger/ledger.hpp"
#include <unistd.h>

namespace {

using namespace discreet;

const ChargeRequest request{"d", "bench", "bench", {parse_amount("1e-9"), {}, {}}, {}};

std::string fresh_path(const std::string& directory) {
  return directory + "/discreet-bench-" + std::to_string(::getpid()) + ".ledger";
}

Dataset dataset() {
  return make_dataset("d", "person", Neighbors::add_remove, {parse_amount("1000"), {}, {}});
}

void charge_in(benchmark::State& state, const std::string& directory) {
  const std::string path = fresh_path(directory);
  if (state.thread_index() == 0) {
    std::filesystem::remove(path);
    const Ledger made = Ledger::create(path, dataset());
  }
  std::optional<Ledger> book;
  LedgerOptions patient;
  patient.patience = std::chrono::minutes{5};
  for (auto _ : state) {
    if (!book) {
      book.emplace(Ledger::open(path, patient));
    }
    benchmark::DoNotOptimize(book->charge(request));
  }
  state.counters["charges"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
  if (state.thread_index() == 0) {
    std::filesystem::remove(path);
  }
}

void charge_on_disk(benchmark::State& state) {
  charge_in(state, std::filesystem::temp_directory_path().string());
}
void charge_in_memory(benchmark::State& state) { charge_in(state, "/dev/shm"); }

void open_with_entries(benchmark::State& state) {
  const std::string path = fresh_path("/dev/shm");
  std::filesystem::remove(path);
  Ledger book = Ledger::create(path, dataset());
  for (std::int64_t i = 0; i < state.range(0); ++i) {
    book.charge(request);
  }
  for (auto _ : state) {
    benchmark::DoNotOptimize(Ledger::open(path));
  }
  std::filesystem::remove(path);
}

BENCHMARK(charge_on_disk)->UseRealTime();
BENCHMARK(charge_in_memory)->UseRealTime();
BENCHMARK(charge_in_memory)->Threads(8)->UseRealTime();
BENCHMARK(open_with_entries)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
