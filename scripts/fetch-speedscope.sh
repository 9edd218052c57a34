#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Fetches speedscope, a viewer of flame graphs, by npm from the registry that
# npm is configured for, and prints the folder of its page. Installs nothing, and
# changes nothing outside ${UDPC_CACHE:-~/.cache/udpc}. Fetched once, then served
# from there.
set -euo pipefail

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/fetching.sh"

version=1.25.0
checksum=2831f1e0d26df914b477e522d78b8485511495a6af81a0b88158f8b48f9e0d03
begin_fetch speedscope "$version" "speedscope $version" dist/release
(cd "$work" && npm pack "speedscope@$version") >"$work/log" 2>&1 || fail
echo "$checksum  $work/speedscope-$version.tgz" | sha256sum --check >"$work/log" 2>&1 || fail
tar -xzf "$work/speedscope-$version.tgz" -C "$work" >"$work/log" 2>&1 || fail
end_fetch package
