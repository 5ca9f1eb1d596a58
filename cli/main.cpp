#include <string>
#include <vector>

#include "commands.hpp"
#include "passwords.hpp"
#include <fcntl.h>
#include <unistd.h>

namespace {

// The next file to be opened would take the place of a stream that the caller has closed, and what is meant for one would
// go to the other. Reading from the first and writing to the others still fails.
void hold_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) < 0) {
      // Where not even this can be opened, no other file can.
      static_cast<void>(::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
    }
  }
}

}  // namespace

int main(int count, char** words) {
  hold_closed_streams();
  const std::vector<std::string> given{words, words + count};
  discreet::cli::hide_passwords(count, words);
  std::vector<const char*> pointers;
  pointers.reserve(given.size() + 1);
  for (const std::string& word : given) {
    pointers.push_back(word.c_str());
  }
  pointers.push_back(nullptr);
  return discreet::cli::run_program(count, pointers.data());
}
