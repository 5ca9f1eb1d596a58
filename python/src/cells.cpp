#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core.hpp"
#include "discreet/mechanisms/quantiles.hpp"
#include "grids.hpp"
#include "kind.hpp"
#include "numpy_arrays.hpp"

namespace discreet::python {
namespace {

using Words = std::vector<std::uint64_t>;

/// A read-only array that keeps these words; they are not copied.
nb::object array_of(Words words) {
  words.reserve(1);  // numpy would make memory of its own for none
  auto kept = std::make_unique<Words>(std::move(words));
  const Words& held = *kept;
  const nb::capsule owner{kept.release(),
                          [](void* gone) noexcept { delete static_cast<Words*>(gone); }};
  return foreign_array("uint64", held.data(), held.size(), owner);
}

}  // namespace

void bind_cells(nb::module_& module) {
  module.def(
      "count_cells",
      [](nb::handle values, const PlainGrid& grid) {
        MassColumn column = [&] {
          const discreet::Scores scores = scores_of(values);
          const Grid public_grid = grid_from(grid);
          const Unlocked others_may_run;
          return count_cells(scores, public_grid);
        }();
        return nb::make_tuple(array_of(std::move(column.cells)),
                              array_of(std::move(column.masses)));
      },
      nb::arg(), nb::arg());
}

}  // namespace discreet::python
