// Selects under a privacy measure of one's own. The library knows nothing of it; three steps teach it:
// a measure (what a cost is), TopK<Measure> (which noise, and what one selection costs), and that is all.
#include <cstddef>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <limits>
#include <string_view>
#include <vector>

#include <discreet/discreet.hpp>

namespace example {

// Total variation: the most that an attacker who sees the release, and knows everything else, can gain over a coin when
// guessing whether one person is in the data. 0 is no gain, 1 is certainty.
struct TotalVariation {
  using Distance = double;
  static constexpr std::string_view name = "TotalVariation";

  static void require_distance(double advantage) {
    discreet::require(advantage >= 0 && advantage <= 1, discreet::bad_distance,
                      "an advantage must be between 0 and 1");
  }
  static bool within(double cost, double budget) { return cost <= budget; }
};

}  // namespace example

// Permute-and-flip, as under MaxDivergence; only the account differs.
//
// If P(S) <= e^eps Q(S) and Q(S') <= e^eps P(S') for every S and its complement S', then P(S) - Q(S) is largest where both
// hold with equality: (e^eps - 1)/(e^eps + 1). k selections, each made in sight of those before, add up at most: change
// one at a time from P's to Q's.
template <>
struct discreet::TopK<example::TotalVariation> : discreet::TopK<discreet::MaxDivergence> {
  static double privacy_map(double d_in, double scale) {
    const double grown = inf_exp(TopK<MaxDivergence>::privacy_map(d_in, scale));
    if (grown > std::numeric_limits<double>::max()) {
      return 1;
    }
    // The quotient grows with e^eps, so an upper bound of e^eps gives one of the quotient, and 1 always is one.
    const double advantage = inf_div(inf_sub(grown, 1.0), neg_inf_add(grown, 1.0));
    return advantage <= 1 ? advantage : 1;
  }
  static double compose(double advantage, std::size_t k) {
    const double sum = inf_mul(advantage, inf_cast<double>(std::uint64_t{k}));
    return sum <= 1 ? sum : 1;
  }
};

int main() {
  using namespace discreet;
  static_assert(TopKMeasure<example::TotalVariation>);

  const std::vector<double> scores{12, 90, 88, 7, 41, 86};
  const auto release = make_noisy_top_k(
      VectorDomain{AtomDomain<double>{Nan::excluded}}, LInfDistance<double>{Monotonic::yes},
      example::TotalVariation{}, /*k=*/2, /*scale=*/8.0, Optimize::max);

  std::cout << "two of the best:";
  for (const std::size_t index : release(scores)) {
    std::cout << ' ' << index;
  }
  std::cout << "\nan attacker's advantage is at most " << std::setprecision(17) << release.map(1.0)
            << "\nwithin one eighth: " << (release.check(1.0, 0.125) ? "yes" : "no") << '\n';
}
