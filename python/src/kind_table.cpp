#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "amounts.hpp"
#include "discreet/error.hpp"
#include "discreet/numbers/rounding.hpp"
#include "discreet/release/table.hpp"
#include "discreet/release/words.hpp"
#include "kind.hpp"
#include "said.hpp"
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace discreet::python {
namespace {

/// What was asked for, as it comes from Python.
TableRequest request_from(const nb::dict& words) {
  TableRequest out;
  out.k = nb::cast<std::uint64_t>(words["k"]);
  out.epsilon = said_amount(words, "epsilon");
  out.delta = said_amount(words, "delta");
  out.rho = said_amount(words, "rho");
  out.neighbors = parse_neighbors(nb::cast<std::string>(words["neighbors"]));
  if (const auto clip = said<std::pair<std::int64_t, std::int64_t>>(words, "clip")) {
    out.contribution = {clip->first, clip->second};
  }
  if (nb::cast<bool>(words["counts"])) {
    out.counts.emplace();
    out.counts->share = said_amount(words, "count_share").value_or(out.counts->share);
    out.counts->confidence = said_amount(words, "confidence").value_or(out.counts->confidence);
  }
  out.limit = said<std::uint64_t>(words, "limit");
  out.items_per_unit = said<std::uint64_t>(words, "items_per_unit");
  out.bound = nb::cast<bool>(words["by_nature"]) ? Bound::by_nature : Bound::by_leaving_out;
  out.threshold_share = said_amount(words, "threshold_share");
  out.groups_per_unit = nb::cast<std::uint64_t>(words["groups_per_unit"]);
  out.optimize = nb::cast<bool>(words["smallest"]) ? Optimize::min : Optimize::max;
  if (const auto pay = said<std::string>(words, "pay")) {
    out.pay = parse_pay(*pay);
  }
  out.what = "top_k_items";
  return out;
}

/// How the items are listed, in the words of the plan.
struct SayList {
  nb::dict& out;

  void operator()(const Selection& selection) const {
    out["list"] = "public";
    out["law"] = std::string{id_of(selection.law)};
  }
  void operator()(const LimitedDomain& how) const {
    out["list"] = "limited domain";
    out["law"] = std::string{id_of(Law::exponential_mechanism)};
    out["slack"] = how.slack.get_str(16);
    out["limit"] = nb::cast(how.limit);
  }
  void operator()(const ThresholdedHistogram& how) const {
    out["list"] = "thresholded histogram";
    out["law"] = std::string{to_string(how.noise)};
    out["slack"] = how.slack.get_str(16);
  }
};

/// A plan as it crosses to Python. It describes; it cannot release.
nb::dict described(const TableRelease::Plan& plan) {
  nb::dict out;
  out["slack"] = nb::none();
  out["limit"] = nb::none();
  std::visit(SayList{out}, plan.list);
  out["scale"] = plan.scale;
  out["expected_error"] = nb::cast(plan.expected_error);
  out["even_odds"] = nb::cast(plan.even_odds);
  out["within"] = nb::none();
  out["noise"] = nb::none();
  if (plan.counts) {
    out["within"] = inf_double_of(plan_noisy_counts(*plan.counts).each);
    out["noise"] = std::string{to_string(plan.counts->noise)};
  }
  out["cost"] = nb::cast(plain(plan.cost));
  out["promise"] = promise_in_words(plan.promise);
  out["pay"] = plan.pay ? nb::cast(std::string{to_string(*plan.pay)}) : nb::none();
  return out;
}

/// A number that is published, as it crosses to Python: rounded, low, high.
using PlainCount = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

PlainCount plain_count(const NoisyCount& count) { return {count.rounded, count.low, count.high}; }

/// A table as it crosses to Python: positions, numbers and the number of units, where there are any.
nb::object plain_table(const TableRelease::Table& table) {
  nb::object numbers = nb::none();
  nb::object units = nb::none();
  if (table.counts) {
    std::vector<PlainCount> each;
    each.reserve(table.counts->items.size());
    for (const NoisyCount& count : table.counts->items) {
      each.push_back(plain_count(count));
    }
    numbers = nb::cast(each);
    if (table.counts->units) {
      units = nb::cast(plain_count(*table.counts->units));
    }
  }
  return nb::make_tuple(index_array(table.items), numbers, units);
}

std::span<const std::int64_t> numbers_of(nb::handle object) {
  const auto array = try_scores(object);
  const auto* const numbers = array ? std::get_if<std::span<const std::int64_t>>(&*array) : nullptr;
  if (numbers == nullptr) {
    throw nb::type_error("numbers must be an array of int64");
  }
  return *numbers;
}

nb::list plain_tables(const TableRelease::Output& output) {
  nb::list out;
  for (const TableRelease::Table& table : output) {
    out.append(plain_table(table));
  }
  return out;
}

/// A run of tables whose items no list names: their names are stored with them.
///
/// Requires  names that take no more than the room, whatever was drawn.
RunResult named_run(Planned<TableRelease>& planned, const TableRelease::Input& input,
                    const nb::callable& names, std::uint64_t room) {
  const TableRelease::Plan& plan = planned.plan();
  const Unlocked others_may_run;
  TableRelease::require_input(plan, input);
  constexpr std::uint64_t newline = 2;
  return planned.payer().account()->run(
      TableRelease::bill(plan), TableRelease::room(plan) + newline + room, [&](const Receipt&) {
        const TableRelease::Output output = TableRelease::draw(plan, input);
        const nb::gil_scoped_acquire alone;
        return TableRelease::text_of(output) + "\n" +
               nb::cast<std::string>(names(plain_tables(output)));
      });
}

/// Tables as they cross to Python: the tables, the charge with what is left, whether a run had stored them, and the
/// names of their items where these were stored with them.
nb::object plain_run(Planned<TableRelease>& planned, const RunResult& result) {
  const std::size_t end = result.text.find('\n');
  const nb::object names =
      end == std::string::npos ? nb::none() : nb::cast(result.text.substr(end + 1));
  return nb::make_tuple(plain_tables(TableRelease::output_of(result.text.substr(0, end))),
                        planned.paid(result.receipt), result.receipt.replayed, names);
}

/// Charges where somebody pays, and only then draws.
nb::object release_tables(Planned<TableRelease>& planned, const nb::list& tables, nb::handle names,
                          std::uint64_t room) {
  TableRelease::Input input;
  for (const nb::handle table : tables) {
    input.push_back(
        {numbers_of(table[0]), numbers_of(table[1]), nb::cast<std::uint64_t>(table[2])});
  }
  if (!names.is_none()) {
    return plain_run(planned, named_run(planned, input, nb::cast<nb::callable>(names), room));
  }
  const auto [output, paid, replayed] = planned.release(input);
  return nb::make_tuple(plain_tables(output), paid, replayed, nb::none());
}

/// The tables of a run whose result is stored; None where there is none.
nb::object stored_tables(Planned<TableRelease>& planned) {
  const auto found = [&] {
    const Unlocked others_may_run;
    return planned.payer().stored();
  }();
  return found ? plain_run(planned, *found) : nb::none();
}

}  // namespace

// Planned before any data are read; what comes back describes the plan, and releases.
void bind_kind_table(nb::dict& kinds) {
  kinds["table"] = nb::cpp_function(
      [](nb::handle payer, const nb::dict& words) {
        auto planned = std::make_shared<Planned<TableRelease>>(
            payer, request_from(words),
            TableRelease::Facts{said<std::uint64_t>(words, "candidates"),
                                said<std::uint64_t>(words, "groups")});
        const nb::dict how = described(planned->plan());
        return nb::make_tuple(
            how,
            nb::cpp_function(
                [planned](const nb::list& tables, nb::handle names, std::uint64_t room) {
                  return release_tables(*planned, tables, names, room);
                },
                nb::arg("tables"), nb::arg("names").none(), nb::arg("room")),
            nb::cpp_function([planned] { return stored_tables(*planned); }));
      },
      nb::arg("payer").none(), nb::arg("words"));
}

}  // namespace discreet::python
