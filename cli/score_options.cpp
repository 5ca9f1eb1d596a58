#include "score_options.hpp"

#include <variant>

#include "distinct_inputs.hpp"
#include "plain_text.hpp"
#include "table_reader.hpp"

namespace discreet::cli {

void ScoreOptions::add(App app, const std::string& monotonic_noise) {
  app.add_option("file", file,
                 "CSV or TSV with a header, also in gzip or zstd; - is standard input")
      .required()
      .type_name("FILE");
  app.add_option("--label", label, "the column with the public names").required();
  app.add_option("--score", score, "the column with the scores").required();
  app.add_option("--sensitivity", sensitivity,
                 "the most that one unit can change one score, as it is read")
      .required();
  app.add_flag_callback(
      "--monotonic", [this] { monotonic = Monotonic::yes; },
      "one unit moves all scores in the same direction: " + monotonic_noise);
  app.add_flag_callback(
      "--integer", [this] { type = ScoreType::integer; }, "scores are 64-bit integers, exactly");
  app.add_option(
      "--delimiter", delimiter,
      "what separates fields: one character, or tab; by default a tab for .tsv, else a comma");
}

ScoreChange ScoreOptions::checked_change(const ChargeOptions& charge) const {
  require_distinct_columns({{"--label", label}, {"--score", score}});
  require_distinct_files(
      {{"the scores", file}, {"--ledger", charge.ledger}, {"--witness", charge.witness}});
  return {parse_sensitivity(sensitivity), monotonic};
}

LabelledScores ScoreOptions::read(const std::string& command) const {
  const char separator = separator_of(file, delimiter);
  return read_text(
      {file, command, InputRole::table, {label, score}}, [](double) {},
      [&](const NextBytes& text) { return read_scores(text, separator, label, score, type); });
}

Asked ScoreOptions::asked(const LabelledScores& scores) const {
  return Asked{}.column("label", label).column("score", score).list("candidates", scores.labels);
}

Hidden hidden_by(const ScoreChange& change, const std::optional<Dataset>& dataset) {
  Hidden out;
  out.vouched_for = change;
  if (dataset) {
    out.unit = dataset->unit;
    out.neighbors = dataset->neighbors;
  }
  return out;
}

Scores view_of(const LabelledScores& scores) {
  return std::visit([](const auto& values) { return Scores{values}; }, scores.values);
}

}  // namespace discreet::cli
