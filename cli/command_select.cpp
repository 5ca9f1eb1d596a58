#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "commands.hpp"
#include "discreet/selection/noisy_top_k.hpp"
#include "distinct_inputs.hpp"
#include "input_error.hpp"
#include "plain_text.hpp"
#include "read_scores.hpp"
#include "release.hpp"
#include "table_reader.hpp"

namespace discreet::cli {
namespace {

struct SelectOptions {
  std::string file;
  std::string label;
  std::string score;
  std::string sensitivity;
  std::optional<std::string> delimiter;
  std::uint64_t k = 0;
  bool monotonic = false;
  bool integer = false;
  bool min = false;
  PrivacyOptions privacy;
  ChargeOptions charge;
  OutputOptions output;
};

LabelledScores scores_of(const SelectOptions& options) {
  const char separator = separator_of(options.file, options.delimiter);
  return read_text(
      {options.file, "select", InputRole::table, {options.label, options.score}}, [](double) {},
      [&](const NextBytes& text) {
        return read_scores(text, separator, options.label, options.score,
                           options.integer ? ScoreType::integer : ScoreType::real);
      });
}

void run_select(const SelectOptions& options) {
  require_distinct_columns({{"--label", options.label}, {"--score", options.score}});
  require_distinct_files({{"the scores", options.file},
                          {"--ledger", options.charge.ledger},
                          {"--witness", options.charge.witness}});
  const double sensitivity = parse_sensitivity(options.sensitivity);
  Releaser releaser{options.privacy, options.charge, options.output, {options.file}};
  const LabelledScores scores = scores_of(options);
  if (options.k > scores.labels.size()) {
    throw InputError{fmt::format("{}: k must not be above the number of candidates", options.file)};
  }
  ReleaseTerms terms;
  terms.command = "select";
  terms.k = options.k;
  terms.candidates = scores.labels.size();
  terms.sensitivity = sensitivity;
  terms.monotonic = options.monotonic ? Monotonic::yes : Monotonic::no;
  terms.optimize = options.min ? Optimize::min : Optimize::max;
  if (releaser.dataset()) {
    terms.unit = releaser.dataset()->unit;
    terms.neighbors = releaser.dataset()->neighbors;
  }
  releaser.prepare(terms);
  releaser.finish(std::visit([](const auto& values) { return Scores{values}; }, scores.values),
                  [&](std::size_t i) -> const std::string& { return scores.labels[i]; });
}

}  // namespace

void add_select(CLI::App& program, Run& run) {
  auto options = std::make_shared<SelectOptions>();
  CLI::App& app =
      *program.add_subcommand("select", "the best of labels whose scores somebody else computed");
  app.footer(
      "Example:\n"
      "  discreet select scores.csv --label code --score count --sensitivity 1 --monotonic -k 10 "
      "--rho 0.1\n");
  app.add_option("file", options->file,
                 "CSV or TSV with a header, also in gzip or zstd; - is standard input")
      ->required()
      ->type_name("FILE");
  app.add_option("--label", options->label, "the column with the public names")->required();
  app.add_option("--score", options->score, "the column with the scores")->required();
  app.add_option("--sensitivity", options->sensitivity,
                 "the most that one unit can change one score, as it is read")
      ->required();
  app.add_flag("--monotonic", options->monotonic,
               "one unit moves all scores in the same direction: half the noise");
  app.add_flag("--integer", options->integer, "scores are 64-bit integers, exactly");
  app.add_option("-k", options->k, "how many labels to release")->required()->check(whole_number());
  app.add_flag("--min", options->min, "the smallest scores are the best");
  app.add_option(
      "--delimiter", options->delimiter,
      "what separates fields: one character, or tab; by default a tab for .tsv, else a comma");
  options->privacy.add_amounts(app);
  options->privacy.add_scale(app);
  options->privacy.add_pay(app);
  options->charge.add(app);
  options->output.add(app);
  app.callback([options, &run] { run = [options] { run_select(*options); }; });
}

}  // namespace discreet::cli
