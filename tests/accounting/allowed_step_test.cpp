#include "accounting/allowed_step.hpp"

#include <gtest/gtest.h>

namespace discreet {
namespace {

// What allowed_approximate_step of commit 99d4a3b found and proved for each of these targets, when every point of a
// lattice was searched by itself and each order in enclosures; its ends are rounded outward to nine digits.
struct Planned {
  Law law;
  std::uint64_t k;
  double epsilon;
  double delta;
  double given;
  double ceiling;
};

constexpr Planned planned_before[] = {
    {Law::exponential_mechanism, 2, 0.01, 1e-12, 0.00500437129, 0.00500440052},
    {Law::permute_and_flip, 2, 0.01, 1e-12, 0.00499999999, 0.00500021375},
    {Law::exponential_mechanism, 2, 0.01, 1e-06, 0.00546459073, 0.00546461556},
    {Law::permute_and_flip, 2, 0.01, 1e-06, 0.005001945, 0.00500212183},
    {Law::exponential_mechanism, 2, 0.01, 0.001, 0.0134825441, 0.0134838665},
    {Law::permute_and_flip, 2, 0.01, 0.001, 0.00699998792, 0.00700001644},
    {Law::exponential_mechanism, 2, 1, 1e-12, 0.500074844, 0.500099793},
    {Law::permute_and_flip, 2, 1, 1e-12, 0.499999999, 0.500012853},
    {Law::exponential_mechanism, 2, 1, 1e-06, 0.508142788, 0.50815774},
    {Law::permute_and_flip, 2, 1, 1e-06, 0.499999999, 0.500024159},
    {Law::exponential_mechanism, 2, 1, 0.001, 0.590175042, 0.590192831},
    {Law::permute_and_flip, 2, 1, 0.001, 0.501998914, 0.502001047},
    {Law::exponential_mechanism, 2, 20, 1e-12, 9.99999999, 10.0020893},
    {Law::permute_and_flip, 2, 20, 1e-12, 9.99999999, 10.0000865},
    {Law::exponential_mechanism, 2, 20, 1e-06, 10.015055, 10.0151058},
    {Law::permute_and_flip, 2, 20, 1e-06, 9.99999999, 10.0002761},
    {Law::exponential_mechanism, 2, 20, 0.001, 10.1580181, 10.1585009},
    {Law::permute_and_flip, 2, 20, 0.001, 10.0016865, 10.0020239},
    {Law::exponential_mechanism, 3, 0.01, 1e-12, 0.00335188069, 0.00335189085},
    {Law::permute_and_flip, 3, 0.01, 1e-12, 0.00333333333, 0.00333345838},
    {Law::exponential_mechanism, 3, 0.01, 1e-06, 0.00400352546, 0.00400359764},
    {Law::permute_and_flip, 3, 0.01, 1e-06, 0.00333599322, 0.0033360066},
    {Law::exponential_mechanism, 3, 0.01, 0.001, 0.0114752717, 0.0114773374},
    {Law::permute_and_flip, 3, 0.01, 0.001, 0.00599469012, 0.0059947153},
    {Law::exponential_mechanism, 3, 1, 1e-12, 0.333851556, 0.333853432},
    {Law::permute_and_flip, 3, 1, 1e-12, 0.333333333, 0.333344679},
    {Law::exponential_mechanism, 3, 1, 1e-06, 0.350341608, 0.350343292},
    {Law::permute_and_flip, 3, 1, 1e-06, 0.333333333, 0.333349334},
    {Law::exponential_mechanism, 3, 1, 0.001, 0.448728142, 0.448745247},
    {Law::permute_and_flip, 3, 1, 0.001, 0.335994432, 0.335995593},
    {Law::exponential_mechanism, 3, 20, 1e-12, 6.66666666, 6.66944068},
    {Law::permute_and_flip, 3, 20, 1e-12, 6.66666666, 6.66693182},
    {Law::exponential_mechanism, 3, 20, 1e-06, 6.70946092, 6.7094883},
    {Law::permute_and_flip, 3, 20, 1e-06, 6.66666666, 6.66689713},
    {Law::exponential_mechanism, 3, 20, 0.001, 6.92748055, 6.92757092},
    {Law::permute_and_flip, 3, 20, 0.001, 6.66924934, 6.66948415},
    {Law::exponential_mechanism, 10, 0.01, 1e-12, 0.00119674645, 0.00119675941},
    {Law::permute_and_flip, 10, 0.01, 1e-12, 0.000999999999, 0.00100004867},
    {Law::exponential_mechanism, 10, 0.01, 1e-06, 0.00205645232, 0.00205652026},
    {Law::permute_and_flip, 10, 0.01, 1e-06, 0.00110218934, 0.00110219378},
    {Law::exponential_mechanism, 10, 0.01, 0.001, 0.00654270894, 0.00654340936},
    {Law::permute_and_flip, 10, 0.01, 0.001, 0.00331093863, 0.00331095219},
    {Law::exponential_mechanism, 10, 1, 1e-12, 0.111620838, 0.111621806},
    {Law::permute_and_flip, 10, 1, 1e-12, 0.0999999999, 0.100002881},
    {Law::exponential_mechanism, 10, 1, 1e-06, 0.153358578, 0.153362179},
    {Law::permute_and_flip, 10, 1, 1e-06, 0.100102153, 0.100102453},
    {Law::exponential_mechanism, 10, 1, 0.001, 0.242704644, 0.242713089},
    {Law::permute_and_flip, 10, 1, 0.001, 0.131441984, 0.131442618},
    {Law::exponential_mechanism, 10, 20, 1e-12, 2.08203125, 2.08204579},
    {Law::permute_and_flip, 10, 20, 1e-12, 2, 2.0000813},
    {Law::exponential_mechanism, 10, 20, 1e-06, 2.33046863, 2.3304977},
    {Law::permute_and_flip, 10, 20, 1e-06, 2.00006457, 2.00012915},
    {Law::exponential_mechanism, 10, 20, 0.001, 2.76234829, 2.76238726},
    {Law::permute_and_flip, 10, 20, 0.001, 2.04786639, 2.0479543},
    {Law::exponential_mechanism, 30, 0.01, 1e-12, 0.000643617337, 0.000643624816},
    {Law::permute_and_flip, 30, 0.01, 1e-12, 0.000357551184, 0.000357552615},
    {Law::exponential_mechanism, 30, 0.01, 1e-06, 0.00118745832, 0.00118749614},
    {Law::permute_and_flip, 30, 0.01, 1e-06, 0.000614089763, 0.000614092222},
    {Law::exponential_mechanism, 30, 0.01, 0.001, 0.00384275742, 0.00384318035},
    {Law::permute_and_flip, 30, 0.01, 0.001, 0.00193405338, 0.0019340876},
    {Law::exponential_mechanism, 30, 1, 1e-12, 0.0574051401, 0.0574058312},
    {Law::permute_and_flip, 30, 1, 1e-12, 0.0333687917, 0.0333688714},
    {Law::exponential_mechanism, 30, 1, 1e-06, 0.0868200566, 0.0868217895},
    {Law::permute_and_flip, 30, 1, 1e-06, 0.0459109441, 0.0459111326},
    {Law::exponential_mechanism, 30, 1, 0.001, 0.140937306, 0.140941767},
    {Law::permute_and_flip, 30, 1, 0.001, 0.0729758274, 0.0729762461},
    {Law::exponential_mechanism, 30, 20, 1e-12, 0.959405381, 0.959414231},
    {Law::permute_and_flip, 30, 20, 1e-12, 0.666699868, 0.666733071},
    {Law::exponential_mechanism, 30, 20, 1e-06, 1.21972558, 1.21974017},
    {Law::permute_and_flip, 30, 20, 1e-06, 0.738609499, 0.738616344},
    {Law::exponential_mechanism, 30, 20, 0.001, 1.51221779, 1.51224997},
    {Law::permute_and_flip, 30, 20, 0.001, 0.896564932, 0.896572921},
    {Law::exponential_mechanism, 100, 0.01, 1e-12, 0.00034715556, 0.000347161768},
    {Law::permute_and_flip, 100, 0.01, 1e-12, 0.000178251159, 0.00017825168},
    {Law::exponential_mechanism, 100, 0.01, 1e-06, 0.000651636251, 0.000651659562},
    {Law::permute_and_flip, 100, 0.01, 1e-06, 0.000328929599, 0.000328930959},
    {Law::exponential_mechanism, 100, 0.01, 0.001, 0.00212063202, 0.0021208817},
    {Law::permute_and_flip, 100, 0.01, 0.001, 0.00106397442, 0.00106399071},
    {Law::exponential_mechanism, 100, 1, 1e-12, 0.0307348131, 0.0307358896},
    {Law::permute_and_flip, 100, 1, 1e-12, 0.0158577965, 0.0158579096},
    {Law::exponential_mechanism, 100, 1, 1e-06, 0.0473660887, 0.0473676984},
    {Law::permute_and_flip, 100, 1, 1e-06, 0.0241035692, 0.0241040584},
    {Law::exponential_mechanism, 100, 1, 0.001, 0.0774786497, 0.0774816302},
    {Law::permute_and_flip, 100, 1, 0.001, 0.0392738573, 0.0392747149},
    {Law::exponential_mechanism, 100, 20, 1e-12, 0.502707398, 0.502728895},
    {Law::permute_and_flip, 100, 20, 1e-12, 0.273689046, 0.273712188},
    {Law::exponential_mechanism, 100, 20, 1e-06, 0.652575902, 0.652588379},
    {Law::permute_and_flip, 100, 20, 1e-06, 0.35265153, 0.352673812},
    {Law::exponential_mechanism, 100, 20, 0.001, 0.815277139, 0.815300149},
    {Law::permute_and_flip, 100, 20, 0.001, 0.441993224, 0.442021374},
    {Law::exponential_mechanism, 300, 1, 1e-12, 0.0176471927, 0.0176493486},
    {Law::permute_and_flip, 300, 1, 1e-12, 0.00892535247, 0.00892548792},
    {Law::exponential_mechanism, 300, 1, 1e-06, 0.027321056, 0.0273334777},
    {Law::permute_and_flip, 300, 1, 1e-06, 0.0137614083, 0.0137616231},
    {Law::exponential_mechanism, 300, 1, 0.001, 0.0447634325, 0.0448077471},
    {Law::permute_and_flip, 300, 1, 0.001, 0.0225436173, 0.0225439874},
    {Law::exponential_mechanism, 1000, 1, 1e-06, 0.0149635064, 0.0149701062},
    {Law::permute_and_flip, 1000, 1, 1e-06, 0.00750511052, 0.00750515885},
    {Law::exponential_mechanism, 10000, 1, 1e-06, 0.00471904634, 0.00473440499},
    {Law::permute_and_flip, 10000, 1, 1e-06, 0.00236737984, 1.18842972},
};

TEST(AllowedStep, IsWithinTwoInAThousandOfTheSlowSearchAndBetweenItsBrackets) {
  for (const Planned& one : planned_before) {
    const detail::AllowedStep found =
        detail::allowed_approximate_step(one.law, one.k, {one.epsilon, one.delta}, {});
    SCOPED_TRACE(::testing::Message()
                 << to_string(one.law) << ' ' << one.k << ' ' << one.epsilon << ' ' << one.delta);
    EXPECT_GE(found.given, one.given * (1 - 2e-3));
    EXPECT_LE(found.given, one.ceiling);
    EXPECT_GE(found.ceiling, one.given);
    EXPECT_LE(found.delta, one.delta);
  }
}

}  // namespace
}  // namespace discreet
