#pragma once

#include "discreet/entropy/buffered_bits.hpp"
#include "discreet/entropy/system_seeder.hpp"

namespace discreet {

/// The bit source of every release: the operating system's generator, buffered.
using SystemBits = BufferedBits<SystemSeeder>;

static_assert(BitSource<SystemBits>);

/// This thread's own bit source, wiped when the thread ends.
///
/// Throws    Error{no_entropy} if the thread's first call finds no memory for it.
/// Proof     proofs/entropy/system_bits.md
SystemBits& thread_bits();

}  // namespace discreet
