#include "value_grid.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "calendar_day.hpp"
#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"
#include "input_error.hpp"

namespace discreet::cli {
namespace {

struct GridBound {
  Fraction value;
  ValueKind kind;
};

Fraction signed_number(const char* option, std::string_view text, const char* rule) {
  const bool negative = text.starts_with('-');
  text.remove_prefix(negative || text.starts_with('+') ? 1 : 0);
  try {
    const Fraction size = parse_amount(text);
    return negative ? Fraction{-size} : size;
  } catch (const Error&) {
    throw UsageError{fmt::format("{} must be {}", option, rule)};
  }
}

GridBound parse_bound(const char* option, const std::string& text) {
  constexpr std::size_t day_size = 10;
  const DayText day = read_day(text);
  if (day.kind == DayText::Kind::day && text.size() == day_size) {
    return {exact_fraction(day.day), ValueKind::days};
  }
  return {signed_number(option, text, "a number such as -12 or 0.5, or a day such as 2026-01-31"),
          ValueKind::numbers};
}

Fraction default_step(const Fraction& lower, const Fraction& upper) {
  constexpr int apart = 100;
  if (lower.get_den() != 1 || upper.get_den() != 1 || upper - lower < apart) {
    throw UsageError{
        "--step may be left out only where both bounds are whole and at least 100 apart"};
  }
  return 1;
}

Fraction parse_step(const std::string& text, ValueKind kind) {
  if (kind == ValueKind::numbers) {
    return signed_number("--step", text, "a number such as 0.5 or 100");
  }
  constexpr const char* rule = "a whole number of days where the bounds are days";
  Fraction out = signed_number("--step", text, rule);
  if (out.get_den() != 1) {
    throw UsageError{fmt::format("--step must be {}", rule)};
  }
  return out;
}

// How many digits behind the point a number needs; nothing if no decimal ends.
std::optional<unsigned> decimals_of(const Fraction& number) {
  mpz_class rest = number.get_den();
  const mpz_class two = 2;
  const mpz_class five = 5;
  const auto twos = mpz_remove(rest.get_mpz_t(), rest.get_mpz_t(), two.get_mpz_t());
  const auto fives = mpz_remove(rest.get_mpz_t(), rest.get_mpz_t(), five.get_mpz_t());
  return rest == 1 ? std::optional{static_cast<unsigned>(std::max(twos, fives))} : std::nullopt;
}

std::string decimal_of(const Fraction& number, std::optional<unsigned> decimals) {
  const char* const sign = number < 0 ? "-" : "";
  const Fraction size = abs(number);
  if (!decimals) {
    return sign + amount_text(size);
  }
  mpz_class unit;
  mpz_ui_pow_ui(unit.get_mpz_t(), 10, *decimals);
  std::string digits = Fraction{size * unit}.get_num().get_str();
  if (*decimals == 0) {
    return sign + digits;
  }
  // At least one digit before the point.
  digits.insert(
      0, std::string(*decimals + 1 - std::min<std::size_t>(*decimals + 1, digits.size()), '0'));
  digits.insert(digits.size() - *decimals, ".");
  return sign + digits;
}

}  // namespace

ValueGrid::ValueGrid(Grid grid, ValueKind kind) : grid_(std::move(grid)), kind_(kind) {
  const auto lower = decimals_of(grid_.lower());
  const auto step = decimals_of(grid_.step());
  if (lower && step) {
    decimals_ = std::max(*lower, *step);
  }
}

ValueGrid ValueGrid::parse(const std::string& lower, const std::string& upper,
                           const std::optional<std::string>& step) {
  const GridBound low = parse_bound("--lower", lower);
  const GridBound high = parse_bound("--upper", upper);
  if (low.kind != high.kind) {
    throw UsageError{"--lower and --upper must both be numbers or both be days"};
  }
  const Fraction width = step                          ? parse_step(*step, low.kind)
                         : low.kind == ValueKind::days ? Fraction{1}
                                                       : default_step(low.value, high.value);
  return {make_grid(low.value, high.value, width), low.kind};
}

std::string ValueGrid::text(std::uint64_t cell) const {
  const Fraction value = grid_.value(cell);
  return kind_ == ValueKind::days ? day_text(value.get_num().get_si())
                                  : decimal_of(value, decimals_);
}

std::string ValueGrid::step_text() const {
  return decimal_of(grid_.step(), decimals_of(grid_.step()));
}

std::string ValueGrid::in_words() const {
  const bool one_day = grid_.step() == 1;
  const char* const days = kind_ == ValueKind::numbers ? "" : one_day ? " day" : " days";
  return fmt::format("from {} to {} in steps of {}{}", text(0), text(grid_.cells() - 1),
                     step_text(), days);
}

std::size_t ValueGrid::longest_text() const {
  if (decimals_) {
    return std::max(text(0).size(), text(grid_.cells() - 1).size());
  }
  // A numerator and a denominator, neither longer than these; where it ends, a decimal has up to four digits for each
  // of theirs.
  const mpz_class denominator = grid_.lower().get_den() * grid_.step().get_den();
  const Fraction most = std::max<Fraction>(abs(grid_.lower()), abs(grid_.upper()));
  const mpz_class numerator = Fraction{most * denominator}.get_num();
  return 4 * (numerator.get_str().size() + denominator.get_str().size()) + 2;
}

ValueReader::ValueReader(const ValueGrid& grid, PerUnit rule)
    : reader_(grid.grid()), kind_(grid.kind()), rule_(rule) {
  if (rule_ == PerUnit::sum && kind_ == ValueKind::days) {
    throw UsageError{"--per-unit sum is for numbers: days cannot be added up"};
  }
  mpz_class most;
  mpz_ui_pow_ui(most.get_mpz_t(), 10, DecimalSum::most_digits);
  const Fraction& lower = grid.grid().lower();
  const Fraction& upper = grid.grid().upper();
  if (is_computed(rule_) &&
      (abs(lower) > most || abs(upper) > most || grid.grid().step() * most < 1)) {
    throw UsageError{fmt::format(
        "for --per-unit sum and mean bounds must lie between -10^{} and 10^{}, and a step must be "
        "10^-{} or more",
        DecimalSum::most_digits, DecimalSum::most_digits, DecimalSum::most_digits)};
  }
}

ValueReader::Value ValueReader::read(std::string_view text, std::uint64_t line) const {
  Value out;
  if (kind_ == ValueKind::days) {
    const DayText day = read_day(text);
    if (day.kind == DayText::Kind::zoned) {
      throw InputError{line,
                       "the value is a time with a zone, and elsewhere another day: write the days "
                       "of one place instead"};
    }
    if (day.kind == DayText::Kind::none) {
      throw InputError{line,
                       "the value must be a day such as 2026-01-31, with or without a time, or "
                       "empty where there is none"};
    }
    is_computed(rule_) ? void(out.number = DecimalSum{day.day})
                       : void(out.place = reader_.place(day.day));
    return out;
  }
  const auto number = try_decimal_text(text);
  if (!number) {
    throw InputError{
        line, "the value must be a number such as -12, 0.5 or 1e3, or empty where there is none"};
  }
  is_computed(rule_) ? void(out.number = DecimalSum{*number})
                     : void(out.place = reader_.place(*number));
  return out;
}

}  // namespace discreet::cli
