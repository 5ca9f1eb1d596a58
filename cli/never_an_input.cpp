#include "never_an_input.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "input_error.hpp"
#include "same_file.hpp"
#include <sys/stat.h>
#include <unistd.h>

namespace discreet::cli {
namespace {

// The ledger, and what SQLite keeps beside it: in vain while it stands there under the name of a result.
std::vector<std::string> files_of_ledger(const std::string& ledger) {
  std::vector<std::string> names{ledger};
  std::error_code missing;
  if (const auto target = std::filesystem::canonical(ledger, missing); !missing) {
    names.push_back(target.string());  // SQLite follows links before it names its files
  }
  std::vector<std::string> out = names;
  for (const std::string& name : names) {
    for (const char* const ending : {"-journal", "-wal", "-shm"}) {
      out.push_back(name + ending);
    }
  }
  return out;
}

bool is_plain(int descriptor) {
  struct stat status{};
  return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

std::optional<std::string> never_an_input(const std::optional<std::string>& output,
                                          const std::vector<std::string>& inputs,
                                          const ChargeOptions& charge) {
  if (!output && !is_plain(STDOUT_FILENO)) {
    return output;  // a terminal or a pipe may well be both
  }
  const std::string place = output.value_or("/dev/stdout");
  const auto is_place = [&](const std::string& name) { return same_file(place, name); };
  const char* const subject = output ? "--output" : "standard output";
  if (const auto found = std::find_if(inputs.begin(), inputs.end(), is_place);
      found != inputs.end()) {
    throw UsageError{fmt::format("{} must not be a file that is read: {}", subject, *found)};
  }
  std::vector<std::string> kept;
  if (charge.ledger) {
    kept = files_of_ledger(*charge.ledger);
  }
  if (charge.witness) {
    kept.push_back(*charge.witness);
  }
  if (std::any_of(kept.begin(), kept.end(), is_place)) {
    throw UsageError{fmt::format("{} must not be the ledger, its journal or its witness", subject)};
  }
  return output;
}

}  // namespace discreet::cli
