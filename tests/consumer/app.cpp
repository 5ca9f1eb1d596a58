#include <iostream>

#include <discreet/error.hpp>

int main() {
  try {
    discreet::require(false, discreet::bad_parameter, "scale must be finite");
  } catch (const discreet::Error& error) {
    std::cout << discreet::to_string(error.kind()) << ": " << error.what() << '\n';
    return 0;
  }
  return 1;
}
