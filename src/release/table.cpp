#include "discreet/release/table.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "discreet/error.hpp"
#include "discreet/numbers/rounding.hpp"
#include "discreet/release/words.hpp"

namespace discreet {
namespace {

using Numbers = TableRelease::Numbers;
using Table = TableRelease::Table;

// Publishes numbers of as many items as a list turned out to have; how many that is, is public then.
class CountsOfLists {
 public:
  explicit CountsOfLists(const TableRelease::Plan& plan) : plan_(plan) {}

  NoisyCounts operator()(const Numbers& numbers, const std::vector<std::size_t>& items) {
    std::vector<std::int64_t> listed;
    listed.reserve(items.size());
    for (const std::size_t item : items) {
      listed.push_back(numbers.published[item]);
    }
    return noisy_counts(listed, numbers.units, plan_for(items.size()), Coverage::each, floor());
  }

 private:
  const NoisyCountsPlan& plan_for(std::size_t items) {
    auto known = plans_.find(items);
    if (known == plans_.end()) {
      NoisyCountsRequest request = *plan_.counts;
      request.items = items;
      known = plans_.emplace(items, plan_noisy_counts(request)).first;
    }
    return known->second;
  }

  // What is listed without a public list is there; and no sum of numbers from 0 on is below 0.
  [[nodiscard]] std::optional<std::int64_t> floor() const {
    if (!plan_.facts.candidates) {
      return 1;
    }
    return plan_.request.contribution.lower >= 0 ? std::optional<std::int64_t>{0} : std::nullopt;
  }

  const TableRelease::Plan& plan_;
  std::map<std::size_t, NoisyCountsPlan> plans_;
};

// Lists the items of one table after the other, each with noise of its own.
class ListsOfTables {
 public:
  explicit ListsOfTables(const TableRelease::Plan& plan)
      : metric_(plan.request.neighbors), list_(plan.list) {
    // The scores of all tables are the same function of their numbers, and so is the threshold.
    const ItemCounts items{AtomDomain<std::int64_t>{}};
    if (const auto* const domain = std::get_if<LimitedDomain>(&list_)) {
      limited_.emplace(make_limited_domain_top_k(items, metric_, Measure{}, *domain));
    } else if (const auto* const histogram = std::get_if<ThresholdedHistogram>(&list_)) {
      kept_.emplace(make_thresholded_histogram(items, metric_, Measure{}, *histogram));
      if (plan.request.counts && !plan.counts) {
        threshold_ = thresholded_histogram_cost(*histogram, metric_).threshold;
      }
    }
  }

  Table operator()(const Numbers& numbers) const {
    if (limited_) {
      return {limited_->invoke(numbers.listed_by), std::nullopt};
    }
    return kept_ ? table_of(kept_->invoke(numbers.listed_by))
                 : Table{noisy_top_k(numbers.listed_by, std::get<Selection>(list_)), std::nullopt};
  }

 private:
  using Measure = Approximate<ZeroConcentratedDivergence>;
  template <class Output>
  using Made = Measurement<ItemCounts, UnitDistance, Measure, Output>;

  [[nodiscard]] Table table_of(const std::vector<KeptItem>& kept) const {
    Table out;
    for (const KeptItem& item : kept) {
      out.items.push_back(item.position);
    }
    if (threshold_) {
      out.counts.emplace();
      for (const KeptItem& item : kept) {
        out.counts->items.push_back(certain(item.count));
      }
    }
    return out;
  }

  // The noise never passes the threshold, and an item that is kept is there.
  [[nodiscard]] NoisyCount certain(std::int64_t count) const {
    const auto most = static_cast<std::int64_t>(*threshold_);
    return {exact_fraction(count), count, std::max<std::int64_t>(count - most, 1), count + most};
  }

  UnitDistance metric_;
  const TableRelease::List& list_;
  std::optional<Made<std::vector<std::size_t>>> limited_;
  std::optional<Made<std::vector<KeptItem>>> kept_;
  std::optional<std::uint64_t> threshold_;  // where the histogram's own numbers are published
};

std::string exact_text(const Fraction& value) { return amount_text(value); }
std::string exact_text(double value) { return amount_text(shortest_amount(value)); }

void say_list(Parameters& out, const Selection& selection) {
  out.emplace_back("list", "public");
  out.emplace_back("law", std::string{to_string(selection.law)});
  out.emplace_back("scale", exact_text(selection.scale));
  out.emplace_back("optimize", std::string{to_string(selection.optimize)});
}

void say_list(Parameters& out, const LimitedDomain& how) {
  out.emplace_back("list", "limited domain");
  out.emplace_back("law", std::string{to_string(Law::exponential_mechanism)});
  out.emplace_back("scale", exact_text(how.scale));
  out.emplace_back("table_slack", exact_text(how.slack));
  if (how.limit) {
    out.emplace_back("limit", std::to_string(*how.limit));
  }
}

void say_list(Parameters& out, const ThresholdedHistogram& how) {
  out.emplace_back("list", "thresholded histogram");
  out.emplace_back("law", std::string{to_string(how.noise)});
  out.emplace_back("scale", exact_text(how.scale));
}

void say_counts(Parameters& out, const TableRelease::Plan& plan) {
  if (!plan.request.counts) {
    return;
  }
  out.emplace_back("counts_share", exact_text(plan.request.counts->share.exact()));
  out.emplace_back("confidence", exact_text(plan.request.counts->confidence.exact()));
  if (plan.counts) {
    out.emplace_back("counts_noise", std::string{to_string(plan.counts->noise)});
  }
}

}  // namespace

Bill TableRelease::bill(const Plan& plan) {
  Bill out{plan.request.what, plan.cost, {}};
  Parameters& parameters = out.parameters;
  parameters.emplace_back("k", std::to_string(plan.request.k));
  std::visit([&](const auto& list) { say_list(parameters, list); }, plan.list);
  if (plan.facts.candidates) {
    parameters.emplace_back("candidates", std::to_string(*plan.facts.candidates));
  }
  if (plan.request.items_per_unit) {
    parameters.emplace_back("items_per_unit", std::to_string(*plan.request.items_per_unit));
    parameters.emplace_back("bound", std::string{to_string(plan.request.bound)});
  }
  say_counts(parameters, plan);
  if (plan.facts.groups) {
    parameters.emplace_back("groups", std::to_string(*plan.facts.groups));
    parameters.emplace_back("groups_per_unit", std::to_string(plan.request.groups_per_unit));
  }
  parameters.emplace_back("lower", std::to_string(plan.request.contribution.lower));
  parameters.emplace_back("upper", std::to_string(plan.request.contribution.upper));
  parameters.emplace_back("neighbors", std::string{to_string(plan.request.neighbors)});
  parameters.emplace_back("promise", promise_in_words(plan.promise));
  if (plan.pay) {
    parameters.emplace_back("pay", std::string{to_string(*plan.pay)});
  }
  return out;
}

void TableRelease::require_input(const Plan& plan, const Input& input) {
  require_sound_arithmetic();
  require(input.size() == plan.facts.groups.value_or(1), outside_domain,
          "there must be a table for each group");
  for (const Numbers& numbers : input) {
    require(!plan.facts.candidates || numbers.listed_by.size() == *plan.facts.candidates,
            outside_domain, "there must be as many numbers as the plan has candidates");
    require(!plan.request.counts || numbers.published.size() == numbers.listed_by.size(),
            outside_domain, "there must be as many numbers to publish as to choose by");
  }
}

TableRelease::Output TableRelease::draw(const Plan& plan, const Input& input) {
  require_input(plan, input);
  const ListsOfTables list{plan};
  CountsOfLists counts{plan};
  Output out;
  out.reserve(input.size());
  for (const Numbers& numbers : input) {
    Table table = list(numbers);
    if (plan.counts) {
      table.counts = counts(numbers, table.items);
    }
    out.push_back(std::move(table));
  }
  return out;
}

Released<TableRelease> release_table(const TableRelease::Input& input, const TableRequest& request,
                                     const TableRelease::Facts& facts, Account* account) {
  return plan_release<TableRelease>(request, facts, account).release(input);
}

}  // namespace discreet
