#pragma once

#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "byte_source.hpp"
#include "input_error.hpp"

namespace discreet::cli {

/// What a file is read for, so that a refusal can say what to do instead.
enum class InputRole { table, candidates_list, candidates_table };

/// An input as the command line names it.
struct Input {
  std::string path;     ///< "-" is standard input
  std::string command;  ///< as in "top-k"
  InputRole role = InputRole::table;
  std::vector<std::string> columns;  ///< what is wanted of a table
  std::size_t threads = 1;  ///< with more than one a compressed file is unpacked beside the reader
};

/// Who unpacks what is compressed.
enum class Unpacked { by_the_reader, beside_it };

/// The text of an input: gzip and zstd are read, other formats that are no plain text are refused by
/// name, with what to do about it.
///
/// Throws    InputError, here and from the stream.
NextBytes plain_text(NextBytes raw, const Input& input,
                     Unpacked unpacked = Unpacked::by_the_reader);

/// What a refusal calls an input.
std::string name_of(const Input& input);

/// Opens an input and hands its text to `read`; a refusal says which file it is about.
template <class Read>
auto read_text(const Input& input, const std::function<void(double)>& progress, Read read) {
  try {
    ByteSource source{input.path};
    const auto raw = [&] {
      if (source.size() > 0) {
        progress(static_cast<double>(source.done()) / static_cast<double>(source.size()));
      }
      return source.next();
    };
    // A pipe may keep its reader waiting, and no thread is to be waited for that does.
    const bool beside = input.threads > 1 && source.size() > 0;
    return read(plain_text(raw, input, beside ? Unpacked::beside_it : Unpacked::by_the_reader));
  } catch (const InputError& error) {
    throw InputError{name_of(input) + ": " + error.what()};
  }
}

}  // namespace discreet::cli
