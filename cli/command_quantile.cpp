#include <memory>

#include "commands.hpp"
#include "discreet/accounting/amount.hpp"
#include "discreet/release/quantiles.hpp"
#include "quantile_options.hpp"
#include "quantile_words.hpp"
#include "release.hpp"

namespace discreet::cli {
namespace {

constexpr const char* quantile_command = "quantile";

struct QuantileCommand {
  ColumnOptions columns;
  QuantileOptions quantiles;
  std::optional<std::string> neighbors;
  PrivacyOptions privacy;
  ChargeOptions charge;
  OutputOptions output;
};

using Groups = std::optional<std::vector<std::string>>;

std::vector<std::vector<Value>> quantile_rows(const QuantilesRelease::Plan& plan,
                                              const ValueGrid& grid,
                                              const std::vector<std::uint64_t>& cells) {
  std::vector<std::vector<Value>> out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string value = grid.text(cells[i]);
    out.push_back({ExactNumber{amount_text(plan.request.quantiles[i])},
                   grid.kind() == ValueKind::days ? Value{value} : Value{ExactNumber{value}}});
  }
  return out;
}

Rows quantile_table(const QuantilesRelease::Plan& plan, const QuantilesRelease::Output& output,
                    const ValueGrid& grid, const Groups& groups) {
  Rows rows{"quantiles", {{"quantile"}, {"value"}}, {}};
  if (!groups) {
    rows.rows = quantile_rows(plan, grid, output.front());
  } else {
    rows.shape = Rows::Shape::across;
    for (std::size_t i = 0; i < output.size(); ++i) {
      rows.groups.push_back({(*groups)[i], {}, quantile_rows(plan, grid, output[i])});
    }
  }
  return rows;
}

Extent extent_of_quantiles(const QuantilesRequest& request, const ValueGrid& grid,
                           const Groups& groups) {
  std::size_t names = 0;
  for (const Fraction& quantile : request.quantiles) {
    names += amount_text(quantile).size();
  }
  const std::size_t tables = groups ? groups->size() : 1;
  const std::size_t rows = tables * request.quantiles.size();
  Extent out{rows + tables, 3, tables * names + rows * grid.longest_text()};
  if (groups) {
    for (const std::string& group : *groups) {
      out.text += group.size();
    }
  }
  return out;
}

void run_quantile(const QuantileCommand& options) {
  const ColumnOptions& columns = options.columns;
  const std::vector<NamedWord> other_files{{"--ledger", options.charge.ledger},
                                           {"--witness", options.charge.witness}};
  columns.require_sound(other_files);
  QuantilesRequest request =
      options.quantiles.request(options.privacy, options.charge, columns.groups_per_unit);
  const ValueGrid grid = options.quantiles.grid();
  const ValueReader reader{grid, request.per_unit};
  std::vector<std::string> inputs = columns.files;
  if (columns.groups) {
    inputs.push_back(*columns.groups);
  }
  Releaser<QuantilesRelease> releaser{options.charge, options.output, inputs};
  request.neighbors = chosen_neighbors(options.neighbors, releaser.dataset(), columns.unit);
  request.what = quantile_command;
  const Groups groups = columns.read_groups(quantile_command);
  QuantilesRelease::Facts facts;
  Asked asked;
  asked.column("unit", columns.unit).column("value", columns.value).column("group", columns.group);
  if (groups) {
    facts.groups = groups->size();
    asked.list("groups", *groups);
  }
  if (releaser.delivers_again(std::move(asked))) {
    return;
  }
  columns.require_files(other_files);
  releaser.prepare(
      request, facts,
      {columns.unit,
       request.neighbors,
       counted_in_words(request, grid,
                        {columns.unit, columns.value, columns.group, facts.groups.value_or(1)}),
       {}});
  const QuantilesRelease::Input input = [&] {
    ProgressBar bar{"reading", options.output.quiet ? ProgressBar::Show::never
                                                    : ProgressBar::Show::on_a_terminal};
    QuantileColumns counted{{grid.grid(), request.per_unit, groups, request.groups_per_unit}};
    columns.read_rows(quantile_command, reader, [&](double part) { bar.update(part); }, counted);
    return counted.finish();
  }();
  // Words that cannot be found must be missed before the charge.
  OwnPart own{{},
              quantile_facts(releaser.plan(), grid),
              quantiles_drawn_in_words(releaser.plan()),
              rank_error_in_words(releaser.plan())};
  const QuantilesRelease::Output nothing(groups ? groups->size() : 1);
  releaser.finish(input, extent_of_quantiles(request, grid, groups), nothing,
                  [&](const auto& plan, const auto& output) {
                    own.rows = quantile_table(plan, output, grid, groups);
                    return own;
                  });
}

}  // namespace

void add_quantile(App program, Run& run) {
  auto options = std::make_shared<QuantileCommand>();
  const App app = program.add_subcommand(
      "quantile", "the median and other quantiles of a column, each unit counted once");
  app.footer(
      "Examples:\n"
      "  discreet quantile incomes.csv --unit person --value income --quantiles quartiles \\\n"
      "      --lower 0 --upper 1000000 --step 100 --epsilon 1 --units 100000\n"
      "  discreet quantile visits.csv --unit patient --value day --quantiles median \\\n"
      "      --lower 2026-01-01 --upper 2026-12-31 --group ward --groups wards.txt --rho 0.1\n");
  options->columns.add(app);
  options->quantiles.add(app);
  for (const char* const needed : {"--quantiles", "--lower", "--upper"}) {
    app.option(needed).required();
  }
  app.add_option("--neighbors", options->neighbors, "add-remove (the default) or replace")
      .one_of({"add-remove", "replace"});
  options->privacy.add_amounts(app);
  options->privacy.add_pay(app);
  options->charge.add(app);
  options->output.add(app);
  app.callback([options, &run] {
    run = [options] {
      options->columns.find_files(options->charge.run_id ? RowsAre::perhaps_stored
                                                         : RowsAre::needed);
      run_quantile(*options);
    };
  });
}

}  // namespace discreet::cli
