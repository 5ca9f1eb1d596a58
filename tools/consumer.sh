#!/usr/bin/env bash
# Builds and runs tests/consumer/app.cpp in the ways a user may take discreet: an installed tree found by CMake, the same with
# -Ofast, each installed header alone, the same tree (moved elsewhere) found by pkg-config, and the source tree as a subdirectory, there as a shared
# library.
set -euo pipefail
build=$1 jobs=$2
tree=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$tree/build/consumer
compiler=${CXX:-c++}
rm -rf "$work"
mkdir -p "$work"
passed=0 failed=0
most_headers=37  # and one for each kind of release

# Runs a way in a shell of its own and counts.
try() {
  local name=$1 log=$work/$1.log status
  set +e
  (set -e; "$name") >"$log" 2>&1 </dev/null
  status=$?
  set -e
  if ((status == 0)); then
    passed=$((passed + 1))
    echo "$name: $(tail -n 1 "$log")"
  else
    failed=$((failed + 1))
    cat "$log"
    echo "$name: FAILED"
  fi
}

build_and_run() {
  cmake -G Ninja -S "$tree/tests/consumer/$1" -B "$work/$1" "${@:2}"
  cmake --build "$work/$1" --parallel "$jobs"
  "$work/$1/app"
}

install_tree() {
  cmake --build "$build" --parallel "$jobs" --target discreet discreet_ledger discreet_program
  cmake --install "$build" --prefix "$work/prefix"
  # Nothing installed may remember where it was built.
  if grep -rIl "$tree" "$work/prefix" --include='*.cmake' --include='*.pc' --include='*.hpp'; then
    echo "the files above name the source tree"
    return 1
  fi
  # The program, its manual and its completion come along.
  "$work/prefix/bin/discreet" --version
  test -s "$(find "$work/prefix" -name discreet.1)"
  for completion in bash-completion/completions/discreet zsh/site-functions/_discreet fish/vendor_completions.d/discreet.fish; do
    test -s "$work/prefix/share/$completion"
  done
  echo "installed"
}

find_package() { build_and_run find_package -DCMAKE_PREFIX_PATH="$work/prefix"; }

# What the consumer compiles rounds nothing and asks no float whether it is NaN, so with -Ofast the results are the same.
fast_math() {
  local said
  cmake -G Ninja -S "$tree/tests/consumer/find_package" -B "$work/fast_math" -DCMAKE_PREFIX_PATH="$work/prefix" \
    -DAPP_COMPILE_OPTIONS=-Ofast
  cmake --build "$work/fast_math" --parallel "$jobs" --verbose >"$work/fast_math.commands"
  ! grep -q -- '-ffp-contract\|-fno-associative-math' "$work/fast_math.commands"
  said=$("$work/fast_math/app")
  [[ $said == "$("$work/find_package/app")" ]]
  echo "${said##*$'\n'}"
}

# Where the linker itself adds a start-up file that flushes subnormal numbers, the release refuses and says so.
flushed_at_start() {
  local said
  "$compiler" -std=c++20 -Ofast -c "$tree/tests/consumer/app.cpp" -I"$work/prefix/include" -o "$work/flushed.o"
  if ! "$compiler" -Ofast -### "$work/flushed.o" 2>&1 | grep -q crtfastmath; then
    echo "this compiler adds no such file"
    return
  fi
  "$compiler" -Ofast "$work/flushed.o" "$(find "$work/prefix" -name 'libdiscreet.*' | head -n 1)" \
    -lsodium -lmpfr -lgmpxx -lgmp -pthread -o "$work/flushed"
  if said=$("$work/flushed" 2>&1); then return 1; fi
  [[ $said == *"must not flush subnormal numbers"* ]]
  echo "${said##*$'\n'}"
}

# A public header is a promise: few, and each compiles alone, whatever flags a consumer has.
headers() {
  local found
  # Those that only forward, with a warning, to where an older version's went are not counted.
  found=$(find "$work/prefix/include" -name '*.hpp' -exec grep -L 'pragma GCC warning' {} + | sort)
  xargs -P "$jobs" -n 1 "$compiler" -std=c++20 -Ofast -fsyntax-only -x c++ -I"$work/prefix/include" <<<"$found"
  # shellcheck disable=SC2086
  found=$(grep -L 'using Request = ' $found | wc -l)
  ((found <= most_headers)) || { echo "$found headers, where at most $most_headers are promised beside the kinds of release"; return 1; }
  echo "$found headers and those of the kinds of release, each compiled alone"
}

# Compiled without optimising: whether it is found, linked and run is the question. By clang, as nothing else compiles the
# whole library for a user of it, and in half of the time.
add_subdirectory() {
  build_and_run add_subdirectory -DDISCREET_TREE="$tree" -DBUILD_SHARED_LIBS=ON -DDISCREET_UNITY=ON \
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DCMAKE_CXX_COMPILER=clang++-19
}

pkg_config() {
  local flags=() found
  mv "$work/prefix" "$work/moved"
  found=$(find "$work/moved" -name discreet.pc)
  export PKG_CONFIG_PATH=${found%/*}
  read -ra flags < <(pkg-config --cflags --libs discreet)
  "$compiler" -std=c++20 "$tree/tests/consumer/app.cpp" "${flags[@]}" -o "$work/app"
  "$work/app"
}

try install_tree
try find_package
try fast_math
try flushed_at_start
try headers
try pkg_config
try add_subdirectory
echo "consumer: $passed passed, $failed failed"
((failed == 0))
