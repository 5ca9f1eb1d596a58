// The ledger's opener: whatever stands in the file, it opens a whole ledger or throws Error{ledger}; a ledger that
// opens also verifies, and takes a charge or refuses it.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/verify.hpp"
#include <fcntl.h>
#include <unistd.h>

namespace {

// A file in memory where there is one: the disk is not what is tried.
std::string path_of_file() {
  const std::string directory = ::access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
  return directory + "/discreet-fuzz-" + std::to_string(::getpid());
}

void try_file(const std::string& path) {
  using namespace discreet;
  try {
    Ledger book = Ledger::open(path);
    if (verify_ledger(path).entries < 1) {
      std::abort();
    }
    for (const DatasetState& state : book.states()) {
      for (const char* const slack : {"0", "1e-9"}) {
        const Amounts cost{parse_amount("0.001"), {}, {}, parse_amount(slack)};
        try {
          book.charge({state.dataset.name, "fuzz", "fuzz", cost, {}});
        } catch (const Error& error) {
          if (error.kind() == bug || error.kind() == no_entropy) {
            std::abort();
          }
        }
      }
    }
    (void)book.charges();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::ledger) {
      std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string path = path_of_file();
  const int file = ::open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
  if (file < 0 || ::write(file, data, size) != static_cast<ssize_t>(size)) {
    std::abort();
  }
  ::close(file);
  try_file(path);
  ::unlink(path.c_str());
  ::unlink((path + "-journal").c_str());
  return 0;
}
