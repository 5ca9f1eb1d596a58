#include "discreet/error.hpp"
#include "discreet/framework/metrics.hpp"

namespace discreet {

std::string_view to_string(Neighbors neighbors) noexcept {
  switch (neighbors) {
    case Neighbors::add_remove:
      return "add-remove";
    case Neighbors::replace:
      return "replace";
  }
  return "unknown";
}

Neighbors parse_neighbors(std::string_view name) {
  for (const Neighbors one : {Neighbors::add_remove, Neighbors::replace}) {
    if (to_string(one) == name) {
      return one;
    }
  }
  throw Error{bad_parameter, "neighbours are add-remove or replace"};
}

}  // namespace discreet
