#!/usr/bin/env bash
# The vector kernels, which alone have code for each kind of processor, compile for 64-bit Arm; but that of mechanisms, whose
# header needs GMP, which is not there for it.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
compiled=0
for source in $(grep -l 'include "vectors/targets.hpp"' src/accounting/*.cpp src/selection/*.cpp cli/*.cpp); do
  aarch64-linux-gnu-g++ -std=c++20 -O1 -Wall -Wextra -Wconversion -Werror -ffp-contract=off -Iinclude -Isrc -Ivectors \
    -idirafter /usr/include -c "$source" -o /dev/null
  compiled=$((compiled + 1))
done
echo "arm: $compiled passed, 0 failed"
