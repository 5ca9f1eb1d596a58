#pragma once

namespace discreet {

/// Throws unless float and double arithmetic of the calling thread is what every proof stands on:
/// rounded to nearest, ties to even, with subnormal numbers neither flushed nor read as zero, and
/// with no exception unmasked, under which a process would live or die by the scores.
///
/// Throws    Error{bug} if it is not, or if MPFR's range of exponents was narrowed in this thread.
/// Cost      some nanoseconds: the masks are read, the rest is actual arithmetic; the thread's settings
///           are not touched.
/// Proof     proofs/numbers/sound_arithmetic.md
void require_sound_arithmetic();

}  // namespace discreet
