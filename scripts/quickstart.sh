#!/usr/bin/env bash
# Installs what udpc needs, builds it, and counts events in a real program: the
# Lua interpreter, whose source it fetches.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh

# shellcheck disable=SC2086
install_packages $build_packages
echo "Building udpc" >&2
cmake --preset release >/dev/null
cmake --build --preset release

source=$(scripts/fetch-source.sh lua5.4)
work=build/quickstart
rm -rf "$work"
mkdir -p "$work"
cp -r "$source/src" "$work/lua"
echo "Building Lua with events of examples/lua/spec.yaml" >&2
make -s -C "$work/lua" linux CC="$PWD/build/release/bin/udpc-clang" \
  MYCFLAGS="-fudpc-spec=$PWD/examples/lua/spec.yaml" MYLIBS= lua >"$work/log" 2>&1 ||
  { cat "$work/log" >&2; exit 1; }
echo "Running examples/lua/work.lua" >&2
UDPC_OPTIONS=output=$work/lua.prof "$work/lua/lua" examples/lua/work.lua
echo
build/release/bin/udpc report "$work/lua.prof"
echo
build/release/bin/udpc report --sites "$work/lua.prof"
