#include "discreet/error.hpp"

namespace discreet {

std::string_view to_string(ErrorKind kind) noexcept {
  switch (kind) {
    case bad_parameter:
      return "bad_parameter";
    case outside_domain:
      return "outside_domain";
    case bad_distance:
      return "bad_distance";
    case over_budget:
      return "over_budget";
    case no_entropy:
      return "no_entropy";
    case ledger:
      return "ledger";
    case charge_unknown:
      return "charge_unknown";
    case unsound_thread:
      return "unsound_thread";
    case bug:
      return "bug";
  }
  return "bug";
}

}  // namespace discreet
