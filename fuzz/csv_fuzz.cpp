// The CSV reader: whatever the bytes, it answers or refuses, and the same however they were cut. Cut to single bytes they
// are read one by one, whole by the marks that vectors find.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "csv_reader.hpp"
#include "input_error.hpp"
#include "pieces.hpp"

namespace {

std::vector<std::vector<std::string>> read(std::string_view bytes, std::size_t piece) {
  std::vector<std::vector<std::string>> out;
  try {
    discreet::cli::CsvReader reader{discreet::fuzz::Pieces{bytes, piece}, ','};
    while (reader.next()) {
      std::vector<std::string> record{std::to_string(reader.line()), reader.blank() ? "blank" : ""};
      for (std::size_t i = 0; i < reader.size(); ++i) {
        record.emplace_back(reader.field(i));
      }
      out.push_back(std::move(record));
    }
  } catch (const discreet::cli::InputError& error) {
    out.push_back({"refused", error.what()});
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes{reinterpret_cast<const char*>(data), size};
  const auto whole = read(bytes, bytes.size() + 1);
  if (read(bytes, 1) != whole || read(bytes, 7) != whole || read(bytes, 100) != whole) {
    std::abort();
  }
  return 0;
}
