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
constexpr std::string_view several_title = "discreet-witness 2 ";
constexpr std::size_t id_size = 32;
constexpr std::size_t digits = 19;  // of the greatest 64-bit number
constexpr std::size_t hash_size = 64;
// Lines of fixed length, so that one is replaced in place within one sector: of one chain as much as it needs, of
// several a sector each, with the name of the chain and blanks behind it.
constexpr std::size_t line_size = title.size() + id_size + 1 + digits + 1 + hash_size + 1;
constexpr std::size_t sector = 512;
constexpr std::size_t longest = 64UL * 1024 * 1024;

// A pipe that nobody writes to would be waited for while the ledger is locked.
constexpr int at_once = O_NONBLOCK;

std::string line(const WitnessMark& mark, std::string_view begin) {
  std::string number = std::to_string(mark.sequence);
  number.insert(0, digits - number.size(), '0');
  std::string out{begin};
  out += mark.id + " " + number + " " + mark.hash;
  if (begin == title) {
    return out + "\n";
  }
  out += " " + mark.stream + "\n";
  require(out.size() < sector, bug, "the name of a chain fits a line of the witness");
  out.resize(sector - 1, ' ');
  return out + "\n";
}

WitnessMark parse(std::string_view text, std::string_view begin) {
  WitnessMark mark;
  if (text.size() >= line_size && text.starts_with(begin)) {
    mark.id = text.substr(begin.size(), id_size);
    const std::string_view number = text.substr(begin.size() + id_size + 1, digits);
    std::from_chars(number.data(), number.data() + number.size(), mark.sequence);
    mark.hash = text.substr(line_size - 1 - hash_size, hash_size);
    if (begin == several_title) {
      mark.stream = text.substr(line_size, text.find('\n') - line_size);
    }
  }
  // What does not write back the same is torn, edited or something else.
  require(mark.sequence > 0 && line(mark, begin) == text, ErrorKind::ledger,
          "the witness file is not a witness");
  return mark;
}

std::vector<WitnessMark> parse_all(std::string_view text) {
  if (!text.starts_with(several_title)) {
    return {parse(text, title)};
  }
  std::vector<WitnessMark> out;
  // A last line that is not whole was being added when the power went: nothing was released for it.
  for (; text.size() >= sector; text.remove_prefix(sector)) {
    out.push_back(parse(text.substr(0, sector), several_title));
  }
  require(!out.empty(), ErrorKind::ledger, "the witness file is not a witness");
  return out;
}

std::vector<WitnessMark> read_open(const File& file) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t got =
        ::pread(file.get(), buffer.data(), buffer.size(), static_cast<off_t>(text.size()));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    require(got >= 0 && text.size() < longest, ErrorKind::ledger,
            "the witness file cannot be read");
    if (got == 0) {
      break;
    }
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return parse_all(text);
}

void lock(const File& file, int mode) {
  while (::flock(file.get(), mode) != 0) {
    require(errno == EINTR, ErrorKind::ledger, "the witness file cannot be locked");
  }
}

}  // namespace

NewWitness::NewWitness(const std::string& path, const std::vector<WitnessMark>& marks)
    : path_(plain_path(path)) {
  std::string text;
  for (const WitnessMark& mark : marks) {
    text += line(mark, marks.size() == 1 ? title : several_title);
  }
  const File file{path_, O_CREAT | O_EXCL | O_WRONLY, 0600};
  if (!file) {
    throw NamedError{ErrorKind::ledger,
                     path + (errno == EEXIST ? ": the witness file exists; it is never overwritten"
                                             : ": the witness file cannot be created")};
  }
  if (!file.write_all(text) || !file.sync() || !sync_directory(path_)) {
    ::unlink(path_.c_str());
    throw NamedError{ErrorKind::ledger, path + ": the witness file cannot be written"};
  }
}

NewWitness::~NewWitness() {
  if (!kept_) {
    ::unlink(path_.c_str());
  }
}

std::vector<WitnessMark> read_witness(const std::string& path) {
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
    const std::vector<WitnessMark> seen = read_open(file);
    const auto found = std::find_if(seen.begin(), seen.end(), [&](const WitnessMark& one) {
      return one.stream == mark.stream;
    });
    if (found == seen.end() || found->sequence < mark.sequence) {
      const bool one_chain = seen.size() == 1 && mark.stream.empty();
      const auto place = one_chain ? 0 : sector * static_cast<std::size_t>(found - seen.begin());
      require(file.write_all(line(mark, one_chain ? title : several_title), place) && file.sync(),
              ErrorKind::ledger, "the witness file cannot be written");
    }
  });
}

}  // namespace discreet::detail
