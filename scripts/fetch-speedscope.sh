#!/usr/bin/env bash
# Fetches speedscope, a viewer of flame graphs, by npm from the registry that
# npm is configured for, and prints the folder of its page. Installs nothing, and
# changes nothing outside ${UDPC_CACHE:-~/.cache/udpc}. Fetched once, then served
# from there.
set -euo pipefail

version=1.25.0
checksum=2831f1e0d26df914b477e522d78b8485511495a6af81a0b88158f8b48f9e0d03
cache=${UDPC_CACHE:-$HOME/.cache/udpc}/speedscope
result=$cache/$version
page=$result/dist/release
if [ -f "$page/index.html" ]; then
  echo "$page"
  exit 0
fi

mkdir -p "$cache"
work=$(mktemp -d "$cache/.fetch.XXXXXX")
trap 'rm -rf "$work"' EXIT

fail() {
  echo "fetch-speedscope.sh: cannot fetch speedscope $version:" >&2
  sed 's/^/  /' "$work/log" >&2
  exit 1
}
echo "Fetching speedscope $version" >&2
(cd "$work" && npm pack "speedscope@$version") >"$work/log" 2>&1 || fail
echo "$checksum  $work/speedscope-$version.tgz" | sha256sum --check >"$work/log" 2>&1 || fail
tar -xzf "$work/speedscope-$version.tgz" -C "$work" >"$work/log" 2>&1 || fail
mv -T "$work/package" "$result" 2>/dev/null || [ -f "$page/index.html" ]
echo "$page"
