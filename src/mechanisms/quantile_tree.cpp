#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "discreet/error.hpp"
#include "discreet/mechanisms/quantiles.hpp"
#include "mechanisms/quantile_plan.hpp"

namespace discreet::detail {
namespace {

class QuantileTree {
 public:
  explicit QuantileTree(std::span<const Fraction> quantiles) : quantiles_(quantiles) {
    const auto levels = static_cast<unsigned>(std::bit_width(quantiles.size()));
    (void)grow({0, quantiles.size(), levels, std::nullopt, std::nullopt});
  }

  [[nodiscard]] std::vector<QuantileNode> nodes() && { return std::move(nodes_); }

 private:
  // The quantiles from first to last - 1, between two that nodes above have found.
  struct Part {
    std::size_t first;
    std::size_t last;
    unsigned levels;  // that there are left
    std::optional<std::size_t> lower_end;
    std::optional<std::size_t> upper_end;
  };

  // The place of the node that was added, or nothing for a part without quantiles.
  std::optional<std::size_t> grow(const Part& part) {
    if (part.first == part.last) {
      return std::nullopt;
    }
    const Fraction low = part.lower_end ? quantile_of(*part.lower_end) : Fraction{0};
    const Fraction high = part.upper_end ? quantile_of(*part.upper_end) : Fraction{1};
    const std::size_t chosen = nearest_to_the_middle(part, (low + high) / 2);
    const std::size_t place = nodes_.size();
    nodes_.emplace_back();
    nodes_[place].quantile = chosen;
    nodes_[place].relative = (quantiles_[chosen] - low) / (high - low);
    nodes_[place].lower_end = part.lower_end;
    nodes_[place].upper_end = part.upper_end;
    const auto left = grow({part.first, chosen, part.levels - 1, part.lower_end, place});
    const auto right = grow({chosen + 1, part.last, part.levels - 1, place, part.upper_end});
    nodes_[place].left = left;
    nodes_[place].right = right;
    nodes_[place].height = 1 + std::max(height_of(left), height_of(right));
    return place;
  }

  // Of the quantiles on whose two sides no more are left than the levels below can hold.
  [[nodiscard]] std::size_t nearest_to_the_middle(const Part& part, const Fraction& middle) const {
    const std::size_t most_on_a_side = (std::size_t{1} << (part.levels - 1)) - 1;
    const std::size_t begin =
        part.last - part.first > most_on_a_side + 1 ? part.last - 1 - most_on_a_side : part.first;
    const std::size_t end = std::min(part.last, part.first + most_on_a_side + 1);
    std::size_t best = begin;
    for (std::size_t i = begin + 1; i < end; ++i) {
      const Fraction nearer = abs(quantiles_[best] - middle) - abs(quantiles_[i] - middle);
      // Of two as near, the one farther out: what is left beyond it is found among fewer empty cells.
      if (nearer > 0 || (nearer == 0 && middle >= Fraction{1, 2})) {
        best = i;
      }
    }
    return best;
  }

  [[nodiscard]] const Fraction& quantile_of(std::size_t place) const {
    return quantiles_[nodes_[place].quantile];
  }
  [[nodiscard]] std::uint64_t height_of(std::optional<std::size_t> place) const {
    return place ? nodes_[*place].height : 0;
  }

  std::span<const Fraction> quantiles_;
  std::vector<QuantileNode> nodes_;
};

}  // namespace

std::vector<Fraction> checked_quantiles(std::span<const Fraction> quantiles) {
  constexpr std::size_t most_quantiles = 1000;
  constexpr int most_denominator = 4096;
  require(!quantiles.empty(), bad_parameter, "there must be a quantile");
  require(quantiles.size() <= most_quantiles, bad_parameter,
          "there must be at most 1000 quantiles");
  std::vector<Fraction> out;
  out.reserve(quantiles.size());
  mpz_class common = 1;
  for (Fraction quantile : quantiles) {
    require(quantile.get_den() != 0, bad_parameter, "a fraction must have a denominator");
    quantile.canonicalize();
    require(quantile > 0 && quantile < 1, bad_parameter,
            "a quantile must be above 0 and below 1: the bounds are public, and the least or the "
            "largest value cannot be released well");
    require(out.empty() || out.back() < quantile, bad_parameter,
            "quantiles must rise, and none may be asked for twice");
    mpz_lcm(common.get_mpz_t(), common.get_mpz_t(), quantile.get_den_mpz_t());
    require(common <= most_denominator, bad_parameter,
            "quantiles must have a common denominator of at most 4096");
    out.push_back(std::move(quantile));
  }
  return out;
}

std::vector<QuantileNode> quantile_tree(std::span<const Fraction> quantiles) {
  return QuantileTree{quantiles}.nodes();
}

Fraction range_of_node(const QuantileNode& node, const ColumnNeighbors& neighbors) {
  Fraction one = 2 * std::max(node.relative, Fraction{1 - node.relative});
  switch (neighbors.neighbors) {
    case Neighbors::add_remove:
      return one;
    case Neighbors::replace:
      break;
    default:
      throw Error{bad_parameter, "must specify the neighbors"};
  }
  // Of the whole column the mass stays the same, and no place is moved across by more than one unit.
  const bool sees_all = !node.lower_end && !node.upper_end;
  return sees_all && !neighbors.switches ? Fraction{2} : Fraction{2 * one};
}

Fraction greatest_path_sum(std::span<const QuantileNode> nodes,
                           const std::function<Fraction(const QuantileNode&)>& number) {
  std::vector<Fraction> below(nodes.size());
  for (std::size_t place = nodes.size(); place-- > 0;) {
    const QuantileNode& node = nodes[place];
    const Fraction left = node.left ? below[*node.left] : Fraction{0};
    const Fraction right = node.right ? below[*node.right] : Fraction{0};
    below[place] = number(node) + std::max(left, right);
  }
  return below.empty() ? Fraction{0} : below.front();
}

}  // namespace discreet::detail
