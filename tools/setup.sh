#!/usr/bin/env bash
# Installs the missing Debian packages of a group of tools/packages.txt and of the groups before it, as root or with sudo.
# usage: tools/setup.sh build|test|long|bench
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
say() { printf 'dev: %s\n' "$*" >&2; }
group=$1 missing=() as_root=()

case $group in build | test | long | bench) ;; *) say "setup knows the groups build, test, long and bench"; exit 1 ;; esac
command -v apt-get dpkg-query >/dev/null || { say "no apt-get here: see tools/packages.txt for what is needed"; exit 0; }
packages=$(awk -v last="$group" '
  BEGIN { rank["build"] = 1; rank["test"] = 2; rank["long"] = 3; rank["bench"] = 4 }
  NF && $1 !~ /^#/ && rank[$2] <= rank[last] { print $1 }' tools/packages.txt)
for package in $packages; do
  [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
done
((${#missing[@]})) || exit 0
if ((EUID)); then
  command -v sudo >/dev/null || { say "not root and no sudo; please install: ${missing[*]}"; exit 1; }
  as_root=(sudo)
fi
say "installing ${missing[*]}"
if [[ " ${missing[*]} " == *" postgresql "* ]]; then
  # The tests start a server of their own: the package shall not set one up for the machine.
  "${as_root[@]}" mkdir -p /etc/postgresql-common/createcluster.d
  echo 'create_main_cluster = false' |
    "${as_root[@]}" tee /etc/postgresql-common/createcluster.d/no_main_cluster.conf >/dev/null
fi
"${as_root[@]}" apt-get update -q </dev/null
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${missing[@]}" </dev/null
