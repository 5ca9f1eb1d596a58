#pragma once

// What the exact laws of two columns differ by, and all small columns and units.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/accounting/convert.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/numbers/fraction.hpp"
#include "support/quantile_laws.hpp"

namespace discreet::testing {

using RationalLaw = QuantileLaw<RationalWeights>;

/// Adds up, or takes the greatest of, the products over the nodes of term(P(choice), Q(choice)), over all choices
/// together. Nodes are independent given their ends, so it is done node by node: no joint law is written down.
template <class Value, class Weights, class Term, class Join>
class Fold {
 public:
  Fold(const QuantileLaw<Weights>& p, const QuantileLaw<Weights>& q, const Term& term,
       const Join& join)
      : p_(p), q_(q), term_(term), join_(join), side_(p.places() + 1) {
    known_.resize(p.tree().size() * side_ * side_);
  }

  Value operator()(std::optional<std::size_t> node, std::size_t begin, std::size_t end) {
    if (!node) {
      return 1;
    }
    std::optional<Value>& found = known_[(*node * side_ + begin) * side_ + end];
    if (found) {
      return *found;
    }
    const LawNode& at = p_.tree()[*node];
    const auto& chances = p_.at(*node, begin, end);
    const auto& others = q_.at(*node, begin, end);
    std::optional<Value> out;
    for (std::size_t i = 0; i < chances.size(); ++i) {
      Value here = term_(chances[i], others[i]);
      if (!at.leaf()) {
        here = here * (*this)(at.left, begin, begin + i);
        here = here * (*this)(at.right, begin + i, end);
      }
      out = out ? join_(*out, here) : here;
    }
    return *(found = out);
  }

 private:
  const QuantileLaw<Weights>& p_;
  const QuantileLaw<Weights>& q_;
  const Term& term_;
  const Join& join_;
  std::size_t side_;
  std::vector<std::optional<Value>> known_;
};

/// The greatest P(choices) / Q(choices).
template <class Weights>
auto greatest_ratio(const QuantileLaw<Weights>& p, const QuantileLaw<Weights>& q) {
  using Real = typename QuantileLaw<Weights>::Real;
  const auto ratio = [](const Real& x, const Real& y) { return Real{x / y}; };
  const auto greater = [](const Real& x, const Real& y) { return x > y ? x : y; };
  return Fold<Real, Weights, decltype(ratio), decltype(greater)>{p, q, ratio, greater}(0, 0,
                                                                                       p.places());
}

inline double as_double(const Fraction& x) { return x.get_d(); }
inline double as_double(double x) { return x; }

/// The Rényi divergence of an order above 1, in doubles.
template <class Weights>
double renyi_divergence(const QuantileLaw<Weights>& p, const QuantileLaw<Weights>& q,
                        double order) {
  const auto term = [order](const auto& x, const auto& y) {
    return as_double(y) * std::pow(as_double(x) / as_double(y), order);
  };
  const auto sum = [](double x, double y) { return x + y; };
  return std::log(Fold<double, Weights, decltype(term), decltype(sum)>{p, q, term, sum}(
             0, 0, p.places())) /
         (order - 1);
}

/// sup P(S) - factor Q(S) over all sets of outcomes.
template <class Outcome>
Fraction hockey_stick(const std::map<Outcome, Fraction>& p, const std::map<Outcome, Fraction>& q,
                      const Fraction& factor) {
  Fraction sum{0};
  for (const auto& [outcome, chance] : p) {
    const Fraction excess = chance - factor * q.at(outcome);
    sum += excess > 0 ? excess : Fraction{0};
  }
  return sum;
}

/// Whether the same tree is drawn for several groups, among which a replaced unit may move.
enum class Grouped { no, yes };

/// What a node's choice may differ by in one full unit, in gaps: the charge of proofs/mechanisms/quantile_recursion.md.
inline unsigned long charged_range(const LawTree& tree, std::size_t node, Neighbors neighbors,
                                   Grouped grouped = Grouped::no) {
  if (neighbors == Neighbors::add_remove) {
    return 2 * tree[node].slope();
  }
  return node == 0 && grouped == Grouped::no ? 2 * tree[node].den : 4 * tree[node].slope();
}

/// How columns are drawn from, and what is charged for it: one full unit has this mass, places counted.
struct Charge {
  const LawTree& tree;
  const RationalWeights& weights;
  unsigned long unit;
  Law law = Law::exponential_mechanism;
  Neighbors neighbors = Neighbors::add_remove;
  Grouped grouped = Grouped::no;

  /// What a node costs, as a power of the base.
  [[nodiscard]] unsigned long power(std::size_t node) const {
    return unit * weights.exponent(node) * charged_range(tree, node, neighbors, grouped);
  }
  [[nodiscard]] double eta(std::size_t node) const {
    return -static_cast<double>(power(node)) * std::log(weights.base().get_d());
  }
  /// e^epsilon of the whole.
  [[nodiscard]] Fraction ratio() const {
    return 1 / weights.power(greatest_path(tree, [&](std::size_t node) { return power(node); }));
  }
  [[nodiscard]] double rho() const {
    return greatest_path(tree, [&](std::size_t node) {
      return law == Law::exponential_mechanism ? bounded_range_to_zcdp(eta(node))
                                               : permute_and_flip_to_zcdp(eta(node));
    });
  }
};

/// What two laws differ by, one way and the other.
struct Difference {
  Fraction up = 1;
  Fraction down = 1;
  std::array<double, 4> renyi{};  ///< of each of the orders, the greater way

  static constexpr std::array<double, 4> orders{1.25, 2, 4, 16};

  static Difference between(const RationalLaw& p, const RationalLaw& q) {
    Difference out{greatest_ratio(p, q), greatest_ratio(q, p)};
    for (std::size_t i = 0; i < orders.size(); ++i) {
      out.renyi[i] = std::max(renyi_divergence(p, q, orders[i]), renyi_divergence(q, p, orders[i]));
    }
    return out;
  }
};

/// The greatest share of what is charged that any pair has.
struct Shares {
  double pure = 0;
  double renyi = 0;
  std::size_t pairs = 0;

  void add(const Difference& found, const Charge& charge) {
    const Fraction most = charge.ratio();
    EXPECT_LE(std::max(found.up, found.down), most);
    pure =
        std::max(pure, std::log(std::max(found.up, found.down).get_d()) / std::log(most.get_d()));
    for (std::size_t i = 0; i < found.renyi.size(); ++i) {
      renyi = std::max(renyi, found.renyi[i] / (Difference::orders[i] * charge.rho()));
    }
    ++pairs;
  }

  /// None of the pairs passed what is charged, and some had that much of it.
  void expect_reach(double of_epsilon, double of_rho) const {
    EXPECT_LE(pure, 1);
    EXPECT_LE(renyi, 1 + 1e-9);  // divergences in doubles lose less
    EXPECT_GE(pure, of_epsilon);
    EXPECT_GE(renyi, of_rho);
  }
};

/// All multisets of so many numbers below n, each in rising order.
inline std::vector<std::vector<std::size_t>> multisets(std::size_t n, std::size_t size) {
  std::vector<std::vector<std::size_t>> out{{}};
  for (std::size_t i = 0; i < size; ++i) {
    std::vector<std::vector<std::size_t>> longer;
    for (const auto& begun : out) {
      for (std::size_t next = begun.empty() ? 0 : begun.back(); next < n; ++next) {
        longer.push_back(begun);
        longer.back().push_back(next);
      }
    }
    out = std::move(longer);
  }
  return out;
}

/// The masses that a unit's rows put on the cells, all of them together at most the weight of a unit.
inline Masses unit_of(const std::vector<std::size_t>& rows, std::size_t cells,
                      unsigned long weight) {
  Masses out(cells);
  for (const std::size_t row : rows) {
    out[row] += weight / rows.size();
  }
  return out;
}

/// All units of one row to so many.
inline std::vector<Masses> units_of(std::size_t cells, unsigned long weight, std::size_t rows) {
  std::vector<Masses> out;
  for (std::size_t size = 1; size <= rows; ++size) {
    for (const auto& unit : multisets(cells, size)) {
      out.push_back(unit_of(unit, cells, weight));
    }
  }
  return out;
}

inline Masses with_unit(Masses column, const Masses& unit) {
  std::ranges::transform(column, unit, column.begin(), std::plus<>{});
  return column;
}

/// All columns of at most so many of the units, each once.
inline std::vector<Masses> columns_of(const std::vector<Masses>& units, std::size_t cells,
                                      std::size_t most) {
  std::vector<Masses> out;
  for (std::size_t size = 0; size <= most; ++size) {
    for (const auto& chosen : multisets(units.size(), size)) {
      Masses column(cells);
      for (const std::size_t unit : chosen) {
        column = with_unit(std::move(column), units[unit]);
      }
      out.push_back(std::move(column));
    }
  }
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  return out;
}

}  // namespace discreet::testing
