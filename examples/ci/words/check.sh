#!/bin/sh
# Builds the program with counted costs, runs it, and checks what it costs:
#
#   ./check.sh [options of udpc check]       fails if it got dearer
#   ./check.sh --update                      writes costs.baseline anew
set -eu
cd "$(dirname "$0")"
build=${BUILD:-build}
mkdir -p "$build"
udpc-clang -O2 -g -fudpc-profile=counts words.c table.c -o "$build/words"
UDPC_OPTIONS=cache_output=$build/words.cache:cachegrind_output=:summary=0 "$build/words"
if [ "${1-}" = --update ]; then
  exec udpc baseline --project=. -o costs.baseline "$build/words.cache"
fi
exec udpc check --project=. --baseline=costs.baseline "$@" "$build/words.cache"
