#include "commands.hpp"

int main(int count, char** words) { return discreet::cli::run_program(count, words); }
