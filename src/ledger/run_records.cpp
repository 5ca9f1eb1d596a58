#include "ledger/run_records.hpp"

#include <algorithm>
#include <utility>

#include "discreet/error.hpp"
#include "ledger/names.hpp"

namespace discreet::detail {
namespace {

constexpr std::size_t digest_digits = 64;
constexpr std::string_view settled_title = "discreet-result 1 ";

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

Facts facts_of_result(const ResultRecord& result) {
  return {{"run", result.run},
          {"sha256", result.sha256},
          {"result", result.text},
          {"filled-up", std::string(result.room - size_in_room(result.text), '.')}};
}

}  // namespace

bool is_sound(const RunRequest& run) {
  return is_recorded_name(run.id) && run.request.size() == digest_digits &&
         std::all_of(run.request.begin(), run.request.end(), is_hex) && run.room <= most_room;
}

std::uint64_t size_in_room(std::string_view text) {
  const auto twice =
      std::count_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\\'; });
  return text.size() + static_cast<std::uint64_t>(twice);
}

Facts result_facts(const Charge& charge, const std::string& text) {
  const RunRequest& run = charge.request.run.value();
  require(size_in_room(text) <= run.room, bug, "a result fits the room that was taken for it");
  return facts_of_result({run.id, text_hash(text), text, run.room});
}

std::string settled_result(const Charge& charge, const std::string& text) {
  Facts facts = result_facts(charge, text);
  facts.insert(facts.begin(), {"charge", charge.hash});
  const std::string record = facts_text(facts);
  return std::string{settled_title} + text_hash(record) + "\n" + record;
}

std::string text_of_settled(const Charge& charge, const std::string& bytes) {
  const std::size_t start = settled_title.size() + digest_digits + 1;
  const auto facts =
      bytes.size() > start ? parse_facts(std::string_view{bytes}.substr(start)) : std::nullopt;
  const std::string text = facts ? fact(*facts, "result").value_or("") : "";
  // Written again it is the same, or it is torn, edited, or of another charge.
  const bool fits = size_in_room(text) <= charge.request.run.value().room;
  require(fits && settled_result(charge, text) == bytes, ErrorKind::ledger,
          "what is settled beside the ledger as the result of a run is damaged, or of another "
          "charge: nothing is drawn for the run");
  return text;
}

std::optional<ResultRecord> parse_result(const Entry& entry) {
  const std::string_view record = stamp_of(entry).record;
  const auto facts = parse_facts(record);
  if (!facts) {
    return std::nullopt;
  }
  ResultRecord out{fact(*facts, "run").value_or(""), fact(*facts, "sha256").value_or(""),
                   fact(*facts, "result").value_or(""), 0};
  out.room = size_in_room(out.text) + fact(*facts, "filled-up").value_or("").size();
  const bool written_by_us =
      out.sha256 == text_hash(out.text) && facts_text(facts_of_result(out)) == record;
  return written_by_us ? std::optional{std::move(out)} : std::nullopt;
}

}  // namespace discreet::detail
