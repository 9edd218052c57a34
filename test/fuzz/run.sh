#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs fuzzers one after another, from their seeds: docs/testing.md.
#
#   run.sh [--build <folder>] [--seconds <n> | --runs <n>] [<fuzzer>...]
#
# Without names all of them, 600 seconds each. --runs: so many inputs instead,
# which are the same in each run of the same build. What a fuzzer finds is left in
# <build>/test/fuzz/found; the exit status is then 1.
set -euo pipefail
source=$(cd "$(dirname "$0")" && pwd)
build=$source/../../build/release
limit=-max_total_time=600
while [ $# -gt 0 ]; do
  case $1 in
    --build) build=$2; shift 2 ;;
    --seconds) limit=-max_total_time=$2; shift 2 ;;
    --runs) limit=-runs=$2; shift 2 ;;
    -*) sed -n '3,9s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    *) break ;;
  esac
done
programs=$build/test/fuzz
[ -d "$programs/seeds" ] || { echo "$programs: no fuzzers; build udpc first" >&2; exit 2; }
if [ $# = 0 ]; then
  mapfile -t names < <(find "$programs" -maxdepth 1 -type f -perm -u+x -printf '%f\n' | sort)
  set -- "${names[@]}"
fi
mkdir -p "$programs/found"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# LLVM's library is not instrumented, as these two checks need it.
export ASAN_OPTIONS=detect_container_overflow=0:detect_leaks=0
status=0
for name in "$@"; do
  mkdir -p "$work/$name"
  seeds=()
  for folder in "$source/seeds/$name" "$programs/seeds/$name"; do
    [ ! -d "$folder" ] || seeds+=("$folder")
  done
  # New inputs go to the first folder. An input may take 10 s and 512 MB.
  if "$programs/$name" -seed=1 "$limit" -timeout=10 \
    -rss_limit_mb=512 -max_len=16384 -print_final_stats=1 -print_funcs=0 \
    -artifact_prefix="$programs/found/$name-" "$work/$name" "${seeds[@]}" \
    >"$work/$name.log" 2>&1; then
    echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$work/$name.log") inputs"
  else
    status=1
    tail -n 60 "$work/$name.log"
    echo "$name: FAILED; the input is in $programs/found"
  fi
done
exit $status
