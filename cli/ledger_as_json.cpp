#include "ledger_as_json.hpp"

#include "discreet/ledger/text.hpp"
#include "json.hpp"
#include "write_amounts.hpp"

namespace discreet::cli {
namespace {

void write_text(Json& json, const std::optional<std::string>& text) {
  if (text) {
    json.text(*text);
  } else {
    json.null();
  }
}

void write_maybe(Json& json, const std::optional<Amounts>& amounts) {
  if (amounts) {
    write_amounts(json, *amounts, Shorten::up);
  } else {
    json.null();
  }
}

void write_decision(Json& json, const std::optional<Decision>& decision) {
  if (!decision) {
    json.null();
    return;
  }
  json.open('{').name("sequence").number(static_cast<std::uint64_t>(decision->sequence));
  json.name("at").text(decision->at).name("user").text(decision->user);
  json.name("reason").text(decision->reason).close('}');
}

void write_move(Json& json, const std::optional<Move>& move) {
  if (!move) {
    json.null();
    return;
  }
  json.open('{').name("sequence").number(static_cast<std::uint64_t>(move->sequence));
  json.name("at").text(move->at).name("user").text(move->user).name("to").text(move->to);
  json.name("id").text(move->id).name("from").text(move->from);
  json.name("entries").number(static_cast<std::uint64_t>(move->entries));
  json.name("head").text(move->head).close('}');
}

void write_dataset(Json& json, const DatasetState& state) {
  const Dataset& dataset = state.dataset;
  json.open('{').name("name").text(dataset.name).name("unit").text(dataset.unit);
  json.name("neighbors").text(to_string(dataset.neighbors));
  json.name("accountant").text(to_string(dataset.accountant)).name("budget");
  write_amounts(json, dataset.budget, Shorten::up);
  json.name("spent");
  write_amounts(json, state.spent, Shorten::up);
  json.name("left");
  write_amounts(json, state.left, Shorten::down);
  json.name("charges").number(state.charges).name("group");
  write_text(json, dataset.group);
  json.name("limit");
  write_amounts(json, state.limit.amounts, Shorten::up);
  json.name("lowered");
  write_decision(json, state.lowered);
  json.name("closed");
  write_decision(json, state.closed);
  json.name("spent_if_fixed");
  write_maybe(json, spent_if_fixed(state));
  json.close('}');
}

void write_group(Json& json, const GroupState& state) {
  json.open('{').name("name").text(state.group.name);
  json.name("accountant").text(to_string(state.group.budget.accountant)).name("budget");
  write_amounts(json, state.group.budget.amounts, Shorten::up);
  json.name("spent");
  write_amounts(json, state.spent, Shorten::up);
  json.name("left");
  write_amounts(json, state.left, Shorten::down);
  json.name("charges").number(state.charges).name("datasets").open('[');
  for (const std::string& dataset : state.datasets) {
    json.text(dataset);
  }
  json.close(']').name("limit");
  write_amounts(json, state.limit.amounts, Shorten::up);
  json.name("lowered");
  write_decision(json, state.lowered);
  json.name("closed");
  write_decision(json, state.closed);
  json.name("spent_if_fixed");
  write_maybe(json, spent_if_fixed(state));
  json.close('}');
}

void write_charge(Json& json, const Charge& charge) {
  json.open('{').name("sequence").number(static_cast<std::uint64_t>(charge.sequence));
  json.name("at").text(charge.at).name("ordered_at");
  write_text(json, charge.ordered_at);
  json.name("dataset").text(charge.request.dataset);
  json.name("what").text(charge.request.what).name("by").text(charge.request.asked_by);
  json.name("user");
  write_text(json, charge.user);
  json.name("cost");
  write_amounts(json, charge.request.cost, Shorten::up);
  json.name("charged");
  write_amounts(json, charge.charged, Shorten::up);
  json.name("charged_to_group");
  write_maybe(json, charge.charged_to_group);
  json.name("parameters").open('{');
  for (const auto& [name, value] : charge.request.parameters) {
    json.name(name).text(value);
  }
  json.close('}').name("hash").text(charge.hash).name("run");
  write_text(json, charge.request.run ? std::optional{charge.request.run->id} : std::nullopt);
  json.close('}');
}

void write_run(Json& json, const RunState& run) {
  const ChargeRequest& request = run.charge.request;
  json.open('{').name("id").text(request.run->id).name("dataset").text(request.dataset);
  json.name("what").text(request.what).name("by").text(request.asked_by).name("user");
  write_text(json, run.charge.user);
  json.name("request").text(request.run->request).name("charge").open('{');
  json.name("sequence").number(static_cast<std::uint64_t>(run.charge.sequence));
  json.name("at").text(run.charge.at).name("hash").text(run.charge.hash).close('}');
  json.name("result");
  if (!run.result) {
    json.null().close('}');
    return;
  }
  json.open('{').name("sequence").number(static_cast<std::uint64_t>(run.result->sequence));
  json.name("at").text(run.result->at).name("sha256").text(run.result->sha256);
  json.name("hash").text(run.result->hash).close('}').close('}');
}

void write_runs(Json& json, const std::vector<RunState>& runs) {
  json.name("runs").open('[');
  for (const RunState& run : runs) {
    write_run(json, run);
  }
  json.close(']');
}

}  // namespace

std::string ledger_as_json(const LedgerContents& contents) {
  Json json;
  json.open('{').name("schema").text("discreet.ledger/2").name("datasets").open('[');
  for (const DatasetState& state : contents.datasets) {
    write_dataset(json, state);
  }
  json.close(']').name("groups").open('[');
  for (const GroupState& state : contents.groups) {
    write_group(json, state);
  }
  json.close(']').name("charges").open('[');
  for (const Charge& charge : contents.charges) {
    write_charge(json, charge);
  }
  json.close(']');
  write_runs(json, contents.runs);
  json.name("entries").number(static_cast<std::uint64_t>(contents.entries));
  json.name("head").text(contents.head).name("moved");
  write_move(json, contents.moved);
  json.name("copied");
  write_move(json, contents.copied);
  json.name("unfinished").boolean(contents.unfinished).close('}');
  return json.str() + "\n";
}

std::string runs_as_json(const std::vector<RunState>& runs) {
  Json json;
  json.open('{').name("schema").text("discreet.runs/1");
  write_runs(json, runs);
  json.close('}');
  return json.str() + "\n";
}

}  // namespace discreet::cli
