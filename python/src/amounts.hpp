#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "discreet/ledger/amount.hpp"
#include "discreet/ledger/dataset.hpp"

namespace discreet::python {

/// An exact amount as it crosses to Python: its one text, or None.
using PlainAmount = std::optional<std::string>;
/// Epsilon, delta and rho.
using PlainAmounts = std::tuple<PlainAmount, PlainAmount, PlainAmount>;

inline PlainAmounts plain(const Amounts& amounts) {
  const auto text = [](const std::optional<Fraction>& amount) -> PlainAmount {
    return amount ? std::optional{amount_text(*amount)} : std::nullopt;
  };
  return {text(amounts.epsilon), text(amounts.delta), text(amounts.rho)};
}

inline Amounts amounts_from(const PlainAmounts& plain) {
  const auto amount = [](const PlainAmount& text) -> std::optional<Fraction> {
    return text ? std::optional{parse_amount(*text)} : std::nullopt;
  };
  return {amount(std::get<0>(plain)), amount(std::get<1>(plain)), amount(std::get<2>(plain))};
}

}  // namespace discreet::python
