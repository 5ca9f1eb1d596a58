#pragma once

#include <optional>

#include <gtest/gtest.h>

#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"

namespace discreet::testing {

inline std::optional<Fraction> amount(const char* text) {
  return text == nullptr ? std::nullopt : std::optional{parse_amount(text)};
}

inline Amounts amounts(const char* epsilon, const char* delta = nullptr, const char* rho = nullptr,
                       const char* slack = nullptr) {
  return {amount(epsilon), amount(delta), amount(rho), amount(slack)};
}

/// The kind of the Error that an action throws.
template <class Action>
ErrorKind kind_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.kind();
  }
  throw std::logic_error{"nothing was thrown"};
}

}  // namespace discreet::testing
