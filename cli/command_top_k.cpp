#include <memory>

#include <fmt/format.h>

#include "commands.hpp"
#include "input_error.hpp"
#include "pair_counter.hpp"
#include "progress_bar.hpp"
#include "release_table.hpp"
#include "release_top_k.hpp"
#include "row_options.hpp"
#include "table_options.hpp"
#include "tally.hpp"
#include "usual_memory.hpp"

namespace discreet::cli {
namespace {

struct TopKOptions : RowOptions {
  std::optional<std::string> neighbors;
  std::uint64_t k = 0;
  Optimize optimize = Optimize::max;
  std::optional<std::size_t> memory;
  TableOptions table;
  PrivacyOptions privacy;
  ChargeOptions charge;
  OutputOptions output;

  [[nodiscard]] std::vector<NamedWord> other_files() const {
    return {{"--ledger", charge.ledger}, {"--witness", charge.witness}};
  }
  [[nodiscard]] ProgressBar reading() const {
    return {"reading", output.quiet ? ProgressBar::Show::never : ProgressBar::Show::on_a_terminal};
  }
};

void require_enough(const TopKOptions& options, const std::vector<std::string>& candidates) {
  if (options.k > candidates.size()) {
    throw InputError{fmt::format("{}: k must not be above the number of candidates",
                                 options.candidates.value())};
  }
}

std::vector<std::int64_t> count(const TopKOptions& options,
                                const std::vector<std::string>& candidates) {
  ProgressBar bar = options.reading();
  PairCounter counter{candidates,
                      {options.threads, options.memory ? *options.memory : usual_memory()}};
  options.read_rows(
      "top-k", [&](double part) { bar.update(part); },
      [&](std::string_view unit, std::string_view item) { counter.add(unit, item); });
  return counter.finish();
}

// The names of a public list.
void run_names(const TopKOptions& options) {
  options.require_distinct(options.other_files());
  TopKRequest request = options.privacy.request(options.charge);
  std::vector<std::string> inputs = options.files;
  inputs.push_back(options.candidates.value());
  Releaser<TopKRelease> releaser{options.charge, options.output, inputs};
  const Neighbors neighbors = chosen_neighbors(options.neighbors, releaser.dataset(), options.unit);
  const auto candidates = options.read_candidates("top-k");
  require_enough(options, candidates);
  if (releaser.delivers_again(Asked{}
                                  .column("unit", options.unit)
                                  .column("item", options.item)
                                  .list("candidates", candidates))) {
    return;
  }
  options.require_files(options.other_files());
  request.what = "top-k";
  request.k = options.k;
  request.sensitivity = 1;
  request.monotonic = monotonic_counts(neighbors);
  request.optimize = options.optimize;
  releaser.prepare(request, {candidates.size()},
                   {options.unit,
                    neighbors,
                    fmt::format("Each {} counts once for each {}. ", options.unit, options.item),
                    {}});
  release_top_k(releaser, request, count(options, candidates), candidates);
}

// What a number of a table is, and what of a unit is in it.
std::string counted(const TopKOptions& options, const TableRequest& request,
                    const TableRelease::Facts& facts) {
  std::string out;
  if (options.table.value) {
    std::string bounds = options.table.clip.value_or("");
    bounds.replace(bounds.find(':'), 1, " and ");
    out = fmt::format("Each {} adds to each {} its {}, brought between {}. ", options.unit,
                      options.item, *options.table.value, bounds);
  } else {
    out = fmt::format("Each {} counts once for each {}. ", options.unit, options.item);
  }
  if (request.items_per_unit) {
    out += fmt::format("The list is chosen by at most {} {} of each {}. ", *request.items_per_unit,
                       options.item, options.unit);
  }
  if (options.table.group) {
    out += kept_groups_in_words(options.unit, *options.table.group, request.groups_per_unit,
                                facts.groups.value_or(1));
  }
  return out;
}

// What a charge records of a table's columns and lists.
Asked asked_of(const TopKOptions& options, const TallyTerms& terms) {
  Asked out;
  out.column("unit", options.unit).column("item", options.item);
  out.column("group", options.table.group).column("value", options.table.value);
  if (terms.candidates) {
    out.list("candidates", *terms.candidates);
  }
  if (terms.groups) {
    out.list("groups", *terms.groups);
  }
  return out;
}

// Everything else: items that no list names, numbers, groups, sums.
void run_table(const TopKOptions& options) {
  options.table.require_sound(options, options.other_files());
  const bool public_list = options.candidates.has_value();
  TableRequest request = options.table.request(options.privacy, options.charge, public_list);
  std::vector<std::string> inputs = options.files;
  for (const auto& list : {options.candidates, options.table.groups}) {
    if (list) {
      inputs.push_back(*list);
    }
  }
  Releaser<TableRelease> releaser{options.charge, options.output, inputs};
  request.neighbors = chosen_neighbors(options.neighbors, releaser.dataset(), options.unit);
  request.what = "top-k";
  request.k = options.k;
  request.optimize = options.optimize;
  const auto groups = options.table.read_groups("top-k");
  TallyTerms terms = options.table.terms(groups);
  TableRelease::Facts facts;
  if (public_list) {
    terms.candidates = options.read_candidates("top-k");
    require_enough(options, *terms.candidates);
    facts.candidates = terms.candidates->size();
  }
  if (groups) {
    facts.groups = groups->size();
  }
  if (releaser.delivers_again(asked_of(options, terms))) {
    return;
  }
  options.require_files(options.table.with_groups(options.other_files()));
  releaser.prepare(request, facts,
                   {options.unit, request.neighbors, counted(options, request, facts), {}});
  const Tallies tallies = [&] {
    ProgressBar bar = options.reading();
    Tally tally{std::move(terms)};
    options.table.read_rows(
        options, "top-k", [&](double part) { bar.update(part); },
        [&](const TallyRow& row) { tally.add(row); });
    return tally.finish();
  }();
  release_table(
      releaser, tallies,
      {options.unit, groups, options.table.value.has_value(), options.table.decimals.value_or(0)});
}

void run_top_k(const TopKOptions& options) {
  if (!options.table.more_than_names(options.candidates.has_value())) {
    run_names(options);
    return;
  }
  if (options.memory) {
    throw UsageError{
        "--memory goes with --candidates and names alone: other counts stay in memory"};
  }
  run_table(options);
}

}  // namespace

void add_top_k(App program, Run& run) {
  auto options = std::make_shared<TopKOptions>();
  const App app = program.add_subcommand(
      "top-k", "the items that most units have, from a table of rows, with how many that are");
  app.footer(
      "Examples:\n"
      "  discreet top-k visits.csv --unit patient --item diagnosis -k 10 --counts \\\n"
      "      --epsilon 1 --delta 1e-6\n"
      "  discreet top-k visits.csv --unit patient --item diagnosis --candidates codes.txt \\\n"
      "      -k 10 --epsilon 1 --ledger hospital.ledger --dataset visits-2026\n");
  options->add(app, Candidates::optional);
  app.add_option("-k", options->k, "how many items to release").required().whole_number();
  app.add_flag_callback(
      "--min", [options = options.get()] { options->optimize = Optimize::min; },
      "the items that fewest units have");
  app.add_option("--memory", options->memory,
                 "with a public list and without numbers: how much memory counting may take, as in "
                 "2GB, before the rest goes to an encrypted file in TMPDIR; half of what is free")
      .size();
  app.add_option("--neighbors", options->neighbors, "add-remove (the default) or replace")
      .one_of({"add-remove", "replace"});
  options->table.add(app);
  options->privacy.add_amounts(app);
  options->privacy.add_scale(app);
  options->privacy.add_pay(app);
  options->charge.add(app);
  options->output.add(app);
  app.callback([options, &run] {
    run = [options] {
      options->find_files(options->charge.run_id ? RowsAre::perhaps_stored : RowsAre::needed);
      run_top_k(*options);
    };
  });
}

}  // namespace discreet::cli
