#include "ledger/sqlite/leftovers.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <string_view>

#include "discreet/error.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace discreet::detail {
namespace {

// The formats of SQLite's files: https://www.sqlite.org/fileformat2.html, parts 1.3 and 3.
constexpr std::size_t file_header = 100;
constexpr std::size_t write_version = 18;
constexpr std::size_t change_counter = 24;
constexpr char rollback_journal = 1;
constexpr std::string_view journal_magic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
constexpr std::size_t journal_header = 28;
constexpr std::uint32_t count_by_size = 0xFFFF'FFFF;

constexpr const char* unreadable = "the ledger, or what stands beside it, cannot be read";

std::string read_at(const File& file, std::size_t at, std::size_t size) {
  std::string out(size, '\0');
  const ssize_t got = ::pread(file.get(), out.data(), size, static_cast<off_t>(at));
  require(got >= 0, ErrorKind::ledger, unreadable);
  out.resize(static_cast<std::size_t>(got));
  return out;
}

// Four bytes, the most significant first.
std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  std::uint32_t out = 0;
  for (const char byte : bytes.substr(at, 4)) {
    out = out << 8U | static_cast<unsigned char>(byte);
  }
  return out;
}

std::size_t size_of(const File& file) {
  struct stat status{};
  return ::fstat(file.get(), &status) == 0 ? static_cast<std::size_t>(status.st_size) : 0;
}

bool is_size(std::uint32_t bytes) {
  return bytes >= 512 && bytes <= 65536 && (bytes & (bytes - 1)) == 0;
}

// Whether what a journal undoes is the last transaction of the file, or nothing. Its header is written after its
// records are on disk.
bool undoes_the_last(const File& ledger, const File& journal) {
  const std::string start = read_at(journal, 0, journal_header);
  const std::string header = read_at(ledger, 0, file_header);
  if (start.size() < journal_header || !start.starts_with(journal_magic) ||
      header.size() < file_header) {
    return true;  // SQLite plays back no such journal
  }
  const std::uint32_t stated = number_at(start, 8);
  const std::uint32_t sector = number_at(start, 20);
  const std::uint32_t page = number_at(start, 24);
  if (!is_size(sector) || !is_size(page)) {
    return true;
  }
  const std::size_t record = std::size_t{page} + 8;
  const std::size_t held = (std::max(size_of(journal), std::size_t{sector}) - sector) / record;
  const std::size_t count = stated == count_by_size ? held : std::min<std::size_t>(stated, held);
  for (std::size_t i = 0; i < count; ++i) {
    // Each record is the number of a page, the page as it was, and a checksum. Every transaction counts itself
    // in the first page.
    const std::string old = read_at(journal, sector + i * record, 4 + change_counter + 4);
    if (old.size() == 4 + change_counter + 4 && number_at(old, 0) == 1) {
      const std::uint32_t since =
          number_at(header, change_counter) - number_at(old, 4 + change_counter);
      return since <= 1;
    }
  }
  return true;
}

bool has_a_log(const File& ledger) {
  const std::string header = read_at(ledger, 0, file_header);
  return header.size() == file_header && header[write_version] != rollback_journal;
}

// What is there and cannot be looked at is not taken to be harmless.
void require_open_or_absent(const File& file) {
  require(file || errno == ENOENT, ErrorKind::ledger, unreadable);
}

bool is_there(const std::string& path) {
  struct stat status{};
  return ::lstat(path.c_str(), &status) == 0;
}

}  // namespace

void require_own_leftovers(const File& ledger, const std::string& path) {
  const File journal{path + "-journal", O_RDONLY | O_NOFOLLOW | O_NONBLOCK};
  require_open_or_absent(journal);
  require(!journal || undoes_the_last(ledger, journal), ErrorKind::ledger,
          "the -journal beside the ledger is of another state of the file, which was moved without "
          "it or "
          "replaced; where the ledger verifies without it, remove it");
  const File log{path + "-wal", O_RDONLY | O_NOFOLLOW | O_NONBLOCK};
  require_open_or_absent(log);
  require(
      !log || size_of(log) == 0 || has_a_log(ledger), ErrorKind::ledger,
      "the -wal beside the ledger is of another state of the file, which was moved without it or "
      "replaced; where the ledger verifies without it, remove it");
}

void require_no_leftovers(const std::string& path) {
  require(!is_there(path + "-journal") && !is_there(path + "-wal"), ErrorKind::ledger,
          "a -journal or -wal of this name was left by another ledger, and would be played back "
          "over the new "
          "file; move it away");
}

}  // namespace discreet::detail
