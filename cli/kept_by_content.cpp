#include "kept_by_content.hpp"

#include <algorithm>
#include <charconv>

#include <sodium.h>

namespace discreet::cli {
namespace {

void append_name(std::string& text, std::string_view name) {
  std::array<char, 20> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), name.size());
  text.append(digits.data(), end.ptr);
  text += ':';
  text += name;
}

ContentDigest digest_of(const std::string& text) {
  ContentDigest digest;
  static_assert(digest.size() == crypto_hash_sha256_BYTES);
  crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(text.data()),
                     text.size());
  return digest;
}

struct RankedThing {
  ContentDigest digest;
  NamedThing thing;
};

}  // namespace

ContentDigest content_digest(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) {
    append_name(text, name);
  }
  return digest_of(text);
}

void keep_by_content(std::string_view unit, std::size_t most, std::vector<NamedThing>& things) {
  if (things.size() <= most) {
    return;
  }
  std::string text;
  append_name(text, unit);
  const std::size_t begun = text.size();
  std::vector<RankedThing> ranked;
  ranked.reserve(things.size());
  for (const NamedThing& thing : things) {
    text.resize(begun);
    for (std::size_t i = 0; i < thing.name_count; ++i) {
      append_name(text, thing.names[i]);
    }
    ranked.push_back({digest_of(text), thing});
  }
  std::nth_element(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(most), ranked.end(),
                   [](const RankedThing& one, const RankedThing& other) {
                     return one.digest != other.digest ? one.digest < other.digest
                                                       : one.thing.names < other.thing.names;
                   });
  std::transform(ranked.begin(), ranked.end(), things.begin(),
                 [](const RankedThing& one) { return one.thing; });
}

}  // namespace discreet::cli
