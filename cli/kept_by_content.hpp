#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace discreet::cli {

/// The place of a thing in the order in which a unit's things are kept: SHA-256 of their names.
using ContentDigest = std::array<unsigned char, 32>;

/// The digest of names, in their order.
///
/// Law       SHA-256 of each name's length in bytes as a decimal, a colon and the name, so that no two lists of names
///           are one text: a and bc are 1:a2:bc, ab and c are 2:ab1:c. There is no key: anybody can compute it.
ContentDigest content_digest(std::span<const std::string_view> names);

/// A thing that a unit has, by its names, and the caller's number for it.
struct NamedThing {
  std::array<std::string_view, 2> names;
  std::size_t name_count = 0;
  std::uint32_t number = 0;
};

/// Puts the `most` things that a unit keeps in front, in no particular order; all of them if there are no more.
///
/// Law       those with the smallest digests of the unit's name and their own; equal digests go by the names' bytes.
///           Which ones they are depends on the unit and the set of its things, not on their order or on other units.
/// Requires  things that differ in their names; `most` of 1 or more.
void keep_by_content(std::string_view unit, std::size_t most, std::vector<NamedThing>& things);

}  // namespace discreet::cli
