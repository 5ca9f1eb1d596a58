#!/usr/bin/env bash
# Runs the fuzzers of build/fuzz side by side, each from its committed corpus, and keeps what they find in build/fuzz/found.
# usage: tools/fuzz.sh SECONDS LOGS
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
seconds=$1 logs=$2
names=(csv candidates plain_text ledger)
pids=()
failed=0
for name in "${names[@]}"; do
  mkdir -p "build/fuzz/found/$name"
  (cd build/fuzz/found && exec "../fuzz/${name}_fuzz" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 \
    -print_final_stats=1 -verbosity=0 "$name" "$OLDPWD/fuzz/corpus/$name") >"$logs/fuzz-$name.log" 2>&1 </dev/null &
  pids+=($!)
done
for i in "${!names[@]}"; do
  log=$logs/fuzz-${names[i]}.log
  wait "${pids[i]}" || { failed=$((failed + 1)); tail -n 40 "$log"; }
  echo "${names[i]}: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs in $seconds s"
done
echo "fuzz: $((${#names[@]} - failed)) passed, $failed failed"
((failed == 0))
