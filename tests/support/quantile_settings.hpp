#pragma once

// Settings small enough that all their neighbours can be compared.
#include <cstddef>
#include <map>
#include <vector>

#include "support/quantile_laws.hpp"
#include "support/quantile_neighbours.hpp"

namespace discreet::testing {

struct QuantileSetting {
  std::size_t cells;
  std::size_t places = 1;    ///< of a cell
  unsigned long weight = 1;  ///< of a unit
  std::size_t rows = 1;      ///< of a unit, at most
  std::size_t units;         ///< besides those that come and go, at most
  std::vector<Fraction> quantiles;
  Fraction base;
  std::vector<unsigned long> exponents{};  ///< of the nodes
};

/// The laws of columns, each computed once.
class QuantileLaws {
 public:
  QuantileLaws(const QuantileSetting& at, Law law)
      : at_(at), law_(law), tree_(law_tree(at.quantiles)), weights_(at.base, at.exponents) {}
  QuantileLaws(const QuantileLaws&) = delete;
  QuantileLaws& operator=(const QuantileLaws&) = delete;

  const RationalLaw& operator()(const Masses& column) {
    return known_.try_emplace(column, tree_, weights_, law_, column, at_.places).first->second;
  }
  [[nodiscard]] Charge charge(Neighbors neighbors, Grouped grouped = Grouped::no) const {
    return {tree_, weights_, at_.places * at_.weight, law_, neighbors, grouped};
  }

 private:
  QuantileSetting at_;
  Law law_;
  LawTree tree_;
  RationalWeights weights_;
  std::map<Masses, RationalLaw> known_;
};

/// compare(x, y) for all neighbours: columns of at most so many units, and one more on one side or on both.
template <class Compare>
void for_all_neighbours(const QuantileSetting& at, Neighbors neighbors, const Compare& compare) {
  const auto units = units_of(at.cells, at.weight, at.rows);
  for (const Masses& column : columns_of(units, at.cells, at.units)) {
    for (std::size_t x = 0; x < units.size(); ++x) {
      if (neighbors == Neighbors::add_remove) {
        compare(column, with_unit(column, units[x]));
        continue;
      }
      for (std::size_t y = 0; y < x; ++y) {
        compare(with_unit(column, units[y]), with_unit(column, units[x]));
      }
    }
  }
}

/// i / (m + 1) for i from 1 to m.
inline std::vector<Fraction> equally_spaced(unsigned m) {
  std::vector<Fraction> out;
  for (unsigned i = 1; i <= m; ++i) {
    out.emplace_back(i, m + 1);
    out.back().canonicalize();
  }
  return out;
}

}  // namespace discreet::testing
