#include <array>
#include <cmath>
#include <unordered_map>

#include <sodium.h>

#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/text.hpp"
#include "discreet/release/words.hpp"
#include "ledger/admitted.hpp"
#include "ledger/html.hpp"
#include "ledger/report_style.hpp"
#include "ledger/spent_over_time.hpp"

namespace discreet {
namespace {

using detail::append;
using detail::filter_after;
using detail::fixed_text;

std::string bar(double part, const std::string& of) {
  const std::string percent = fixed_text(100 * part, 1);
  std::string out;
  append(out, "<div class=\"bar\" role=\"img\" aria-label=\"", percent, " % of ", of,
         " spent\"><span style=\"width:", percent, "%\"></span></div>\n");
  return out;
}

std::string bars(const Filter& filter) {
  std::string out = bar(detail::part_spent(filter), "the budget");
  if (const auto slack = detail::slack_spent(filter); slack && *slack > 0) {
    append(out, "<p class=\"soft\">of the delta for thresholds:</p>", bar(*slack, "that delta"));
  }
  return out;
}

// How much likelier anything can become, rounded up.
std::string times(double epsilon) {
  const double factor = std::exp(epsilon);
  return factor < 1e6 ? fixed_text(std::ceil(factor * 100 * (1 + 1e-9)) / 100, 2)
                      : "e^" + fixed_text(epsilon, 2);
}

// A text of somebody's own choice amid others: what runs from right to left in it moves nothing beside it.
std::string set_apart(std::string_view text) { return "<bdi>" + escaped_html(text) + "</bdi>"; }

// The promise for a board.
std::string promise(const Dataset& dataset) {
  const Amounts& budget = dataset.budget;
  const std::string unit = set_apart(dataset.unit);
  std::string out;
  append(out, "<p>What anybody can learn about one ", unit,
         " from everything that is ever released of these data is bounded: with the rows of that ",
         unit, dataset.neighbors == Neighbors::replace ? " changed" : " added or removed",
         ", no outcome becomes more than ");
  if (budget.epsilon) {
    append(out, times(inf_double_of(*budget.epsilon)), " times as likely");
  } else {
    append(out, times(zcdp_to_epsilon(inf_double_of(*budget.rho), 1e-6)),
           " times as likely, but for a chance of one in a million");
  }
  if (budget.delta) {
    append(out, ", but for a chance of ", short_amount(*budget.delta, Shorten::up));
  }
  append(out, ". In the field's words: ", escaped_html(budget_in_words(budget_of(dataset))),
         ", for ", neighbors_in_words(dataset.neighbors, unit), ".</p>\n");
  return out;
}

void fact_row(std::string& out, const char* name, const std::string& value) {
  append(out, "<dt>", name, "</dt><dd>", value, "</dd>\n");
}

std::string decision_html(const Decision& decision) {
  std::string out;
  append(out, decision.at, " by ", set_apart(decision.user), ": ", set_apart(decision.reason));
  return out;
}

template <class State>
std::string decisions_of(const State& state) {
  std::string out;
  if (state.lowered) {
    fact_row(
        out, "lowered",
        "to " + escaped_html(budget_in_words(state.limit)) + ", " + decision_html(*state.lowered));
  }
  if (state.closed) {
    fact_row(out, "closed", "<span class=\"stop\">" + decision_html(*state.closed) + "</span>");
  }
  return out;
}

bool is_closed(const DatasetState& state) {
  return state.closed || (state.in_group && state.in_group->closed);
}

template <class State>
std::string spent_of(const State& state) {
  std::string out;
  fact_row(out, "spent",
           escaped_html(amounts_in_words(state.spent, Shorten::up)) + " in " +
               std::to_string(state.charges) + (state.charges == 1 ? " charge" : " charges"));
  if (const auto fixed = spent_if_fixed(state)) {
    fact_row(out, "that is",
             escaped_html(amounts_in_words(*fixed, Shorten::up)) +
                 ", had these charges been fixed beforehand; not a guarantee");
  }
  return out;
}

std::string facts_of(const DatasetState& state) {
  std::string out = "<dl>\n" + spent_of(state);
  fact_row(out, "left",
           is_closed(state) ? "nothing"
                            : escaped_html(left_in_words(state.dataset.accountant, state.left)));
  fact_row(out, "accountant", std::string{to_string(state.dataset.accountant)});
  if (state.dataset.group) {
    fact_row(out, "group", escaped_html(*state.dataset.group));
  }
  return out + decisions_of(state) + "</dl>\n";
}

std::string dataset_section(const DatasetState& state, const std::vector<const Charge*>& charges) {
  const Filter filter = filter_after(budget_of(state.dataset), state.spent);
  std::string out;
  append(out, "<section>\n<h2>", escaped_html(state.dataset.name), "</h2>\n", bars(filter),
         facts_of(state), promise(state.dataset));
  if (!charges.empty()) {
    append(out, "<figure><figcaption>spent over time</figcaption>\n",
           detail::plot_of(detail::spent_over_time(state.dataset, charges),
                           "what was spent of " + state.dataset.name + " over time"),
           "</figure>\n");
  }
  return out + "</section>\n";
}

std::string group_section(const GroupState& state) {
  std::string out;
  append(out, "<section>\n<h2>Group ", escaped_html(state.group.name), "</h2>\n",
         bars(filter_after(state.group.budget, state.spent)), "<dl>\n");
  std::string datasets;
  for (const std::string& dataset : state.datasets) {
    append(datasets, datasets.empty() ? "" : ", ", set_apart(dataset));
  }
  fact_row(out, "datasets", datasets.empty() ? "none yet" : datasets);
  fact_row(out, "budget", escaped_html(budget_in_words(state.group.budget)));
  out += spent_of(state);
  fact_row(out, "left",
           state.closed ? "nothing"
                        : escaped_html(left_in_words(state.group.budget.accountant, state.left)));
  return out + decisions_of(state) + "</dl>\n</section>\n";
}

std::string parameters_of(const Charge& charge, const RunState* run) {
  if (charge.request.parameters.empty() && run == nullptr) {
    return "";
  }
  std::string out = "<details><summary>parameters</summary><dl>";
  if (run != nullptr) {
    append(out, "<dt>run</dt><dd>", escaped_html(charge.request.run->id),
           "</dd><dt>result</dt><dd>",
           run->result ? "sha256 " + run->result->sha256 : "not stored yet", "</dd>");
  }
  for (const auto& [name, value] : charge.request.parameters) {
    append(out, "<dt>", escaped_html(name), "</dt><dd>", escaped_html(value), "</dd>");
  }
  return out + "</dl></details>";
}

std::string charge_row(const Charge& charge, const RunState* run) {
  std::string out;
  append(out, "<tr><td class=\"n\">", std::to_string(charge.sequence), "</td><td>", charge.at,
         "</td><td>", escaped_html(charge.request.dataset), "</td><td>",
         escaped_html(charge.request.what), parameters_of(charge, run), "</td><td>",
         escaped_html(charge.request.asked_by), "</td><td>", escaped_html(charge.user.value_or("")),
         "</td><td>", escaped_html(amounts_in_words(charge.charged, Shorten::up)),
         "</td><td><code title=\"", charge.hash, "\">", charge.hash.substr(0, 12),
         "</code></td></tr>\n");
  return out;
}

std::string charges_table(const LedgerContents& contents) {
  if (contents.charges.empty()) {
    return "<p>Nothing was charged yet.</p>\n";
  }
  std::string out =
      "<form id=\"find\" hidden><label>Find <input name=\"text\" type=\"search\"></label> "
      "<output id=\"found\"></output></form>\n"
      "<div id=\"charges\" class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Charges\">\n"
      "<table><caption>Every charge, oldest first</caption>\n<thead><tr><th scope=\"col\" "
      "class=\"n\">No.</th><th scope=\"col\">When (UTC)</th><th scope=\"col\">Dataset</th><th "
      "scope=\"col\">Release</th><th scope=\"col\">Asked by</th><th scope=\"col\">User</th><th "
      "scope=\"col\">Charged</th><th scope=\"col\">Hash</th></tr></thead>\n<tbody>\n";
  std::unordered_map<std::string, const RunState*> runs;  // by the hash of the charge
  for (const RunState& run : contents.runs) {
    runs[run.charge.hash] = &run;
  }
  for (const Charge& charge : contents.charges) {
    const auto found = runs.find(charge.hash);
    out += charge_row(charge, found == runs.end() ? nullptr : found->second);
  }
  return out + "</tbody></table></div>\n";
}

std::unordered_map<std::string, std::vector<const Charge*>> by_dataset(
    const std::vector<Charge>& charges) {
  std::unordered_map<std::string, std::vector<const Charge*>> out;
  for (const Charge& charge : charges) {
    out[charge.request.dataset].push_back(&charge);
  }
  return out;
}

// Only this script runs, whatever a name in the page may say.
std::string policy() {
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
  const std::string script = detail::report_script;
  require(crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(script.data()),
                             script.size()) == 0,
          bug, "SHA-256 does not fail");
  std::array<char,
             sodium_base64_ENCODED_LEN(crypto_hash_sha256_BYTES, sodium_base64_VARIANT_ORIGINAL)>
      text{};
  sodium_bin2base64(text.data(), text.size(), digest.data(), digest.size(),
                    sodium_base64_VARIANT_ORIGINAL);
  std::string out;
  append(out, "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-", text.data(),
         "'; base-uri 'none'; form-action 'none'");
  return out;
}

}  // namespace

std::string ledger_report(const LedgerContents& contents, const std::string& name) {
  std::string out;
  append(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
         "<meta http-equiv=\"Content-Security-Policy\" content=\"", policy(), "\">\n<title>",
         escaped_html(name), ": privacy budget</title>\n<style>", detail::report_style,
         "</style>\n</head>\n<body>\n<main>\n<h1>Privacy budget of ", escaped_html(name),
         "</h1>\n<p>Verified: each of the ", std::to_string(contents.entries),
         " entries follows the one before, and no charge passes its budget. Last hash <code>",
         contents.head, "</code>.</p>\n");
  for (const std::string& sentence :
       moves_in_words(contents.moved, contents.copied, contents.unfinished)) {
    append(out, "<p><strong>This ledger: ", escaped_html(sentence), ".</strong></p>\n");
  }
  for (const GroupState& group : contents.groups) {
    out += group_section(group);
  }
  const auto charges = by_dataset(contents.charges);
  for (const DatasetState& state : contents.datasets) {
    const auto found = charges.find(state.dataset.name);
    out += dataset_section(state,
                           found == charges.end() ? std::vector<const Charge*>{} : found->second);
  }
  append(out, "<section>\n<h2>Charges</h2>\n", charges_table(contents),
         "</section>\n</main>\n<script>", detail::report_script, "</script>\n</body>\n</html>\n");
  return out;
}

std::string ledger_summary(const LedgerContents& contents) {
  std::string out =
      "<table><thead><tr><th scope=\"col\">dataset</th><th scope=\"col\">budget</th><th "
      "scope=\"col\">left</th><th scope=\"col\">spent</th></tr></thead><tbody>";
  for (const DatasetState& state : contents.datasets) {
    const double part = detail::part_spent(filter_after(budget_of(state.dataset), state.spent));
    append(out, "<tr><td>", escaped_html(state.dataset.name), "</td><td>",
           escaped_html(budget_in_words(budget_of(state.dataset))), "</td><td>",
           is_closed(state) ? "nothing: closed"
                            : escaped_html(left_in_words(state.dataset.accountant, state.left)),
           "</td><td><progress max=\"100\" value=\"", fixed_text(100 * part, 1), "\">",
           fixed_text(100 * part, 1), " %</progress></td></tr>");
  }
  return out + "</tbody></table>";
}

}  // namespace discreet
