#include "vectors/targets.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "support/vector_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vectors/targets_test.cpp"
#include <hwy/foreach_target.h>
// Highway wants its own header after foreach_target.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace discreet::HWY_NAMESPACE {
namespace {

std::int64_t own_target() { return HWY_TARGET; }

}  // namespace
}  // namespace discreet::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace discreet {
namespace {

DISCREET_EXPORT_VECTORS(own_target);

TEST(VectorTargets, EveryMachineRunsWhatTheCompilerTakesForGranted) {
  EXPECT_EQ(HWY_STATIC_TARGET, vectors::supported_targets() & HWY_STATIC_TARGET);
  EXPECT_EQ(HWY_STATIC_TARGET, testing::vector_targets().back());
}

TEST(VectorTargets, ACallRunsTheCodeOfTheChosenTarget) {
  for (const std::int64_t target : testing::vector_targets()) {
    const testing::OneVectorTarget chosen{target};
    EXPECT_EQ(hwy::TargetName(target),
              std::string(hwy::TargetName(DISCREET_CALL_VECTORS(own_target)())));
  }
}

TEST(VectorTargets, TheBestIsChosenAtFirstAndAfterAnotherWas) {
  const std::int64_t best = testing::vector_targets().front();
  EXPECT_EQ(best, DISCREET_CALL_VECTORS(own_target)());
  {
    const testing::OneVectorTarget chosen{HWY_STATIC_TARGET};
  }
  EXPECT_EQ(best, DISCREET_CALL_VECTORS(own_target)());
}

#if HWY_ARCH_X86
using Words = std::set<std::string, std::less<>>;

Words split(std::string text, char separator) {
  std::ranges::replace(text, separator, ' ');
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

Words names(const auto&... features) {
  Words found;
  const auto add = [&](const auto& some) {
    for (const vectors::Feature& feature : some) {
      found.emplace(feature.name);
    }
  };
  (add(features), ...);
  return found;
}

TEST(VectorTargets, EachTargetThatIsCompiledIsAskedFor) {
  EXPECT_EQ(0, HWY_TARGETS & ~(HWY_STATIC_TARGET | HWY_SSE4 | HWY_AVX2 | HWY_AVX3));
}

TEST(VectorTargets, AsksForAllThatHighwayCompilesATargetWith) {
  const auto sse4 = vectors::sse4_features();
  const auto avx2 = vectors::avx2_features();
  const auto avx3 = vectors::avx3_features();
  EXPECT_TRUE(std::ranges::includes(names(sse4), split(HWY_TARGET_STR_SSE4, ',')));
  EXPECT_TRUE(std::ranges::includes(names(sse4, avx2), split(HWY_TARGET_STR_AVX2, ',')));
  Words of_avx3 = split(HWY_TARGET_STR_AVX3, ',');
  of_avx3.erase(
      "evex512");  // no feature: some compilers let vectors be that wide only where it is said
  EXPECT_TRUE(std::ranges::includes(names(sse4, avx2, avx3), of_avx3));
}

TEST(VectorTargets, AMachineThatLacksAFeatureHasNoTargetThatUsesIt) {
  auto sse4 = vectors::sse4_features();
  auto avx2 = vectors::avx2_features();
  auto avx3 = vectors::avx3_features();
  const auto all = [&](auto action) {
    std::ranges::for_each(sse4, [&](vectors::Feature& one) { action(one, 0); });
    std::ranges::for_each(avx2, [&](vectors::Feature& one) { action(one, HWY_SSE4); });
    std::ranges::for_each(avx3, [&](vectors::Feature& one) { action(one, HWY_SSE4 | HWY_AVX2); });
  };
  all([](vectors::Feature& one, std::int64_t) { one.here = true; });
  EXPECT_EQ(HWY_SSE4 | HWY_AVX2 | HWY_AVX3, vectors::targets_with(sse4, avx2, avx3));
  all([&](vectors::Feature& one, std::int64_t left) {
    one.here = false;
    EXPECT_EQ(left, vectors::targets_with(sse4, avx2, avx3)) << "without " << one.name;
    one.here = true;
  });
}

/// What the kernel says of the first processor; empty where it says nothing.
Words flags_by_the_kernel() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("flags")) {
      return split(line.substr(line.find(':') + 1), ' ');
    }
  }
  return {};
}

TEST(VectorTargets, TheMachineHasWhatTheKernelSays) {
  const Words flags = flags_by_the_kernel();
  if (flags.empty()) {
    GTEST_SKIP() << "there is no /proc/cpuinfo";
  }
  Words needed{"sse2", "ssse3", "sse4_1", "sse4_2", "pclmulqdq", "aes"};
  const auto expect = [&](std::int64_t target) {
    EXPECT_EQ(std::ranges::includes(flags, needed), (vectors::supported_targets() & target) != 0)
        << hwy::TargetName(target);
  };
  expect(HWY_SSE4);
  needed.merge(Words{"avx", "avx2", "bmi1", "bmi2", "fma", "f16c"});
  expect(HWY_AVX2);
  needed.merge(Words{"avx512f", "avx512cd", "avx512vl", "avx512dq", "avx512bw"});
  expect(HWY_AVX3);
}
#endif

}  // namespace
}  // namespace discreet
#endif
