#include "ledger/witness.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <string_view>
#include <utility>

#include "discreet/error.hpp"
#include "ledger/files.hpp"
#include "ledger/naming.hpp"
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace discreet::detail {
namespace {

constexpr std::string_view title = "discreet-witness 1 ";
constexpr std::size_t id_size = 32;
constexpr std::size_t digits = 19;  // of the greatest 64-bit number
constexpr std::size_t hash_size = 64;
// One line of fixed length, so that it is replaced in place within one sector.
constexpr std::size_t line_size = title.size() + id_size + 1 + digits + 1 + hash_size + 1;

// A pipe that nobody writes to would be waited for while the ledger is locked.
constexpr int at_once = O_NONBLOCK;

std::string line(const WitnessMark& mark) {
  std::string number = std::to_string(mark.sequence);
  number.insert(0, digits - number.size(), '0');
  std::string out{title};
  out += mark.id + " " + number + " " + mark.hash + "\n";
  return out;
}

WitnessMark parse(std::string_view text) {
  WitnessMark mark;
  if (text.size() == line_size && text.starts_with(title)) {
    mark.id = text.substr(title.size(), id_size);
    const std::string_view number = text.substr(title.size() + id_size + 1, digits);
    std::from_chars(number.data(), number.data() + number.size(), mark.sequence);
    mark.hash = text.substr(line_size - 1 - hash_size, hash_size);
  }
  // What does not write back the same is torn, edited or something else.
  require(mark.sequence > 0 && line(mark) == text, ErrorKind::ledger,
          "the witness file is not a witness");
  return mark;
}

WitnessMark read_open(const File& file) {
  std::array<char, line_size + 1> buffer{};
  std::size_t size = 0;
  while (size < buffer.size()) {
    const ssize_t got =
        ::pread(file.get(), buffer.data() + size, buffer.size() - size, static_cast<off_t>(size));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    require(got >= 0, ErrorKind::ledger, "the witness file cannot be read");
    if (got == 0) {
      break;
    }
    size += static_cast<std::size_t>(got);
  }
  return parse({buffer.data(), size});
}

void lock(const File& file, int mode) {
  while (::flock(file.get(), mode) != 0) {
    require(errno == EINTR, ErrorKind::ledger, "the witness file cannot be locked");
  }
}

}  // namespace

NewWitness::NewWitness(const std::string& path, WitnessMark mark)
    : path_(plain_path(path)), mark_(std::move(mark)) {
  const File file{path_, O_CREAT | O_EXCL | O_WRONLY, 0600};
  if (!file) {
    throw NamedError{ErrorKind::ledger,
                     path + (errno == EEXIST ? ": the witness file exists; it is never overwritten"
                                             : ": the witness file cannot be created")};
  }
  if (!file.write_all(line(mark_)) || !file.sync() || !sync_directory(path_)) {
    ::unlink(path_.c_str());
    throw NamedError{ErrorKind::ledger, path + ": the witness file cannot be written"};
  }
}

NewWitness::~NewWitness() {
  if (!kept_) {
    ::unlink(path_.c_str());
  }
}

WitnessMark read_witness(const std::string& path) {
  return naming(path, [&] {
    const File file{plain_path(path), O_RDONLY | at_once};
    require(static_cast<bool>(file), ErrorKind::ledger, "there is no witness file to read");
    lock(file, LOCK_SH);
    return read_open(file);
  });
}

void advance_witness(const std::string& path, const WitnessMark& mark) {
  naming(path, [&] {
    const File file{plain_path(path), O_RDWR | at_once};
    require(static_cast<bool>(file), ErrorKind::ledger, "the witness file cannot be written");
    lock(file, LOCK_EX);
    if (read_open(file).sequence < mark.sequence) {
      require(file.write_all(line(mark)) && file.sync(), ErrorKind::ledger,
              "the witness file cannot be written");
    }
  });
}

}  // namespace discreet::detail
