#pragma once

#include <string>

namespace discreet::cli {

/// The text without the passwords that addresses of servers in it have, whoever wrote it.
std::string without_passwords(const std::string& text);

/// Takes the passwords out of the words of the command line, which everybody on the machine can list.
void hide_passwords(int count, char** words);

}  // namespace discreet::cli
