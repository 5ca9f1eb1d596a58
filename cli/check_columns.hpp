#pragma once

#include <string>

#include "quantile_columns.hpp"

namespace discreet::cli {

/// What check says of a part of a whole: never 100 % unless it is all.
std::string percent(std::uint64_t part, std::uint64_t whole);

/// A line of what check says: a name, and a number in a column of its own.
std::string check_line(std::string_view name, const std::string& number);

inline constexpr const char* not_private = "NOT PRIVATE: for the owner of the data only";

/// How the rows of a column fit its grid and its groups, for people.
std::string columns_as_text(const ColumnFacts& facts, const ColumnTerms& terms);

/// The same as JSON, with the schema discreet.check/2.
std::string columns_as_json(const ColumnFacts& facts, const ColumnTerms& terms);

}  // namespace discreet::cli
