// The list of candidates: whatever the bytes, it answers or refuses, and the same however they were cut.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "discreet/ledger/text.hpp"
#include "input_error.hpp"
#include "pieces.hpp"
#include "read_candidates.hpp"

namespace {

std::vector<std::string> read(std::string_view bytes, std::size_t piece) {
  try {
    const auto out = discreet::cli::read_candidates(discreet::fuzz::Pieces{bytes, piece});
    for (const std::string& one : out) {
      if (one.empty() || !discreet::is_utf8(one) || one.find('\n') != std::string::npos) {
        std::abort();
      }
    }
    return out;
  } catch (const discreet::cli::InputError& error) {
    return {"refused", "\n", error.what()};
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes{reinterpret_cast<const char*>(data), size};
  const auto whole = read(bytes, bytes.size() + 1);
  if (read(bytes, 1) != whole || read(bytes, 7) != whole) {
    std::abort();
  }
  return 0;
}
