#pragma once

#include <optional>
#include <string>
#include <vector>

#include "discreet/release/account.hpp"

namespace discreet::cli {

/// What of a command line a charge records, so that whoever answers for the budget sees what was asked: public, all of
/// it, and nothing that was read from the rows.
class Asked {
 public:
  /// Which program asked.
  Asked();

  /// A column by what it was taken for, as in unit or item.
  Asked& column(const std::string& role, const std::optional<std::string>& name);

  /// A public list by the SHA-256 of its lines, which is that of a plain file with nothing else in it.
  Asked& list(const std::string& what, const std::vector<std::string>& lines);

  [[nodiscard]] const Parameters& parameters() const noexcept { return parameters_; }

  /// The SHA-256 of what must be equal when a run is repeated: the words of the command line that say what is asked,
  /// and this, but for which program asked.
  [[nodiscard]] std::string request(const std::vector<std::string>& words) const;

 private:
  Parameters parameters_;
};

}  // namespace discreet::cli
