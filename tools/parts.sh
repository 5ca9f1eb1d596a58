# shellcheck shell=bash
# The parts of `./dev test`, which reads this file: part_NAME runs one, and prints lines that end in "N passed, N failed"
# where it can count.

# Runs the tests of one preset, shows what failed, and counts.
run_ctest() {
  local preset=$1 log=$logs/ctest-$1.log status=0 failed total
  ctest --test-dir "build/$preset" --parallel "$jobs" --output-on-failure --no-tests=error --timeout 900 "${@:2}" \
    >"$log" 2>&1 </dev/null || status=$?
  ((status == 0)) || grep -Ev '^ *(Start +[0-9]+:|[0-9]+/[0-9]+ Test .* Passed )' "$log" || true
  read -r failed total < <(sed -nE 's/.* ([0-9]+) tests failed out of ([0-9]+)$/\1 \2/p' "$log") || return 1
  echo "$preset: $((total - failed)) passed, $failed failed"
  return "$status"
}

part_format() { cpp_files | xargs -0 -n 50 -P "$jobs" clang-format-19 --dry-run -Werror; }
part_rooms() { python tools/rooms.py; }
part_rules() { python tools/house_rules.py && python tools/walkthrough.py; }
part_links() { python tools/links.py; }
part_stamps() { python tools/stamps.py --check; }
part_tools() { python tools/unittests.py tests/tools; }
part_exp() { python tools/exp_proof.py; }
part_coq() { configure dev && python tools/coq.py --build build/dev; }
part_arm() { tools/arm.sh; }

# What the tests of C++ and of Python both stand on, compiled once for both and laid down for Python's.
part_library() {
  python_venv &
  configure dev
  compile dev --target discreet discreet_ledger discreet_program
  hushed install cmake --install build/dev --prefix "$installed"
  wait $!
}
part_build() { configure dev && compile dev; }
part_unit() { run_ctest dev; }

part_asan() {
  configure asan
  compile asan
  # The longest walks and accounts visit no code that the shorter ones do not.
  UBSAN_OPTIONS=print_stacktrace=1 run_ctest asan --exclude-regex \
    '(Further|Narrowly)OverAllWordsOfBoth|RangePlan.IsTight|FewUnequalRangesAreBounded'
}

part_tsan() {
  configure tsan
  compile tsan
  run_ctest tsan --tests-regex Thread
}

part_tidy() { configure dev && python tools/tidy.py --build build/dev --jobs "$jobs"; }
part_must_not_compile() { configure dev && python tools/must_not_compile.py --build build/dev; }
part_compilers() { configure dev && python tools/both_compilers.py --build build/dev --jobs "$jobs"; }
part_mutations() { configure dev && python tools/mutations.py --build build/dev --jobs "$jobs"; }
part_consumer() { configure dev && tools/consumer.sh build/dev "$jobs"; }

part_examples() {
  configure dev
  compile dev --target examples
  EXAMPLES=build/dev/examples python tools/unittests.py tests/examples
}

# The program as its user meets it: every error, every kill; and its page in a browser.
program_tests() {
  configure dev
  compile dev --target discreet_program
  DISCREET=$PWD/build/dev/cli/discreet python tools/unittests.py "$1"
}
part_cli() { program_tests tests/cli; }
part_pages() { program_tests tests/pages; }
part_postgres() { configure dev && compile dev --target test_ledger many_charges && program_tests tests/postgres; }

run_fuzzers() {
  configure fuzz
  compile fuzz --target csv_fuzz candidates_fuzz plain_text_fuzz ledger_fuzz
  tools/fuzz.sh "$1" "$logs"
}
part_fuzz() { run_fuzzers 30; }

# With the libraries of part_library, and what binds them compiled as the tests of C++ are; part_pythons builds and tests
# the wheel that users get.
part_python() {
  install_wheel -C build-dir=build/wheel/tests -C build.targets=_core -C cmake.build-type=Debug \
    -C cmake.define.CMAKE_CXX_COMPILER=clang++-19 -C cmake.define.CMAKE_CXX_FLAGS_DEBUG=-O0 \
    -C cmake.define.DISCREET_INSTALLED=ON -C cmake.define.discreet_ROOT="$installed"
  "$venv/bin/ruff" check --quiet python tests/python bench/python_*.py examples/*.ipynb
  "$venv/bin/ruff" format --quiet --check python tests/python bench/python_*.py examples/*.ipynb
  "$venv/bin/mypy" --no-error-summary
  MPLBACKEND=Agg "$venv/bin/python" -W error -m pytest tests/python
}

part_python_asan() {
  python_venv
  configure asan -DDISCREET_PYTHON=ON -DPython_EXECUTABLE="$PWD/$venv/bin/python"
  compile asan --target _core
  tools/python_asan.sh "$venv"
}

# The package's wheel for the stable ABI, with every newer Python that it claims and this machine has.
part_pythons() { tools/python_versions.sh build/pythons; }
