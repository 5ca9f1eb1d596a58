#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): a library names it so
class App;
class Option;
}  // namespace CLI

// What the commands say of their options, in CLI11's words. CLI11 itself, which takes longer to compile than any command, is
// included only where the words are put into it, the line is read, or its help is written.
namespace discreet::cli {

/// Says what is wrong with a word, or nothing.
using Check = std::function<std::string(const std::string&)>;

/// An option of a command, or an argument without a name.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(&option) {}

  // NOLINTBEGIN(modernize-use-nodiscard): each says something more of the option, and is chained or not
  Option required(bool is = true) const;
  Option type_name(const std::string& name) const;
  Option needs(Option other) const;
  Option excludes(Option other) const;
  Option check(const Check& check) const;

  /// A closed choice, which the help and the completion list.
  Option one_of(std::initializer_list<const char*> words) const;

  /// Decimal digits from 1 to 2^64 - 1: no sign, no leading zero (which would mean octal).
  Option whole_number() const;

  /// A number from the one to the other, which the help calls by a name or by its bounds.
  Option between(double least, double most) const;
  Option between(unsigned least, unsigned most, const std::string& name) const;

  /// Bytes, as in 2GB: powers of 1024, as memory is counted.
  Option size() const;
  // NOLINTEND(modernize-use-nodiscard)

 private:
  CLI::Option* option_;
};

/// The program or one of its commands: a handle, which ends before what it stands for.
class App {
 public:
  explicit App(CLI::App& app) : app_(&app) {}

  // NOLINTBEGIN(modernize-use-nodiscard): whoever adds an option need not say more of it
  App add_subcommand(const std::string& name, const std::string& what) const;
  Option add_option(const std::string& name, std::string& into, const std::string& what) const;
  Option add_option(const std::string& name, std::optional<std::string>& into,
                    const std::string& what) const;
  Option add_option(const std::string& name, std::vector<std::string>& into,
                    const std::string& what) const;
  Option add_option(const std::string& name, std::uint64_t& into, const std::string& what) const;
  Option add_option(const std::string& name, std::optional<std::uint64_t>& into,
                    const std::string& what) const;
  Option add_option(const std::string& name, std::optional<unsigned>& into,
                    const std::string& what) const;
  Option add_option(const std::string& name, double& into, const std::string& what) const;
  Option add_flag(const std::string& name, bool& into, const std::string& what) const;
  Option add_flag_callback(const std::string& name, const std::function<void()>& callback,
                           const std::string& what) const;
  // NOLINTEND(modernize-use-nodiscard)

  void footer(const std::string& text) const;
  void callback(const std::function<void()>& callback) const;

  /// One of its commands must be named.
  void require_subcommand() const;

  /// The option of this name.
  ///
  /// Requires  that there is one.
  [[nodiscard]] Option option(const std::string& name) const;

  [[nodiscard]] std::string name() const;

  /// The options that the command line gave, each with its words.
  ///
  /// Requires  that the command line was read.
  [[nodiscard]] std::map<std::string, std::vector<std::string>> given() const;

  /// What stands behind it, for those who include CLI11.
  [[nodiscard]] CLI::App& cli11() const { return *app_; }

 private:
  CLI::App* app_;
};

}  // namespace discreet::cli
