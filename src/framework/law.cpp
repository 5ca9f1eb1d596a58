#include "discreet/framework/law.hpp"

#include <array>

#include "discreet/error.hpp"

namespace discreet {

namespace {

struct Names {
  std::string_view text;
  std::string_view id;
};

constexpr Names names_of(Law law) noexcept {
  switch (law) {
    case Law::exponential_mechanism:
      return {"exponential mechanism", "exponential"};
    case Law::permute_and_flip:
      return {"permute-and-flip", "permute-and-flip"};
  }
  return {};  // what a cast made
}

constexpr std::array laws = {Law::exponential_mechanism, Law::permute_and_flip};

}  // namespace

std::string_view to_string(Law law) noexcept { return names_of(law).text; }

std::string_view id_of(Law law) noexcept { return names_of(law).id; }

Law parse_law(std::string_view id) {
  for (const Law law : laws) {
    if (names_of(law).id == id) {
      return law;
    }
  }
  throw Error{bad_parameter, "mechanism must be exponential or permute-and-flip"};
}

std::string_view to_string(Optimize optimize) noexcept {
  switch (optimize) {
    case Optimize::max:
      return "max";
    case Optimize::min:
      return "min";
  }
  return {};  // what a cast made
}

Optimize parse_optimize(std::string_view text) {
  require(text == "max" || text == "min", bad_parameter, "must specify optimization");
  return text == "max" ? Optimize::max : Optimize::min;
}

}  // namespace discreet
