// The reader of files that may be compressed or no text: whatever the bytes, it answers or refuses, and the same
// however they were cut.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "pieces.hpp"
#include "plain_text.hpp"

namespace {

constexpr std::size_t enough = 4UL << 20;

/// What came of an input: its text, or nothing if it was refused.
using Outcome = std::optional<std::string>;

Outcome read(std::string_view bytes, std::size_t piece) {
  using namespace discreet::cli;
  std::string out;
  try {
    const Input input{"-", "top-k", InputRole::table, {"unit", "item"}};
    const NextBytes text = plain_text(discreet::fuzz::Pieces{bytes, piece}, input);
    for (std::string_view part = text(); !part.empty() && out.size() < enough; part = text()) {
      out += part;
    }
  } catch (const InputError& error) {
    if (std::string_view{error.what()}.find('\n') != std::string_view::npos) {
      std::abort();
    }
    return std::nullopt;
  }
  return out;
}

bool is_long(const Outcome& outcome) { return outcome && outcome->size() >= enough; }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes{reinterpret_cast<const char*>(data), size};
  const Outcome whole = read(bytes, bytes.size() + 1);
  for (const std::size_t piece : {1UL, 7UL}) {
    const Outcome cut = read(bytes, piece);
    // Where so much text is there, one reading may have met its end and another not.
    if (!is_long(whole) && !is_long(cut) && cut != whole) {
      std::abort();
    }
  }
  return 0;
}
