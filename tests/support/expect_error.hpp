#pragma once

#include <cctype>
#include <string>

#include <gtest/gtest.h>

#include "discreet/error.hpp"

namespace discreet {

/// A reference to something that can be called, so that the checks below are compiled once and not
/// for every lambda of every score type.
class AnyCall {
 public:
  template <class Call>
  // NOLINTNEXTLINE(google-explicit-constructor): tests pass plain lambdas
  AnyCall(const Call& call)
      : call_(&call),
        run_([](const void* c) { static_cast<void>((*static_cast<const Call*>(c))()); }) {}

  void operator()() const { run_(call_); }

 private:
  const void* call_;
  void (*run_)(const void*);
};

/// Expects Error{kind} with a message that states a rule: no digit, so no score, place or count.
inline void expect_error(ErrorKind kind, AnyCall call, const char* rule = "") {
  try {
    call();
    ADD_FAILURE() << "nothing was thrown; expected " << to_string(kind);
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_EQ(error.kind(), kind) << message;
    EXPECT_NE(message.find(rule), std::string::npos) << message;
    EXPECT_FALSE(message.empty());
    for (const char letter : message) {
      EXPECT_EQ(std::isdigit(static_cast<unsigned char>(letter)), 0) << message;
    }
  }
}

}  // namespace discreet
