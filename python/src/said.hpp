#pragma once

#include <optional>
#include <string>

#include "discreet/accounting/amount.hpp"
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

namespace discreet::python {

namespace nb = nanobind;

/// The value of that name, nothing where it is None.
template <class T>
[[nodiscard]] std::optional<T> said(const nb::dict& words, const char* name) {
  const nb::object value = words[name];
  return value.is_none() ? std::nullopt : std::optional{nb::cast<T>(value)};
}

/// The amount of that name, a decimal or a fraction; nothing where it is None.
[[nodiscard]] inline std::optional<Amount> said_amount(const nb::dict& words, const char* name) {
  const auto text = said<std::string>(words, name);
  return text ? std::optional{Amount{parse_amount(*text)}} : std::nullopt;
}

}  // namespace discreet::python
