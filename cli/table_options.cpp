#include "table_options.hpp"

#include "input_error.hpp"

namespace discreet::cli {

void TableOptions::add(App app) {
  add_numbers(app);
  TallyOptions::add(app);
}

void TableOptions::add_public(App app) {
  add_numbers(app);
  add_limits(app);
  add_clip(app);
}

void TableOptions::add_numbers(App app) {
  app.add_flag("--counts", counts,
               "also how many units have each item, and how far off that may be");
  app.add_option("--count-share", count_share,
                 "with --counts: which part of the budget they take; a half by default");
  app.add_option("--confidence", confidence,
                 "with --counts: how surely each interval holds; 0.95 by default");
  app.add_option(
         "--limit", limit,
         "without --candidates: of how many of the most frequent items to choose; ten times "
         "k, at least 100, by default")
      .whole_number();
  app.add_option("--threshold-share", threshold_share,
                 "without --candidates: which part of --delta stands for the list that is not "
                 "there; a quarter by default");
}

bool TableOptions::more_than_names(bool public_list) const noexcept {
  return !public_list || counts || count_share || confidence || limit || threshold_share || group ||
         groups || groups_column || groups_per_unit || items_per_unit || by_nature || value ||
         clip || decimals;
}

TableRequest TableOptions::request(const PrivacyOptions& privacy, const ChargeOptions& charge,
                                   bool public_list) const {
  if (privacy.scale || privacy.law) {
    throw UsageError{"--scale and --law are for the names of a public list alone"};
  }
  if (!counts && (count_share || confidence)) {
    throw UsageError{"--count-share and --confidence go with --counts"};
  }
  if (public_list && (limit || threshold_share || items_per_unit)) {
    throw UsageError{
        "--limit, --threshold-share and --items-per-unit are for items that no --candidates name"};
  }
  TableRequest out;
  const Amounts asked = privacy.written();
  out.epsilon = asked.epsilon;
  out.delta = asked.delta;
  out.rho = asked.rho;
  if (!out.epsilon && !out.rho && !charge.ledger) {
    throw UsageError{"give one of --epsilon, --epsilon with --delta, or --rho"};
  }
  if (!public_list && !out.delta) {
    throw UsageError{
        "items that no public list names need a delta: give a public list, or --delta"};
  }
  if (privacy.pay) {
    out.pay = parse_pay(*privacy.pay);
  }
  if (counts) {
    out.counts.emplace();
    out.counts->share = option_amount("--count-share", count_share.value_or("1/2")).value();
    out.counts->confidence = option_amount("--confidence", confidence.value_or("0.95")).value();
  }
  out.limit = limit;
  if (threshold_share) {
    out.threshold_share = option_amount("--threshold-share", threshold_share).value();
  }
  out.items_per_unit = items_per_unit;
  out.bound = by_nature ? Bound::by_nature : Bound::by_leaving_out;
  out.groups_per_unit = groups_per_unit.value_or(1);
  if (const auto clipped = terms({}).clip) {
    out.contribution = {clipped->low, clipped->high};
  }
  return out;
}

}  // namespace discreet::cli
