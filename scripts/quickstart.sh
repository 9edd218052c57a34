#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs what udpc needs, builds it, and looks at a real program, the Lua
# interpreter, whose source it fetches: counts events in it, and finds where it
# misses the caches. With --machine it also installs what udpc-machine needs, and
# runs a riscv64 program there instead.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh

machine=
case "$*" in
  "") ;;
  --machine) machine=1 ;;
  *) echo "usage: scripts/quickstart.sh [--machine]" >&2; exit 2 ;;
esac

# shellcheck disable=SC2086
install_packages $build_packages ${machine:+$machine_packages}
echo "Building udpc" >&2
cmake --preset release >/dev/null
cmake --build --preset release

work=build/quickstart
rm -rf "$work"
mkdir -p "$work"

if [ -n "$machine" ]; then
  PATH=$PWD/build/release/bin:$PATH
  echo "Building examples/list/list.c for riscv64, with calls of sum() counted" >&2
  udpc-clang --target=riscv64-linux-gnu -O2 -static -fudpc-event=entry:sum examples/list/list.c -o "$work/list"
  echo "Running it in udpc-machine" >&2
  UDPC_OPTIONS=output=$work/list.prof udpc-machine --counters=- "$work/list"
  echo
  udpc report "$work/list.prof"
  echo
  udpc-machine --every=10000000 --log="$work/list.log" "$work/list" >/dev/null
  udpc log "$work/list.log"
  exit
fi

source=$(scripts/fetch-source.sh lua5.4)

# Builds Lua in the folder $1 with the flags $2.
build_lua() {
  cp -r "$source/src" "$work/$1"
  make -s -C "$work/$1" linux CC="$PWD/build/release/bin/udpc-clang" \
    MYCFLAGS="$2" MYLIBS= lua >"$work/$1.log" 2>&1 ||
    { cat "$work/$1.log" >&2; exit 1; }
}

echo "Building Lua with events of examples/lua/spec.yaml" >&2
build_lua lua "-fudpc-spec=$PWD/examples/lua/spec.yaml"
echo "Running examples/lua/work.lua" >&2
UDPC_OPTIONS=output=$work/lua.prof "$work/lua/lua" examples/lua/work.lua
echo
build/release/bin/udpc report "$work/lua.prof"
echo
build/release/bin/udpc report --sites "$work/lua.prof"
echo

echo "Building Lua with simulated caches" >&2
build_lua lua-cache -fudpc-profile=cache
echo "Running examples/lua/work.lua" >&2
UDPC_OPTIONS=cache_output=$work/lua.cache:cachegrind_output=$work/cachegrind.out:summary=0 \
  "$work/lua-cache/lua" examples/lua/work.lua
echo
build/release/bin/udpc annotate --functions --threshold=2 --mod-filename="$PWD/=" \
  "$work/lua.cache"
build/release/bin/udpc annotate --html "$work/lua.html" "$work/lua.cache"
echo
echo "The same line by line, for a browser: $work/lua.html"
