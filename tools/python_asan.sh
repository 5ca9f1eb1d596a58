#!/usr/bin/env bash
# Tests the Python extension of build/asan, with AddressSanitizer loaded into an interpreter that was built without it.
# usage: tools/python_asan.sh VENV
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
site=build/asan/site
mkdir -p "$site"
rm -rf "$site/discreet"
cp -r python/discreet "$site/discreet"
rm -f "$site"/discreet/_core*.so
cp build/asan/python/_core*.so "$site/discreet/"
LD_PRELOAD=$(clang++-19 -print-file-name=libclang_rt.asan-x86_64.so) ASAN_OPTIONS=detect_leaks=0 \
  PYTHONMALLOC=malloc PYTHONPATH=$site "$1/bin/python" -m pytest -k 'not opendp and not spark' \
  tests/python/test_{arrays,bad_input,measurements,plan,shortcut,ledger,ledger_refusals,ledger_answerable}.py \
  tests/python/test_{quantile_arrays,quantiles_refused}.py
