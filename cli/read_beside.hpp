#pragma once

#include "byte_source.hpp"

namespace discreet::cli {

/// The same bytes, made by a thread of their own that is a few pieces ahead of the reader.
///
/// Law       pieces come in their order, and what the source throws is thrown in its place. Signals that end the program
///           are left to other threads. Where the system gives no thread, the reader makes the pieces itself.
/// Requires  that the source does not wait for anybody: whoever drops the stream waits for the piece that is being made.
NextBytes read_beside(NextBytes source);

}  // namespace discreet::cli
