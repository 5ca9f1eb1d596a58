#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/dataset.hpp"

namespace discreet::python {

using MaybeText = std::optional<std::string>;
/// Epsilon, delta, rho, slack, steps and step as somebody said them: each a decimal, a fraction, or None.
using WrittenAmounts = std::tuple<MaybeText, MaybeText, MaybeText, MaybeText, MaybeText, MaybeText>;
/// The same as a ledger holds them: each numerator/denominator in hexadecimal, or None. Sums grow without a bound, and
/// Python neither reads nor writes a decimal of more than some thousand digits.
using PlainAmounts = WrittenAmounts;

inline PlainAmounts plain(const Amounts& amounts) {
  const auto text = [](const std::optional<Fraction>& amount) -> MaybeText {
    return amount ? std::optional{amount->get_str(16)} : std::nullopt;
  };
  return {text(amounts.epsilon), text(amounts.delta), text(amounts.rho),
          text(amounts.slack),   text(amounts.steps), text(amounts.step)};
}

inline Fraction fraction_from(const std::string& plain) {
  Fraction out;
  require(out.set_str(plain, 16) == 0 && out.get_den() != 0, bug,
          "an amount crosses as a fraction");
  out.canonicalize();
  return out;
}

inline Amounts amounts_from_plain(const PlainAmounts& plain) {
  const auto amount = [](const MaybeText& text) -> std::optional<Fraction> {
    return text ? std::optional{fraction_from(*text)} : std::nullopt;
  };
  return {amount(std::get<0>(plain)), amount(std::get<1>(plain)), amount(std::get<2>(plain)),
          amount(std::get<3>(plain)), amount(std::get<4>(plain)), amount(std::get<5>(plain))};
}

inline Amounts amounts_from(const WrittenAmounts& said) {
  const auto amount = [](const MaybeText& text) -> std::optional<Fraction> {
    return text ? std::optional{parse_amount(*text)} : std::nullopt;
  };
  return {amount(std::get<0>(said)), amount(std::get<1>(said)), amount(std::get<2>(said)),
          amount(std::get<3>(said)), amount(std::get<4>(said)), amount(std::get<5>(said))};
}

}  // namespace discreet::python
