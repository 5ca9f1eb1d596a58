#include "ledger/entry.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

#include <sodium.h>

#include "discreet/error.hpp"

namespace discreet::detail {
namespace {

constexpr std::string_view order_name = "ordered-at";

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\\') {
      out += "\\\\";
    } else {
      out += c;
    }
  }
}

std::optional<std::string> unescape(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\') {
      out += text[at];
      continue;
    }
    ++at;
    if (at == text.size() || (text[at] != 'n' && text[at] != '\\')) {
      return std::nullopt;
    }
    out += text[at] == 'n' ? '\n' : '\\';
  }
  return out;
}

void feed(crypto_hash_sha256_state& state, std::string_view bytes) {
  std::array<unsigned char, 8> size{};
  for (std::size_t i = 0; i < size.size(); ++i) {
    size[i] = static_cast<unsigned char>(bytes.size() >> (8 * (7 - i)));
  }
  int bad = crypto_hash_sha256_update(&state, size.data(), size.size());
  bad |= crypto_hash_sha256_update(&state, reinterpret_cast<const unsigned char*>(bytes.data()),
                                   bytes.size());
  require(bad == 0, bug, "SHA-256 does not fail");
}

using Digest = std::array<unsigned char, crypto_hash_sha256_BYTES>;

std::string hex_of(const Digest& digest) {
  std::string hex(2 * digest.size() + 1, '\0');
  sodium_bin2hex(hex.data(), hex.size(), digest.data(), digest.size());
  hex.pop_back();
  return hex;
}

}  // namespace

std::string facts_text(const Facts& facts) {
  std::string out;
  for (const auto& [name, value] : facts) {
    append_escaped(out, name);
    out += ": ";
    append_escaped(out, value);
    out += '\n';
  }
  return out;
}

std::optional<Facts> parse_facts(std::string_view text) {
  Facts out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t colon = text.find(": ");
    if (end == std::string_view::npos || colon >= end) {
      return std::nullopt;
    }
    auto name = unescape(text.substr(0, colon));
    auto value = unescape(text.substr(colon + 2, end - colon - 2));
    if (!name || !value) {
      return std::nullopt;
    }
    out.emplace_back(*std::move(name), *std::move(value));
    text.remove_prefix(end + 1);
  }
  return out;
}

std::optional<std::string> fact(const Facts& facts, std::string_view name) {
  for (const auto& [key, value] : facts) {
    if (key == name) {
      return value;
    }
  }
  return std::nullopt;
}

std::string entry_hash(const Entry& entry) {
  crypto_hash_sha256_state state;
  require(crypto_hash_sha256_init(&state) == 0, bug, "SHA-256 does not fail");
  feed(state, "discreet ledger entry 1");
  feed(state, std::to_string(entry.sequence));
  for (const std::string* field :
       {&entry.kind, &entry.dataset, &entry.at, &entry.facts, &entry.previous}) {
    feed(state, *field);
  }
  Digest digest{};
  require(crypto_hash_sha256_final(&state, digest.data()) == 0, bug, "SHA-256 does not fail");
  return hex_of(digest);
}

std::string text_hash(std::string_view text) {
  Digest digest{};
  require(crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(text.data()),
                             text.size()) == 0,
          bug, "SHA-256 does not fail");
  return hex_of(digest);
}

std::string random_id() {
  require(sodium_init() >= 0, no_entropy, "libsodium could not be initialised");
  std::array<unsigned char, 16> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  std::string hex(2 * bytes.size() + 1, '\0');
  sodium_bin2hex(hex.data(), hex.size(), bytes.data(), bytes.size());
  hex.pop_back();
  return hex;
}

std::string stamped(const std::optional<std::string>& ordered_at, const Facts& facts) {
  return (ordered_at ? facts_text({{std::string{order_name}, *ordered_at}}) : "") +
         facts_text(facts);
}

Stamp stamp_of(const Entry& entry) {
  const std::string_view facts = entry.facts;
  const std::size_t end = facts.find('\n');
  if (end != std::string_view::npos) {
    const auto first = parse_facts(facts.substr(0, end + 1));
    if (first && first->front().first == order_name) {
      return {first->front().second, facts.substr(end + 1)};
    }
  }
  return {std::nullopt, facts};
}

std::string time_text(std::int64_t seconds) {
  using std::chrono::floor;
  constexpr std::int64_t first = -62'167'219'200;
  constexpr std::int64_t last = 253'402'300'799;
  const std::chrono::sys_seconds time{std::chrono::seconds{std::clamp(seconds, first, last)}};
  const auto day = floor<std::chrono::days>(time);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss clock{time - day};
  std::string out;
  const auto put = [&out](std::int64_t value, std::size_t width, char mark) {
    std::string digits = std::to_string(value);
    digits.insert(0, width - std::min(width, digits.size()), '0');
    out += digits;
    out += mark;
  };
  put(static_cast<int>(date.year()), 4, '-');
  put(static_cast<unsigned>(date.month()), 2, '-');
  put(static_cast<unsigned>(date.day()), 2, 'T');
  put(clock.hours().count(), 2, ':');
  put(clock.minutes().count(), 2, ':');
  put(clock.seconds().count(), 2, 'Z');
  return out;
}

std::optional<std::int64_t> parse_time(std::string_view text) {
  if (text.size() != 20) {
    return std::nullopt;
  }
  const auto number = [text](std::size_t at, std::size_t width) {
    int value = -1;
    const char* const from = text.data() + at;
    const auto read = std::from_chars(from, from + width, value);
    return read.ptr == from + width ? value : -1;
  };
  const std::chrono::year_month_day date{std::chrono::year{number(0, 4)},
                                         std::chrono::month{static_cast<unsigned>(number(5, 2))},
                                         std::chrono::day{static_cast<unsigned>(number(8, 2))}};
  if (!date.ok()) {
    return std::nullopt;
  }
  const std::int64_t seconds =
      std::chrono::sys_seconds{std::chrono::sys_days{date}}.time_since_epoch().count() +
      std::int64_t{3600} * number(11, 2) + std::int64_t{60} * number(14, 2) + number(17, 2);
  // What does not write back the same was not a time of ours.
  return time_text(seconds) == text ? std::optional{seconds} : std::nullopt;
}

}  // namespace discreet::detail
