// Releases the ten most visited places of a generated town: read, count each person once, select, say what it cost.
//
//     examples/data/generate.py . && top_ten visits.csv places.txt
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <discreet/discreet.hpp>

namespace {

constexpr std::size_t k = 10;
constexpr double scale = 8.0;

std::ifstream open(const std::string& path) {
  std::ifstream file{path};
  if (!file) {
    throw std::runtime_error{"cannot read " + path};
  }
  return file;
}

std::vector<std::string> read_candidates(const std::string& path) {
  std::vector<std::string> places;
  auto file = open(path);
  for (std::string line; std::getline(file, line);) {
    places.push_back(line);
  }
  return places;
}

// How many people were seen at each candidate. A person counts once for a place however often they came, so one person
// more or less moves every count by at most one, and all of them the same way.
std::vector<std::int64_t> count_people(const std::string& path,
                                       const std::vector<std::string>& places) {
  std::unordered_map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < places.size(); ++i) {
    index.emplace(places[i], i);
  }
  std::set<std::pair<std::string, std::size_t>> seen;
  std::vector<std::int64_t> counts(places.size());
  auto file = open(path);
  std::string line;
  std::getline(file, line);  // the header
  while (std::getline(file, line)) {
    const std::size_t comma = line.find(',');
    if (comma == std::string::npos) {
      throw std::runtime_error{"a row of visits must be person,place"};
    }
    const auto place = index.find(line.substr(comma + 1));
    if (place != index.end() && seen.emplace(line.substr(0, comma), place->second).second) {
      ++counts[place->second];
    }
  }
  return counts;
}

std::vector<std::size_t> true_best(const std::vector<std::int64_t>& counts) {
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto kept = order.begin() + static_cast<std::ptrdiff_t>(std::min(k, order.size()));
  std::partial_sort(order.begin(), kept, order.end(), [&](std::size_t a, std::size_t b) {
    return counts[a] != counts[b] ? counts[a] > counts[b] : a < b;
  });
  order.erase(kept, order.end());
  return order;
}

void run(const std::string& visits, const std::string& candidates) {
  using namespace discreet;
  const auto places = read_candidates(candidates);
  const auto counts = count_people(visits, places);

  const auto release = make_noisy_top_k(
      VectorDomain{AtomDomain<std::int64_t>{}}.with_size(places.size()),
      LInfDistance<std::int64_t>{Monotonic::yes}, MaxDivergence{}, k, scale, Optimize::max);
  const auto best = release(counts);
  const double epsilon = release.map(1);

  const auto truth = true_best(counts);
  std::cout
      << "rank  released                 true list, shown only because the data is synthetic\n";
  for (std::size_t rank = 0; rank < best.size(); ++rank) {
    std::cout << std::setw(4) << rank + 1 << "  " << std::left << std::setw(25)
              << places[best[rank]] << places[truth[rank]] << " (" << counts[truth[rank]]
              << " people)\n"
              << std::right;
  }
  std::cout << "\nReleased: " << best.size() << " of " << places.size()
            << " public places, most visited first, by permute-and-flip at scale " << scale
            << "; no count was released.\n"
            << std::setprecision(17) << "Cost: epsilon = " << epsilon
            << ", a certified bound: one person more or less in the table changes the probability\n"
            << "of any outcome by a factor of at most e^" << epsilon << ".\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: top_ten visits.csv places.txt\n";
    return 2;
  }
  try {
    run(argv[1], argv[2]);
  } catch (const std::exception& error) {
    std::cerr << "top_ten: " << error.what() << '\n';
    return 1;
  }
}
