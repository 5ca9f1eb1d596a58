#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "byte_source.hpp"

namespace discreet::cli {

/// Labels and their scores, in the file's order.
struct LabelledScores {
  std::vector<std::string> labels;
  std::variant<std::vector<double>, std::vector<std::int64_t>> values;
};

/// Whether scores are read as doubles or as exact 64-bit integers.
enum class ScoreType { real, integer };

/// Reads scores that somebody else computed.
///
/// Law       a real score is the double nearest to what is written; an integer is exact.
/// Requires  a header with both columns; labels that are not empty, none twice; scores that are
///           finite numbers, as reals no integer from 2^53 on.
/// Throws    InputError; for a score without a line.
LabelledScores read_scores(const NextBytes& next_bytes, char separator, const std::string& label,
                           const std::string& score, ScoreType type);

}  // namespace discreet::cli
