#include <cstddef>
#include <iostream>
#include <vector>

#include <discreet/discreet.hpp>
using namespace discreet;

int main() {
  const std::vector<double> scores{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};

  auto release = make_noisy_top_k(VectorDomain{AtomDomain<double>{Nan::excluded}},
                                  LInfDistance<double>{Monotonic::yes}, MaxDivergence{},
                                  /*k=*/10, /*scale=*/2.0, Optimize::max);
  std::vector<std::size_t> best = release(scores);
  double epsilon = release.map(1.0);
  bool fine = release.check(1.0, 0.5);

  std::cout << best.size() << " indices at epsilon " << epsilon << '\n';
  return best.size() == 10 && epsilon == 5.0 && !fine ? 0 : 1;
}
