#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "discreet/accounting/budget.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/ledger/dataset.hpp"
#include "discreet/release/account.hpp"
#include "json.hpp"
#include "options.hpp"

namespace discreet::cli {

/// A number written in digits, with a point where it has decimals.
struct Decimal {
  std::string digits;
};

/// A number written exactly, which JSON has as a text, since its own numbers may be read as doubles.
struct ExactNumber {
  std::string digits;
};

/// A list of numbers.
using Numbers = std::vector<double>;

/// A value as results show it; nothing where there is none.
using Value = std::variant<std::monostate, std::string, std::uint64_t, std::int64_t, double, bool,
                           Decimal, ExactNumber, Numbers>;

/// A name and what it stands for.
using Fact = std::pair<std::string, Value>;

/// A column of a result; numbers stand at its right end.
struct Column {
  std::string name;
  /// How wide it is in a table; without it as wide as what stands in it.
  std::optional<std::size_t> width = {};
};

/// The rows of one group.
struct GroupRows {
  std::string group;
  std::vector<Fact> facts;  ///< in JSON, beside its rows
  std::vector<std::vector<Value>> rows;
};

/// What is drawn beside a row: a bar up to the low end of an interval, and a thinner one up to its high end.
struct Bars {
  std::size_t low;  ///< columns of whole numbers
  std::size_t high;
};

/// What a release gives: a list of rows, at most one row, a list for each group, or one that is laid out across: a row
/// for each group, with a column for each of its rows, named by their first value and holding their second.
struct Rows {
  enum class Shape { list, one_or_none, grouped, across };

  std::string name;  ///< of the JSON member: a list of objects, or an object or null
  std::vector<Column> columns;
  std::vector<std::vector<Value>> rows;
  Shape shape = Shape::list;
  std::vector<GroupRows> groups =
      {};  ///< of the shapes with groups, which have no rows of their own
  std::optional<Bars> bars = {};
};

/// What a kind of release says of itself; whatever all kinds say is said by the frame around it.
struct OwnPart {
  Rows rows;
  std::vector<Fact> facts;  ///< in JSON, between rows and promises
  std::string how;          ///< in brackets behind the promise: law, scale
  std::string note = {};    ///< a sentence below the rows, if there is something to say of them
};

/// How far one unit moves scores that the program did not count itself.
struct ScoreChange {
  double sensitivity = 1;
  Monotonic monotonic = Monotonic::no;
};

/// ", all in one direction" where scores move so, else nothing.
std::string direction_in_words(Monotonic monotonic);

/// Whose presence a release hides.
struct Hidden {
  std::string unit = "unit";
  std::optional<Neighbors> neighbors = {};      ///< nothing where there is no dataset to say it
  std::string counted = {};                     ///< for people: what a score is
  std::optional<ScoreChange> vouched_for = {};  ///< nothing where the program counted
};

/// What came out, of whatever kind.
struct ReleaseResult {
  std::string command;
  OwnPart own;
  Hidden hidden;
  Amounts cost;
  Amounts promise;
  std::optional<Receipt> receipt;
  std::optional<Dataset> dataset;
  std::optional<std::string> run = {};  ///< the id of the run, if it was one
  bool replayed = false;                ///< whether the result was stored before
};

/// Writes each as a member.
void write_facts(Json& json, const std::vector<Fact>& facts);

/// The result as it was asked for.
std::string render(const ReleaseResult& result, Format format);

/// The sentence that states the guarantee.
std::string guarantee(const ReleaseResult& result);

/// The same, and where a stored result is delivered again, that it is.
std::string closing_words(const ReleaseResult& result);

}  // namespace discreet::cli
