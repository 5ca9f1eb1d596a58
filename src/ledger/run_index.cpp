#include "ledger/run_index.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <string_view>
#include <tuple>
#include <utility>

namespace discreet::detail {
namespace {

using RunName = std::pair<std::string_view, std::string_view>;

RunName name_of(const RunIndex::Run& run) {
  const ChargeRequest& request = run->charge.request;
  return {request.dataset, request.run->id};
}

bool by_name(const RunIndex::Run& one, const RunIndex::Run& other) {
  return name_of(one) < name_of(other);
}

// Where each dataset has a chain of its own, only the time orders charges to several.
bool charged_before(const RunState& one, const RunState& other) {
  const auto order = [](const Charge& charge) {
    return std::tuple<const std::string&, std::int64_t, const std::string&>{
        charge.ordered_at ? *charge.ordered_at : charge.at, charge.sequence,
        charge.request.dataset};
  };
  return order(one.charge) < order(other.charge);
}

// What stands in both is taken from the newer.
template <class Level>
Level merged(const Level& newer, const Level& older) {
  Level out;
  out.reserve(newer.size() + older.size());
  std::set_union(newer.begin(), newer.end(), older.begin(), older.end(), std::back_inserter(out),
                 by_name);
  return out;
}

}  // namespace

void RunIndex::put(RunState run) {
  Level last{std::make_shared<const RunState>(std::move(run))};
  while (!levels_.empty() && levels_.back()->size() <= 2 * last.size()) {
    last = merged(last, *levels_.back());
    levels_.pop_back();
  }
  levels_.push_back(std::make_shared<const Level>(std::move(last)));
}

RunIndex::Run RunIndex::find(const std::string& dataset, const std::string& id) const {
  const RunName name{dataset, id};
  for (const auto& level : std::views::reverse(levels_)) {
    const auto found = std::lower_bound(
        level->begin(), level->end(), name,
        [](const Run& run, const RunName& sought) { return name_of(run) < sought; });
    if (found != level->end() && name_of(*found) == name) {
      return *found;
    }
  }
  return nullptr;
}

std::vector<RunState> RunIndex::all() const {
  Level found;
  for (const auto& level : levels_) {
    found = merged(*level, found);
  }
  std::vector<RunState> out;
  out.reserve(found.size());
  std::transform(found.begin(), found.end(), std::back_inserter(out),
                 [](const Run& run) { return *run; });
  std::sort(out.begin(), out.end(), charged_before);
  return out;
}

}  // namespace discreet::detail
