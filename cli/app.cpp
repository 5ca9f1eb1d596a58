#include "app.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <CLI/CLI.hpp>

namespace discreet::cli {
namespace {

// CLI11's own reading of sizes takes a sign, and what is past 2^64 for the greatest number below.
std::optional<std::uint64_t> size_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc{}) {
    return std::nullopt;
  }
  std::string unit{stop, text.data() + text.size()};
  std::transform(unit.begin(), unit.end(), unit.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::string_view prefixes = "kmgtpe";
  unsigned shift = 0;
  if (!unit.empty() && prefixes.find(unit.front()) != std::string_view::npos) {
    shift = 10 * (static_cast<unsigned>(prefixes.find(unit.front())) + 1);
    unit.erase(0, unit.size() > 1 && unit[1] == 'i' ? 2 : 1);
  }
  if ((!unit.empty() && unit != "b") ||
      number > std::numeric_limits<std::uint64_t>::max() >> shift) {
    return std::nullopt;
  }
  return number << shift;
}

}  // namespace

Option Option::required(bool is) const { return Option{*option_->required(is)}; }

Option Option::type_name(const std::string& name) const {
  return Option{*option_->type_name(name)};
}

Option Option::needs(Option other) const { return Option{*option_->needs(other.option_)}; }

Option Option::excludes(Option other) const { return Option{*option_->excludes(other.option_)}; }

Option Option::check(const Check& check) const { return Option{*option_->check(check)}; }

Option Option::one_of(std::initializer_list<const char*> words) const {
  return Option{
      *option_->check(CLI::IsMember(std::vector<std::string>(words.begin(), words.end())))};
}

Option Option::whole_number() const {
  const CLI::Validator check{[](const std::string& text) -> std::string {
                               std::uint64_t value = 0;
                               const char* const end = text.data() + text.size();
                               const auto [stop, fault] = std::from_chars(text.data(), end, value);
                               return fault == std::errc{} && stop == end && text.front() != '0'
                                          ? ""
                                          : "must be a whole number from 1 on";
                             },
                             "POSITIVE"};
  return Option{*option_->check(check)};
}

Option Option::between(double least, double most) const {
  return Option{*option_->check(CLI::Range(least, most))};
}

Option Option::between(unsigned least, unsigned most, const std::string& name) const {
  return Option{*option_->check(CLI::Range(least, most).description(name))};
}

Option Option::size() const {
  const CLI::Validator bytes{[](std::string& text) -> std::string {
                               const std::optional<std::uint64_t> size = size_of(text);
                               if (!size) {
                                 return "must be a whole number of bytes, kB, MB, GB or TB, as in "
                                        "2GB, and less than 2^64 bytes";
                               }
                               text = std::to_string(*size);
                               return "";
                             },
                             "SIZE"};
  return Option{*option_->transform(bytes)};
}

App App::add_subcommand(const std::string& name, const std::string& what) const {
  return App{*app_->add_subcommand(name, what)};
}

Option App::add_option(const std::string& name, std::string& into, const std::string& what) const {
  return Option{*app_->add_option(name, into, what)};
}

Option App::add_option(const std::string& name, std::optional<std::string>& into,
                       const std::string& what) const {
  return Option{*app_->add_option(name, into, what)};
}

Option App::add_option(const std::string& name, std::vector<std::string>& into,
                       const std::string& what) const {
  return Option{*app_->add_option(name, into, what)};
}

Option App::add_option(const std::string& name, std::uint64_t& into,
                       const std::string& what) const {
  return Option{*app_->add_option(name, into, what)};
}

Option App::add_option(const std::string& name, std::optional<std::uint64_t>& into,
                       const std::string& what) const {
  return Option{*app_->add_option(name, into, what)};
}

Option App::add_option(const std::string& name, std::optional<unsigned>& into,
                       const std::string& what) const {
  return Option{*app_->add_option(name, into, what)};
}

Option App::add_option(const std::string& name, double& into, const std::string& what) const {
  return Option{*app_->add_option(name, into, what)};
}

Option App::add_flag(const std::string& name, bool& into, const std::string& what) const {
  return Option{*app_->add_flag(name, into, what)};
}

Option App::add_flag_callback(const std::string& name, const std::function<void()>& callback,
                              const std::string& what) const {
  return Option{*app_->add_flag_callback(name, callback, what)};
}

void App::footer(const std::string& text) const { app_->footer(text); }

void App::callback(const std::function<void()>& callback) const { app_->callback(callback); }

void App::require_subcommand() const { app_->require_subcommand(1); }

Option App::option(const std::string& name) const { return Option{*app_->get_option(name)}; }

std::string App::name() const { return app_->get_name(); }

std::map<std::string, std::vector<std::string>> App::given() const {
  std::map<std::string, std::vector<std::string>> out;
  for (const CLI::Option* const option : app_->get_options()) {
    if (option->count() > 0) {
      out[option->get_name()] = option->results();
    }
  }
  return out;
}

}  // namespace discreet::cli
