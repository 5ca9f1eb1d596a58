// Quartiles of incomes at a given epsilon, on a public grid and without a list of candidates.

#include <cstdint>
#include <iostream>
#include <vector>

#include "discreet/discreet.hpp"
#include "discreet/release/quantiles.hpp"

int main() {
  using namespace discreet;
  try {
    // One income for each of 100,000 people, from 10,000 up; what is above the grid counts as its upper bound.
    std::vector<double> incomes;
    incomes.reserve(100'000);
    for (int person = 0; person < 100'000; ++person) {
      incomes.push_back(1e9 / (100'000.0 - person));
    }
    // Bounds and step are chosen without looking at the incomes.
    const Grid grid = make_grid(0, 200'000, 1);
    const QuantilesRequest request{.quantiles = parse_quantiles("quartiles"),
                                   .grid = grid,
                                   .epsilon = 1.0,
                                   .per_unit = PerUnit::first,
                                   .units = 100'000};
    const auto planned = plan_release<QuantilesRelease>(request, {});
    std::cout << promise_in_words(planned.plan().promise) << ", " << planned.plan().quantiles.levels
              << " levels, ranks within "
              << static_cast<std::uint64_t>(*planned.plan().rank_error_95) + 1
              << " people (95 %)\n";
    const auto cells = planned.release({count_cells(incomes, grid)}).output.front();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      std::cout << amount_text(request.quantiles[i]) << "  " << grid.value(cells[i]) << "\n";
    }
  } catch (const Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
