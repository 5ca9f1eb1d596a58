#include "accounting/range_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "accounting/gaussian_ranges.hpp"

namespace discreet::detail {
namespace {

constexpr double no_fit = std::numeric_limits<double>::infinity();

// What one group more adds, times the square of its greatest range: one step of it is as bad as a last one. And what
// it adds that sets of unequal steps weigh the same.
constexpr double lost_by_grouping = 0.45;
constexpr double lost_by_weighing = 0.27;
constexpr double lost_by_counting = 0.18;

// What each step adds, times the square of the distance of the lattice.
constexpr double lost_by_lattice = 2.8;

// No range of a grid weighs more, but for squares.
constexpr double heaviest = 40;

// There is a place in memory for every weight up to the greatest.
constexpr double most_weights_of_a_group = 0x1p21;

// With a greater variance the curve would have too many points before its deviations.
constexpr double widest_gaussian = 0x1p14;

double spacing(double greatest, int fineness) {
  return std::ldexp(1.0, std::ilogb(greatest) - fineness);
}

}  // namespace

RangeList::RangeList(std::vector<double> etas, double delta)
    : etas_(std::move(etas)), weights_(etas_, delta) {
  double squares = 0;
  for (std::vector<double>& sums : sums_) {
    sums.push_back(0);
  }
  for (const double eta : etas_) {
    double power = 1;
    for (std::vector<double>& sums : sums_) {
      sums.push_back(sums.back() + power);
      power *= eta;
    }
    squares += eta * eta;
  }
  // As if all were Gaussian.
  const double rho = squares / 8;
  log_delta_ = std::log(delta);
  order_ = std::sqrt(-log_delta_ / rho);
  log_negligible_ = std::log(1e7) - log_delta_;
}

RangeList::Grid RangeList::grid(double greatest, double least, const Shape& shape) const {
  const double whole = weights_.log_of(greatest);
  const double ratio = std::exp(weights_.log_of(least) - whole);
  if (!(ratio < 1)) {
    return {};
  }
  const auto spans = static_cast<double>(shape.spans);
  Grid out;
  if (shape.telling == Telling::counted) {
    // As how many there are is known, what each weighs may be counted from the least on: by one each, or, where that
    // would be too coarse for small ones, by more and more.
    const double most = shape.widening ? spans * (spans + 1) / 2 : spans;
    for (double j = spans; j >= 0; --j) {
      const double weight = shape.widening ? j * (j + 1) / 2 : j;
      out.etas.push_back(
          j == spans ? greatest
          : j == 0   ? least
                     : weights_.eta_of(whole + std::log(ratio + (1 - ratio) * weight / most)));
      out.weights.push_back(static_cast<std::size_t>(weight));
    }
  } else {
    // Ranges whose weights differ by one each, or, where that would be too coarse for small ones, are squares.
    const bool squares = ratio < 0.2;
    const double steps = squares ? spans : std::min(std::floor(spans / (1 - ratio)), heaviest);
    const double most = squares ? steps * steps : steps;
    for (double j = 0; j <= spans; ++j) {
      const double weight = squares ? (steps - j) * (steps - j) : steps - j;
      if (weight <= 0) {
        return {};
      }
      out.etas.push_back(j == 0 ? greatest : weights_.eta_of(whole + std::log(weight / most)));
      out.weights.push_back(static_cast<std::size_t>(weight));
    }
  }
  out.etas.back() = std::min(out.etas.back(), least);
  const auto rises = [](double one, double next) { return !(next < one); };
  const bool falls = std::adjacent_find(out.etas.begin(), out.etas.end(), rises) == out.etas.end();
  return falls ? out : Grid{};
}

RangeGroup RangeList::shaped(std::size_t from, std::size_t to, const Shape& shape) const {
  RangeGroup out;
  for (std::size_t list = 0; list < shape.lists; ++list) {
    std::vector<double> etas;
    for (std::size_t i = from + list; i < to; i += shape.lists) {
      etas.push_back(etas_[i]);
    }
    if (list == 0) {
      out.etas = std::move(etas);
    } else {
      out.more.push_back(std::move(etas));
    }
  }
  if (shape.telling == Telling::apart) {
    out.grid = out.etas;
    out.grid.erase(std::unique(out.grid.begin(), out.grid.end()), out.grid.end());
    return out;
  }
  Grid made = grid(etas_[from + shape.first], etas_[to - 1], shape);
  if (made.etas.empty()) {
    return out;
  }
  // What weighs so much is told from what the others weigh together.
  std::size_t more = (out.etas.size() + 1) * made.weights.front() + 1;
  if (shape.telling == Telling::counted) {
    for (std::size_t& weight : made.weights) {
      weight += more;
    }
    more = (out.etas.size() + 1) * made.weights.front() + 1;
  }
  for (std::size_t i = from, next = from; i < from + shape.first; i = next) {
    while (next < from + shape.first && etas_[next] == etas_[i]) {
      ++next;  // a range stands in the grid once, however many steps have it
    }
    out.grid.push_back(etas_[i]);
    out.weights.push_back(more);
    more *= next - i + 2;  // so that one less of what there is not is no set
  }
  out.grid.insert(out.grid.end(), made.etas.begin(), made.etas.end());
  out.weights.insert(out.weights.end(), made.weights.begin(), made.weights.end());
  return out;
}

std::vector<Steps> RangeList::steps(std::size_t from, std::size_t to) const {
  std::vector<Steps> out;
  for (std::size_t i = from; i < to; ++i) {
    out.push_back({StepKind::bounded_range, etas_[i], 1});
  }
  return out;
}

ShapeCost RangeList::cost_of_spread(std::size_t from, std::size_t to) const {
  const double squares = sums_[2][to] - sums_[2][from];
  if (squares / 4 > widest_gaussian) {
    return {no_fit, 0};
  }
  const double fourth = sums_[4][to] - sums_[4][from];
  const double added = 4 * gaussian_variance_added(squares, etas_[from] * etas_[from]);
  // A step is less than its Gaussian the further, the higher the order.
  const double tilt = order_ + 0.5;
  return {added + fourth * (1.0 / 96 + tilt * tilt / 72), 0};
}

double RangeList::share_of_epsilon(double loss) const {
  // Epsilon is rho, which grows with the sum of squares, and a deviation, which grows with its root.
  const double squares = sums_[2].back();
  const double rho = squares / 8;
  const double deviation = 2 * std::sqrt(-rho * log_delta_);
  return loss / squares * (rho + deviation / 2) / (rho + deviation);
}

double RangeList::points_of_curve(std::size_t from, std::size_t to, const Shape& shape) const {
  const auto lists = static_cast<double>(shape.lists);
  const double sum = (sums_[1][to] - sums_[1][from]) / lists;
  const double rho = (sums_[2][to] - sums_[2][from]) / lists / 8;
  const double cut = std::min(sum, rho + 2 * std::sqrt(rho * log_negligible_));
  return cut / spacing(etas_[from], shape.fineness) + 8;
}

ShapeCost RangeList::cost(std::size_t from, std::size_t to, const Shape& shape) const {
  if (shape.telling == Telling::spread) {
    return cost_of_spread(from, to);
  }
  const auto lists = static_cast<double>(shape.lists);
  const double steps = std::ceil(static_cast<double>(to - from) / lists);
  const double greatest = etas_[from];
  const double least = etas_[to - 1];
  const double square = greatest * greatest;
  const double h = spacing(greatest, shape.fineness);
  ShapeCost out{lost_by_lattice * h * h * static_cast<double>(to - from), 0};
  out.loss += lost_by_grouping * square * (from == 0 ? lists - 1 : lists);
  const double points = 2 * points_of_curve(from, to, shape);
  if (shape.telling == Telling::apart) {
    double sets = 1;
    double ranges = 0;
    double weights = 1;
    for (std::size_t i = from; i < to;) {
      std::size_t end = i;
      while (end < to && etas_[end] == etas_[i]) {
        ++end;
      }
      sets *= static_cast<double>(end - i + 1);
      weights *= static_cast<double>(end - i + 2);
      ranges += 1;
      i = end;
    }
    out.points = points * sets * (ranges == 1 ? 1 : ranges * 0.5);
    return weights > most_weights_of_a_group ? ShapeCost{no_fit, 0} : out;
  }
  if (from + shape.first >= to ||
      (shape.first > 0 && etas_[from + shape.first - 1] == etas_[from + shape.first])) {
    return {no_fit, 0};
  }
  const double top = etas_[from + shape.first];
  const Grid made = grid(top, least, shape);
  if (made.etas.empty()) {
    return {no_fit, 0};
  }
  // What chance adds: the sum of (1 + eta)(above - eta)(eta - below), and what all weigh.
  double weight = 0;
  std::size_t at = from + shape.first;
  for (std::size_t j = 0; j + 1 < made.etas.size(); ++j) {
    const double above = made.etas[j];
    const double below = made.etas[j + 1];
    const auto end = static_cast<std::size_t>(
        std::partition_point(etas_.begin() + static_cast<std::ptrdiff_t>(at),
                             etas_.begin() + static_cast<std::ptrdiff_t>(to),
                             [&](double eta) { return eta > below; }) -
        etas_.begin());
    double sums[4];
    for (std::size_t power = 0; power < 4; ++power) {
      sums[power] = sums_[power][end] - sums_[power][at];
    }
    const double both = above + below;
    out.loss += std::max(0.0, -above * below * (sums[0] + sums[1]) + both * (sums[1] + sums[2]) -
                                  (sums[2] + sums[3]));
    weight += sums[0] * static_cast<double>(made.weights[j]) / lists;
    at = end;
  }
  weight += static_cast<double>((to - at) * made.weights.back()) / lists;
  const double ranges =
      (static_cast<double>(made.etas.size()) + static_cast<double>(shape.first) / 2) *
      std::ldexp(1.0, static_cast<int>(shape.first));
  const auto range = static_cast<double>(made.weights.front() - made.weights.back());
  double weights = (steps + 1) * static_cast<double>(made.weights.front());
  if (shape.telling == Telling::counted) {
    weights *= steps + 2;
  }
  if (weights * std::pow(3, static_cast<double>(shape.first)) > most_weights_of_a_group) {
    return {no_fit, 0};
  }
  if (shape.telling == Telling::counted) {
    out.loss += lost_by_counting * (top - least) * (top - least) * lists;
    out.points = points * ranges * (steps * steps * range / 6 + steps);
  } else {
    const double ratio = std::exp(weights_.log_of(least) - weights_.log_of(top));
    // More for large ranges: their moments at other orders are not in proportion.
    out.loss += lost_by_weighing * std::max(1.0, top) * (1 - ratio) * top * top * lists;
    out.points = points * ranges * (weight + 1);
  }
  return out;
}

}  // namespace discreet::detail
