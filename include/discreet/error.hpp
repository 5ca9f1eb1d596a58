#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace discreet {

/// What went wrong, for programs; the message says which rule was broken, for people.
enum class ErrorKind {
  bad_parameter,   ///< a constructor was asked for something it cannot prove
  outside_domain,  ///< the scores are not a member of the measurement's domain
  bad_distance,    ///< d_in or d_out is not a distance
  over_budget,     ///< the ledger has less left than the release costs
  no_entropy,      ///< the system's generator did not deliver
  ledger,          ///< the ledger's file cannot be trusted or used
  charge_unknown,  ///< a charge may be on disk or not: count it as made; nothing was released for it
  unsound_thread,  ///< the caller's threads round or trap otherwise than IEEE, or change scores
  bug,             ///< an invariant of the library does not hold
};

// Call sites read `require(scale >= 0, bad_parameter, ...)`.
using enum ErrorKind;

/// The kind's name, as it is written in C++ and given to other languages.
std::string_view to_string(ErrorKind kind) noexcept;

/// The one exception of the library: a kind and the rule that was broken, never a score or its
/// place.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& rule) : std::runtime_error(rule), kind_(kind) {}

  [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }

 private:
  ErrorKind kind_;
};

namespace detail {
[[noreturn, gnu::cold, gnu::noinline]] inline void refuse(ErrorKind kind, const char* rule) {
  throw Error{kind, rule};
}
}  // namespace detail

/// Throws Error{kind, rule} unless the condition holds; unlike assert, in every build.
[[gnu::always_inline]] inline void require(bool holds, ErrorKind kind, const char* rule) {
  if (!holds) [[unlikely]] {
    detail::refuse(kind, rule);
  }
}

}  // namespace discreet
