#include "ledger/moves.hpp"

#include <charconv>
#include <utility>

#include "discreet/error.hpp"
#include "discreet/ledger/text.hpp"
#include "ledger/names.hpp"

namespace discreet::detail {
namespace {

constexpr std::size_t id_digits = 32;
constexpr std::size_t hash_digits = 64;

[[noreturn]] void misplaced(const Entry& entry, const char* what) {
  throw Error{ErrorKind::ledger, "entry " + std::to_string(entry.sequence) + " " + what};
}

constexpr const char* no_move = "is not one that this program writes";
constexpr const char* other_contents =
    "does not hold what the ledger held when it moved: entries are missing, or others";

std::optional<std::int64_t> parse_count(std::string_view text) {
  std::int64_t out = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), out);
  return failed == std::errc{} && end == text.data() + text.size() && out >= 0 ? std::optional{out}
                                                                               : std::nullopt;
}

std::string contents_text(const Contents& contents) {
  return std::to_string(contents.entries) + " " + contents.hash;
}

std::optional<Contents> parse_contents(std::string_view text) {
  const std::size_t space = text.find(' ');
  const auto entries = parse_count(text.substr(0, space));
  if (space == std::string_view::npos || !entries) {
    return std::nullopt;
  }
  return Contents{*entries, std::string{text.substr(space + 1)}};
}

// After the facts of the move: for each dataset its name, if it has one, and what it held.
std::optional<ContentsByDataset> parse_all_contents(const Facts& facts) {
  ContentsByDataset out;
  std::string dataset;
  for (const auto& [name, value] : facts) {
    if (name == "dataset") {
      dataset = value;
    } else if (name == "contents") {
      const auto contents = parse_contents(value);
      if (!contents || !out.emplace(dataset, *contents).second) {
        return std::nullopt;
      }
    }
  }
  return out;
}

std::int64_t said_of(const MoveRecord& record, const std::string& dataset) {
  const auto found = record.contents.find(dataset);
  return found == record.contents.end() ? 0 : found->second.entries;
}

}  // namespace

void Contents::add(const Entry& entry) {
  ++entries;
  Entry alone = entry;
  alone.sequence = entries;
  alone.previous = hash;
  hash = entry_hash(alone);
}

Facts move_facts(const MoveRecord& record) {
  const Move& move = record.move;
  Facts out{{"to", move.to},     {"id", move.id},
            {"from", move.from}, {"entries", std::to_string(move.entries)},
            {"head", move.head}, {"user", move.user}};
  for (const auto& [dataset, contents] : record.contents) {
    if (!dataset.empty()) {
      out.emplace_back("dataset", dataset);
    }
    out.emplace_back("contents", contents_text(contents));
  }
  return out;
}

std::optional<MoveRecord> parse_move(const Entry& entry) {
  const std::string_view record = stamp_of(entry).record;
  const auto facts = parse_facts(record);
  if (!facts || !entry.dataset.empty()) {
    return std::nullopt;
  }
  const auto said = [&](const char* name) { return fact(*facts, name).value_or(""); };
  const auto entries = parse_count(said("entries"));
  auto contents = parse_all_contents(*facts);
  if (!entries || !contents) {
    return std::nullopt;
  }
  MoveRecord out{{.sequence = entry.sequence,
                  .at = entry.at,
                  .to = said("to"),
                  .id = said("id"),
                  .from = said("from"),
                  .entries = *entries,
                  .head = said("head"),
                  .user = said("user"),
                  .hash = entry.hash},
                 *std::move(contents)};
  const Move& move = out.move;
  const bool sound = !move.to.empty() && is_utf8(move.to) && is_visible(move.to) &&
                     move.id.size() == id_digits && move.from.size() == id_digits &&
                     move.head.size() == hash_digits && is_recorded_name(move.user);
  return sound && facts_text(move_facts(out)) == record ? std::optional{std::move(out)}
                                                        : std::nullopt;
}

Facts identity_facts(const Identity& identity) {
  Facts out{{"id", identity.id}};
  if (identity.copy_of) {
    out.emplace_back("copy-of", *identity.copy_of);
  }
  return out;
}

std::optional<Identity> parse_identity(const Entry& entry) {
  const std::string_view record = stamp_of(entry).record;
  const auto facts = parse_facts(record);
  if (!facts) {
    return std::nullopt;
  }
  Identity out{fact(*facts, "id").value_or(""), fact(*facts, "copy-of")};
  const bool sound =
      out.id.size() == id_digits && (!out.copy_of || out.copy_of->size() == id_digits);
  return sound && facts_text(identity_facts(out)) == record ? std::optional{std::move(out)}
                                                            : std::nullopt;
}

Contents Moves::contents_of(const std::string& dataset) const {
  const auto found = contents_.find(dataset);
  return found == contents_.end() ? Contents{} : found->second;
}

bool Moves::is_copied(const Entry& entry) const {
  return unfinished() ||
         (arrived_ && contents_of(entry.dataset).entries < said_of(*arrived_, entry.dataset));
}

// Compares what a dataset holds with what a move says of it, as soon as there are as many entries.
void Moves::require_said(const std::optional<MoveRecord>& record, const Entry& entry,
                         const std::string& dataset) const {
  if (!record) {
    return;
  }
  const auto said = record->contents.find(dataset);
  const Contents held = contents_of(dataset);
  if (said != record->contents.end() && held.entries == said->second.entries &&
      held != said->second) {
    misplaced(entry, other_contents);
  }
}

void Moves::take_move(const Entry& entry) {
  auto record = parse_move(entry);
  if (!record) {
    misplaced(entry, no_move);
  }
  const Move& move = record->move;
  const bool comes_here = move.id == identity_.id;
  const bool comes_from_there = identity_.copy_of && move.from == *identity_.copy_of;
  if (unfinished() && !comes_here && !comes_from_there) {
    return;  // how the old ledger had come to where it was
  }
  const bool in_place =
      unfinished() ? comes_here && comes_from_there : !comes_here && move.from == identity_.id;
  if (!in_place) {
    misplaced(entry, no_move);
  }
  // What the ledger itself held stands before this entry; of a dataset it may be read later, never more of it.
  for (const auto& [dataset, held] : contents_) {
    if (held.entries > said_of(*record, dataset)) {
      misplaced(entry, other_contents);
    }
    require_said(record, entry, dataset);
  }
  if (contents_of("").entries != said_of(*record, "")) {
    misplaced(entry, other_contents);
  }
  (unfinished() ? arrived_ : left_) = std::move(record);
}

void Moves::take(const Entry& entry) {
  if (left_ && contents_of(entry.dataset).entries >= said_of(*left_, entry.dataset)) {
    misplaced(entry, "was written after the ledger had moved");
  }
  if (entry.kind == "moved") {
    take_move(entry);
  }
  contents_[entry.dataset].add(entry);
  if (entry.kind != "moved") {
    require_said(arrived_, entry, entry.dataset);
    require_said(left_, entry, entry.dataset);
  }
}

void Moves::require_whole(const std::function<bool(const std::string&)>& may_be_seen) const {
  for (const auto* const record : {&arrived_, &left_}) {
    if (!*record) {
      continue;
    }
    for (const auto& [dataset, said] : (*record)->contents) {
      require(contents_of(dataset).entries >= said.entries || !may_be_seen(dataset),
              ErrorKind::ledger, "the ledger lacks entries that it had when it moved");
    }
  }
}

std::tuple<std::optional<Move>, std::optional<Move>, bool> Moves::summary() const {
  const auto move_of = [](const std::optional<MoveRecord>& record) {
    return record ? std::optional{record->move} : std::nullopt;
  };
  return {move_of(left_), move_of(arrived_), unfinished()};
}

void Moves::require_here() const {
  if (left_) {
    throw Error{ErrorKind::ledger, "the ledger moved to " + left_->move.to + " (" + left_->move.at +
                                       "): nothing more is charged or written here"};
  }
  require(!unfinished(), ErrorKind::ledger,
          "this copy of another ledger is not finished: repeat the copy; before that nothing is "
          "charged or written here");
}

}  // namespace discreet::detail
