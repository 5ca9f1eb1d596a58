#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "amounts.hpp"
#include "discreet/release/quantiles.hpp"
#include "discreet/release/words.hpp"
#include "grids.hpp"
#include "kind.hpp"
#include "said.hpp"
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace discreet::python {
namespace {

/// What was asked for, as it comes from Python.
QuantilesRequest quantiles_from(const nb::dict& words) {
  QuantilesRequest out;
  for (const std::string& each : nb::cast<std::vector<std::string>>(words["quantiles"])) {
    out.quantiles.push_back(fraction_from(each));
  }
  out.grid = grid_from(nb::cast<PlainGrid>(words["grid"]));
  out.epsilon = said_amount(words, "epsilon");
  out.delta = said_amount(words, "delta");
  out.rho = said_amount(words, "rho");
  out.neighbors = parse_neighbors(nb::cast<std::string>(words["neighbors"]));
  out.per_unit = parse_per_unit(nb::cast<std::string>(words["per_unit"]));
  out.units = said<std::uint64_t>(words, "units");
  out.groups_per_unit = nb::cast<std::uint64_t>(words["groups_per_unit"]);
  if (const auto pay = said<std::string>(words, "pay")) {
    out.pay = parse_pay(*pay);
  }
  out.what = "quantiles";
  return out;
}

/// A plan as it crosses to Python. It describes; it cannot release.
nb::dict described_quantiles(const QuantilesRelease::Plan& plan) {
  nb::dict out;
  out["law"] = std::string{id_of(plan.quantiles.law)};
  out["levels"] = plan.quantiles.levels;
  out["scales"] = nb::cast(plan.quantiles.scales());
  out["rank_error_95"] = nb::cast(plan.rank_error_95);
  out["cost"] = nb::cast(plain(plan.cost));
  out["promise"] = promise_in_words(plan.promise);
  out["pay"] = plan.pay ? nb::cast(std::string{to_string(*plan.pay)}) : nb::none();
  return out;
}

std::vector<std::uint64_t> uint64s_of(nb::handle object) {
  const auto array = try_scores(object);
  const auto* const words = array ? std::get_if<std::span<const std::uint64_t>>(&*array) : nullptr;
  if (words == nullptr) {
    throw nb::type_error("cells and masses must be arrays of uint64");
  }
  return {words->begin(), words->end()};
}

/// Charges where somebody pays, and only then draws: for each column the cells of the quantiles, the charge with what
/// is left, and whether a run had stored them.
nb::object release_columns(Planned<QuantilesRelease>& planned, const nb::list& columns) {
  QuantilesRelease::Input input;
  for (const nb::handle column : columns) {
    input.push_back({uint64s_of(column[0]), uint64s_of(column[1])});
  }
  const auto [output, paid, replayed] = planned.release(input);
  return nb::make_tuple(nb::cast(output), paid, replayed);
}

/// The same of a run whose result is stored; None where there is none.
nb::object stored_columns(Planned<QuantilesRelease>& planned) {
  const auto found = planned.stored();
  if (!found) {
    return nb::none();
  }
  const auto& [output, paid, replayed] = *found;
  return nb::make_tuple(nb::cast(output), paid, replayed);
}

}  // namespace

// Planned before any data are read; what comes back describes the plan, and releases.
void bind_kind_quantiles(nb::dict& kinds) {
  kinds["quantiles"] = nb::cpp_function(
      [](nb::handle payer, const nb::dict& words) {
        auto planned = std::make_shared<Planned<QuantilesRelease>>(
            payer, quantiles_from(words),
            QuantilesRelease::Facts{said<std::uint64_t>(words, "groups")});
        const nb::dict how = described_quantiles(planned->plan());
        return nb::make_tuple(how, nb::cpp_function([planned](const nb::list& columns) {
                                return release_columns(*planned, columns);
                              }),
                              nb::cpp_function([planned] { return stored_columns(*planned); }));
      },
      nb::arg("payer").none(), nb::arg("words"));
}

}  // namespace discreet::python
