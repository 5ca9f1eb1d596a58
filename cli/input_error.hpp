#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace discreet::cli {

/// A refusal of the owner's own file: the rule and, where it helps, the line, never a value.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& rule) : std::runtime_error(rule) {}
  InputError(std::uint64_t line, const std::string& rule)
      : std::runtime_error("line " + std::to_string(line) + ": " + rule) {}
};

/// A command line that asks for what cannot be done.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The result could not be written where it was asked for.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace discreet::cli
