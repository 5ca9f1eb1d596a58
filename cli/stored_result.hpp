#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "render.hpp"

namespace discreet::cli {

/// What a run stores of a result: all that any format is rendered from, but for the receipt and the dataset, which the
/// ledger has. UTF-8 where the result's texts are.
std::string stored_text(const ReleaseResult& result);

/// The result of such a text, without receipt and dataset.
///
/// Throws    Error{ledger} for any other text.
ReleaseResult result_of(std::string_view text);

/// The most bytes that any cell of a number takes of a stored text.
inline constexpr std::size_t longest_stored_number = 48;

}  // namespace discreet::cli
