// Integer noise of every law beside the usual exact way (Canonne, Kamath and Steinke: coins of rational
// chances, in big integers, as libraries do it) and beside the limit (drawing the word and nothing else).
// Ratios within one run are what counts; ./dev bench puts OpenDP's draws beside them.
#include <cstdint>

#include <benchmark/benchmark.h>
#include <gmpxx.h>

#include "discreet/numbers/fraction.hpp"
#include "entropy/system_bits.hpp"
#include "samplers/discrete_gaussian.hpp"
#include "samplers/discrete_laplace.hpp"
#include "samplers/geometric.hpp"

namespace discreet {
namespace {

/// Below n, by whole words and refusal.
mpz_class plain_below(SystemBits& bits, const mpz_class& n) {
  const std::size_t size = mpz_sizeinbase(n.get_mpz_t(), 2);
  for (;;) {
    mpz_class value = 0;
    for (std::size_t have = 0; have < size; have += 64) {
      value = (value << 64) + static_cast<unsigned long>(bits.next());
    }
    value >>= (size + 63) / 64 * 64 - size;
    if (value < n) {
      return value;
    }
  }
}

bool plain_bernoulli(SystemBits& bits, const Fraction& p) {
  return plain_below(bits, p.get_den()) < p.get_num();
}

bool plain_bernoulli_exp(SystemBits& bits, Fraction x) {
  const auto below_one = [&](const Fraction& y) {
    unsigned long k = 1;
    while (plain_bernoulli(bits, Fraction{y / k})) {
      ++k;
    }
    return k % 2 == 1;
  };
  for (; x > 1; x -= 1) {
    if (!below_one(1)) {
      return false;
    }
  }
  return below_one(x);
}

mpz_class plain_laplace(SystemBits& bits, const Fraction& scale) {
  for (;;) {
    const mpz_class u = plain_below(bits, scale.get_num());
    if (!plain_bernoulli_exp(bits, Fraction{u, scale.get_num()})) {
      continue;
    }
    mpz_class v = 0;
    while (plain_bernoulli_exp(bits, 1)) {
      ++v;
    }
    const mpz_class magnitude = (u + scale.get_num() * v) / scale.get_den();
    const bool negative = (bits.next() & 1U) != 0;
    if (!negative || magnitude != 0) {
      return negative ? mpz_class{-magnitude} : magnitude;
    }
  }
}

mpz_class plain_gaussian(SystemBits& bits, const Fraction& variance) {
  const mpz_class t = sqrt(mpz_class{variance.get_num() / variance.get_den()}) + 1;
  for (;;) {
    const mpz_class y = plain_laplace(bits, Fraction{t});
    const Fraction away = Fraction{abs(y)} - variance / t;
    if (plain_bernoulli_exp(bits, Fraction{away * away / (2 * variance)})) {
      return y;
    }
  }
}

/// A row's argument is the scale in tenths.
Fraction scale_of(const benchmark::State& state) { return exact_fraction(state.range(0)) / 10; }

template <class Draw>
void measure(benchmark::State& state, Draw draw) {
  SystemBits& bits = thread_bits();
  const Tally before = bits.tally();
  for (auto _ : state) {
    benchmark::DoNotOptimize(draw(bits));
  }
  const Tally after = bits.tally();
  state.SetItemsProcessed(state.iterations());
  const auto per_draw = [&](std::uint64_t count) {
    return static_cast<double>(count) / static_cast<double>(state.iterations());
  };
  state.counters["words"] = per_draw(after.words - before.words);
  state.counters["fallbacks"] = per_draw(after.fallbacks - before.fallbacks);
}

void drawing_the_word(benchmark::State& state) {
  measure(state, [](SystemBits& bits) { return bits.next(); });
}

void geometric(benchmark::State& state) {
  const Geometric law{NoiseScale{scale_of(state)}};
  measure(state, [&](SystemBits& bits) { return sample_geometric(bits, law); });
}

void discrete_laplace(benchmark::State& state) {
  const DiscreteLaplace law{NoiseScale{scale_of(state)}};
  measure(state, [&](SystemBits& bits) { return sample_discrete_laplace(bits, law); });
}

void truncated_discrete_laplace(benchmark::State& state) {
  const Fraction scale = scale_of(state);
  const DiscreteLaplace law{NoiseScale{scale}, static_cast<std::uint64_t>(2 * scale.get_d()) + 1};
  measure(state, [&](SystemBits& bits) { return sample_discrete_laplace(bits, law); });
}

void usual_laplace(benchmark::State& state) {
  const Fraction scale = scale_of(state);
  measure(state, [&](SystemBits& bits) { return plain_laplace(bits, scale); });
}

void discrete_gaussian(benchmark::State& state) {
  const Fraction scale = scale_of(state);
  const DiscreteGaussian law{Fraction{scale * scale}};
  measure(state, [&](SystemBits& bits) { return sample_discrete_gaussian(bits, law); });
}

void usual_gaussian(benchmark::State& state) {
  const Fraction variance = scale_of(state) * scale_of(state);
  measure(state, [&](SystemBits& bits) { return plain_gaussian(bits, variance); });
}

void scales(benchmark::internal::Benchmark* bench) {
  constexpr std::int64_t one = 10;
  bench->Arg(3)->Arg(one)->Arg(137)->Arg(1000 * one)->Arg(10'000'001);
  bench->Arg(one << 20U)->Arg(one << 40U);
}

BENCHMARK(drawing_the_word);
BENCHMARK(geometric)->Apply(scales);
BENCHMARK(discrete_laplace)->Apply(scales);
BENCHMARK(truncated_discrete_laplace)->Apply(scales);
BENCHMARK(usual_laplace)->Apply(scales);
BENCHMARK(discrete_gaussian)->Apply(scales);
BENCHMARK(usual_gaussian)->Apply(scales);

}  // namespace
}  // namespace discreet

BENCHMARK_MAIN();
