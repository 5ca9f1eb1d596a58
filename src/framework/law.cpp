#include "discreet/framework/law.hpp"

#include "discreet/error.hpp"

namespace discreet {

Optimize parse_optimize(std::string_view text) {
  require(text == "max" || text == "min", bad_parameter, "must specify optimization");
  return text == "max" ? Optimize::max : Optimize::min;
}

}  // namespace discreet
