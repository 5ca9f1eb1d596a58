#include <string>
#include <vector>

#include "commands.hpp"
#include "passwords.hpp"

int main(int count, char** words) {
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
