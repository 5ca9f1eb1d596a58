#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "render.hpp"

namespace discreet::cli {

/// The most that the rows of a result can hold.
struct Extent {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t text = 0;    ///< bytes of all their texts
  std::size_t groups = 0;  ///< that have facts of their own
};

/// What a run stores of a result: all that any format is rendered from, but for the receipt and the dataset, which the
/// ledger has. UTF-8 where the result's texts are.
std::string stored_text(const ReleaseResult& result);

/// The result of such a text, without receipt and dataset.
///
/// Throws    Error{ledger} for any other text.
ReleaseResult result_of(std::string_view text);

/// The most room that the stored text of a result takes, of this one with rows of at most this extent in it: a newline
/// and a backslash count twice.
std::size_t stored_room(const ReleaseResult& without_rows, const Extent& extent);

}  // namespace discreet::cli
