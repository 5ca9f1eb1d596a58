#pragma once

#include <string_view>

namespace discreet {

/// What an (epsilon, delta) is bought with under the accountant mixed, which can add either.
enum class Pay {
  epsilon,  ///< a pure epsilon: the release needs no delta, and often more of the budget's rho
  rho,      ///< the rho that converts to (epsilon, delta): many such releases add up to less
};

std::string_view to_string(Pay pay) noexcept;

/// The way to pay of that name, epsilon or rho.
///
/// Throws    Error{bad_parameter} if there is none.
Pay parse_pay(std::string_view name);

}  // namespace discreet
