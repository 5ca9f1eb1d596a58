#pragma once

#include <string>

#include "discreet/error.hpp"

namespace discreet::detail {

/// An error whose message begins with the file it is about.
class NamedError : public Error {
 public:
  using Error::Error;
};

/// Runs an action; what it throws about a ledger or a witness begins with the path of the file, unless it names one
/// already.
template <class Action>
auto naming(const std::string& path, Action action) {
  try {
    return action();
  } catch (const NamedError&) {
    throw;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::ledger && error.kind() != charge_unknown) {
      throw;
    }
    throw NamedError{error.kind(), path + ": " + error.what()};
  }
}

}  // namespace discreet::detail
