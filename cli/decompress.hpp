#pragma once

#include "byte_source.hpp"

namespace discreet::cli {

/// What gzip data holds, member after member.
///
/// Law       the end is reached only after the checksum of the last member; the bytes do not depend on
///           how the input was cut into pieces.
/// Throws    InputError if the data is cut short or damaged, or something else follows it.
NextBytes gunzip(NextBytes compressed);

/// What zstd data holds, frame after frame; windows of up to 128 MiB.
///
/// Law       as gunzip; a frame has a checksum only where its writer gave it one.
/// Throws    as gunzip.
NextBytes unzstd(NextBytes compressed);

}  // namespace discreet::cli
