#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "amounts.hpp"
#include "discreet/release/top_k.hpp"
#include "kind.hpp"
#include "numpy_arrays.hpp"
#include "said.hpp"

namespace discreet::python {
namespace {

// Whoever pays is asked by ledger_release.cpp.
TopKRowsRelease::Request rows_request(const nb::dict& words) {
  TopKRequest row;
  row.k = nb::cast<std::uint64_t>(words["k"]);
  row.epsilon = said_amount(words, "epsilon");
  row.delta = said_amount(words, "delta");
  row.rho = said_amount(words, "rho");
  row.scale = said<double>(words, "scale");
  row.sensitivity = said<double>(words, "sensitivity").value_or(0);
  row.monotonic = monotonic_from(nb::cast<bool>(words["monotonic"]));
  row.optimize = optimize_from(nb::cast<bool>(words["smallest"]));
  if (const auto law = said<std::string>(words, "mechanism")) {
    row.law = parse_law(*law);
  }
  return {row, disjoint_from(nb::cast<bool>(words["disjoint"]))};
}

}  // namespace

void bind_kind_top_k_rows(nb::dict& kinds) {
  kinds["top_k_rows"] = nb::cpp_function(
      [](nb::handle object, std::uint64_t rows, std::uint64_t columns, const nb::dict& words) {
        const ScoreRows scores{scores_of(object), columns};
        const TopKRowsRelease::Request request = rows_request(words);
        if (!request.row.scale) {
          return index_array(
              released<TopKRowsRelease>(request, {rows, columns}, scores, nb::none()));
        }
        // Nobody asked for a cost, so there is nothing to plan, and scale 0 is the true top-k.
        const Selection how{request.row.law.value_or(Law::permute_and_flip), *request.row.scale,
                            request.row.k, request.row.optimize};
        return index_array([&] {
          const Unlocked others_may_run;
          return noisy_top_k_rows(scores, how);
        }());
      },
      nb::arg("scores"), nb::arg("rows"), nb::arg("columns"), nb::arg("words"));
}

}  // namespace discreet::python
