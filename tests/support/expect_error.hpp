#pragma once

#include <cctype>
#include <string>

#include <gtest/gtest.h>

#include "discreet/error.hpp"

namespace discreet {

/// Expects Error{kind} with a message that states a rule: no digit, so no score, place or count.
template <class Call>
void expect_error(ErrorKind kind, Call&& call, const char* rule = "") {
  try {
    static_cast<void>(call());
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
