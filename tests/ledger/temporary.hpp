#pragma once

#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "accounting/amounts.hpp"
#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/ledger.hpp"
#include "support/temporary_directory.hpp"
#include <unistd.h>

namespace discreet::testing {

/// Where locks or the order of changes are tried, not the disk: a file system in memory is as good and quicker.
inline std::filesystem::path quick_directory() {
  const std::filesystem::path memory = "/dev/shm";
  return ::access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
}

inline Dataset pure_dataset(const char* epsilon = "1") {
  return make_dataset("visits", "patient", Neighbors::add_remove, amounts(epsilon));
}

inline ChargeRequest request(const Amounts& cost, const char* dataset = "visits") {
  return {dataset, "top-k", "a test", cost, {{"law", "permute-and-flip"}, {"k", "10"}}};
}

/// Runs SQL on a file behind the ledger's back.
inline void run_sql(const std::string& path, const std::string& sql) {
  sqlite3* file = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &file), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(file, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
      << sqlite3_errmsg(file);
  sqlite3_close(file);
}

/// The message of the Error that an action throws.
template <class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

/// The same without the path that it begins with, if any.
template <class Action>
std::string rule_of(Action action) {
  const std::string message = message_of(action);
  return message.starts_with('/') ? message.substr(message.find(": ") + 2) : message;
}

}  // namespace discreet::testing
