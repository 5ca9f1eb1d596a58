#include "never_an_input.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

#include <fmt/format.h>

#include "discreet/ledger/text.hpp"
#include "input_error.hpp"
#include "same_file.hpp"
#include <sys/stat.h>
#include <unistd.h>

namespace discreet::cli {
namespace {

using namespace std::string_view_literals;

constexpr std::array beside_a_ledger{"-journal", "-wal", "-shm"};

// The ledger, and what SQLite keeps beside it: in vain while it stands there under the name of a result.
std::vector<std::string> files_of_ledger(const std::string& ledger) {
  std::vector<std::string> names{ledger};
  std::error_code missing;
  if (const auto target = std::filesystem::canonical(ledger, missing); !missing) {
    names.push_back(target.string());  // SQLite follows links before it names its files
  }
  std::vector<std::string> out = names;
  for (const std::string& name : names) {
    for (const char* const ending : beside_a_ledger) {
      out.push_back(name + ending);
    }
  }
  return out;
}

// What SQLite would play back or remove, should a ledger of the name before the ending ever be opened.
bool belongs_to_sqlite(const std::string& output) {
  std::error_code missing;
  const auto target = std::filesystem::canonical(output, missing).string();
  return std::any_of(beside_a_ledger.begin(), beside_a_ledger.end(), [&](const char* ending) {
    return output.ends_with(ending) || target.ends_with(ending);
  });
}

// Whatever its name: with it a budget would be forgotten.
bool is_a_ledger_or_witness(const std::string& place) {
  std::error_code missing;
  if (!std::filesystem::is_regular_file(place, missing)) {
    return false;
  }
  constexpr std::size_t head = 72;  // of an SQLite file, its application_id comes last
  std::string bytes(head, '\0');
  std::ifstream file{place, std::ios::binary};
  file.read(bytes.data(), head);
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return (bytes.starts_with("SQLite format 3\0"sv) && bytes.ends_with("dscr") &&
          bytes.size() == head) ||
         bytes.starts_with("discreet-witness ") || bytes.starts_with("discreet-result ");
}

// What a ledger of the name before the ending settles the result of a run in.
bool is_settled_result(const std::string& output) {
  constexpr std::string_view ending = "-result-";
  constexpr std::size_t digits = 32;
  std::error_code missing;
  const auto target = std::filesystem::canonical(output, missing).string();
  const auto has_ending = [&](std::string_view name) {
    return name.size() > digits + ending.size() &&
           name.substr(name.size() - digits - ending.size(), ending.size()) == ending &&
           name.substr(name.size() - digits).find_first_not_of("0123456789abcdef") ==
               std::string_view::npos;
  };
  return has_ending(output) || has_ending(target);
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
  if (charge.ledger && !is_server_address(*charge.ledger)) {
    kept = files_of_ledger(*charge.ledger);
  }
  if (charge.witness) {
    kept.push_back(*charge.witness);
  }
  if (std::any_of(kept.begin(), kept.end(), is_place)) {
    throw UsageError{fmt::format("{} must not be the ledger, its journal or its witness", subject)};
  }
  if (is_a_ledger_or_witness(place)) {
    throw UsageError{fmt::format("{} must not be a ledger or a witness: {}", subject, place)};
  }
  if (output && belongs_to_sqlite(*output)) {
    throw UsageError{
        "--output must not end in -journal, -wal or -shm: SQLite writes and removes such files"};
  }
  if (output && is_settled_result(*output)) {
    throw UsageError{
        "--output must not end in -result- and 32 hex digits: a ledger keeps the result of a run "
        "in such a file until it is stored"};
  }
  return output;
}

}  // namespace discreet::cli
