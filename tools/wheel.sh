#!/usr/bin/env bash
# Builds the wheel with the Python of a virtual environment and lets it carry the libraries it stands on.
# usage: tools/wheel.sh VENV DIRECTORY [ARGUMENT OF pip wheel...]
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
venv=$(readlink -f "$1")
out=$2
raw=build/wheel/raw-$(basename "$out")
rm -rf "$raw"
mkdir -p "$raw" "$out"
# The environment has the pinned build tools, so the wheel does not depend on what was published today.
PATH=$venv/bin:$PATH "$venv/bin/pip" wheel --quiet --no-deps --no-build-isolation --wheel-dir "$raw" "${@:3}" .
rm -f "$out"/discreet-*.whl
PATH=$venv/bin:$PATH "$venv/bin/auditwheel" repair --wheel-dir "$out" "$raw"/discreet-*.whl >"$raw/log" 2>&1 ||
  { cat "$raw/log"; exit 1; }
ls "$out"/discreet-*.whl
