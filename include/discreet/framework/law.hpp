#pragma once

#include <string_view>

#include "discreet/error.hpp"

namespace discreet {

/// The law of one selection. A third one is added here, and the compiler then names every switch that
/// must know it: its names (law.cpp), its rounds (the engine) and its account (accounting).
enum class Law {
  exponential_mechanism,  ///< e^(score / scale), normalised: bounded range
  permute_and_flip,       ///< dominated by Laplace; errs less at an equal scale
};

/// The law as sentences, ledgers and JSON name it: "exponential mechanism", "permute-and-flip".
///
/// Requires  a law that no cast made.
[[nodiscard]] std::string_view to_string(Law law) noexcept;

/// The law as command lines and Python name it: "exponential", "permute-and-flip".
///
/// Requires  a law that no cast made.
[[nodiscard]] std::string_view id_of(Law law) noexcept;

/// The law that command lines and Python call so.
///
/// Throws    Error{bad_parameter} for any other text.
[[nodiscard]] Law parse_law(std::string_view id);

/// Throws Error{bad_parameter} for a value that a cast made and that is none.
inline void require_law(Law law) {
  switch (law) {
    case Law::exponential_mechanism:
    case Law::permute_and_flip:
      return;
  }
  throw Error{bad_parameter, "must specify the law"};
}

/// Whether large scores or small ones are good; min is the specification's negate.
enum class Optimize { max, min };

/// "max" or "min", as bills and other languages name it.
///
/// Requires  a value that no cast made.
[[nodiscard]] std::string_view to_string(Optimize optimize) noexcept;

/// Throws Error{bad_parameter} for a value that a cast made and that is neither.
inline void require_optimize(Optimize optimize) {
  require(optimize == Optimize::max || optimize == Optimize::min, bad_parameter,
          "must specify optimization");
}

/// The optimization of that name.
///
/// Throws    Error{bad_parameter} for any other text.
[[nodiscard]] Optimize parse_optimize(std::string_view text);

}  // namespace discreet
