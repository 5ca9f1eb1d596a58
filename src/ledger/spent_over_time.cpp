#include "ledger/spent_over_time.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "discreet/error.hpp"
#include "discreet/ledger/text.hpp"
#include "ledger/entry.hpp"
#include "ledger/html.hpp"

namespace discreet::detail {
namespace {

double part_of(const std::optional<Fraction>& spent, const std::optional<Fraction>& whole) {
  if (!whole || *whole == 0 || !spent) {
    return 1;  // what is not added up has no bound
  }
  return std::min(Fraction{*spent / *whole}.get_d(), 1.0);
}

// The picture in its own units.
struct Frame {
  double left = 44;
  double top = 12;
  double width = 580;
  double height = 140;
  std::int64_t first = 0;
  std::int64_t last = 0;

  [[nodiscard]] double x(std::int64_t seconds) const {
    return last == first ? left + width / 2
                         : left + width * static_cast<double>(seconds - first) /
                                      static_cast<double>(last - first);
  }
  [[nodiscard]] double y(double part) const { return top + height * (1 - part); }
};

std::string axes(const Frame& frame) {
  std::string out;
  for (const int percent : {0, 50, 100}) {
    const std::string y = fixed_text(frame.y(percent / 100.0), 1);
    append(out, "<line class=\"grid\" x1=\"44\" x2=\"624\" y1=\"", y, "\" y2=\"", y,
           "\"/><text x=\"38\" y=\"", y, "\" class=\"y\">", std::to_string(percent), " %</text>");
  }
  append(out, "<text x=\"44\" y=\"172\">", time_text(frame.first).substr(0, 10), "</text>");
  if (frame.last != frame.first) {
    append(out, "<text x=\"624\" y=\"172\" class=\"end\">", time_text(frame.last).substr(0, 10),
           "</text>");
  }
  return out;
}

// One corner per unit of width is all that can be seen.
std::string staircase(const Frame& frame, const std::vector<SpentAt>& steps) {
  std::string out = "M44," + fixed_text(frame.y(0), 1);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const double at = frame.x(steps[i].seconds);
    if (i + 1 < steps.size() && frame.x(steps[i + 1].seconds) - at < 0.5) {
      continue;
    }
    append(out, "H", fixed_text(at, 1), "V", fixed_text(frame.y(steps[i].part), 1));
  }
  return out + "H624";
}

}  // namespace

std::string fixed_text(double value, int digits) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 std::chars_format::fixed, digits);
  require(end.ec == std::errc{}, bug, "a number of a page is short");
  return {text.data(), end.ptr};
}

double part_spent(const Filter& filter) {
  const Amounts& spent = filter.spent();
  const Amounts& whole = filter.budget().amounts;
  switch (filter.budget().accountant) {
    case Accountant::pure:
      return part_of(spent.epsilon, whole.epsilon);
    case Accountant::zcdp:
      return part_of(spent.rho, whole.rho);
    case Accountant::basic:
      return std::max(part_of(spent.epsilon, whole.epsilon), part_of(spent.delta, whole.delta));
    case Accountant::mixed:
      return std::min(part_of(spent.epsilon, whole.epsilon), part_of(spent.rho, whole.rho));
    case Accountant::steps:
      return part_of(spent.steps, whole.steps);
  }
  throw Error{bug, "every accountant has a part"};
}

std::optional<double> slack_spent(const Filter& filter) {
  const auto& whole = filter.budget().amounts.slack;
  return whole ? std::optional{part_of(filter.spent().slack, whole)} : std::nullopt;
}

std::vector<SpentAt> spent_over_time(const Dataset& dataset,
                                     const std::vector<const Charge*>& charges) {
  Filter filter{budget_of(dataset)};
  std::vector<SpentAt> out;
  out.reserve(charges.size());
  for (const Charge* const charge : charges) {
    filter.add(charge->charged);
    out.push_back(
        {parse_time(charge->ordered_at.value_or(charge->at)).value_or(0), part_spent(filter)});
  }
  return out;
}

std::string plot_of(const std::vector<SpentAt>& steps, const std::string& label) {
  Frame frame;
  frame.first = steps.front().seconds;
  frame.last = steps.back().seconds;
  std::string out;
  append(out, "<svg class=\"plot\" viewBox=\"0 0 640 180\" role=\"img\" aria-label=\"",
         escaped_html(label), "\">", axes(frame));
  append(out, "<path d=\"", staircase(frame, steps), "\"/></svg>\n");
  return out;
}

}  // namespace discreet::detail
