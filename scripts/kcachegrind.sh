#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Opens a file in Callgrind's format in KCachegrind on a display of its own, and
# takes a picture of the window, for a person to look at.
#
#   scripts/kcachegrind.sh <callgrind.out file> <picture.png>
#
# Installs nothing. Needs (Debian): kcachegrind xvfb imagemagick dbus-daemon.
set -euo pipefail
profile=$(realpath "${1:?usage: kcachegrind.sh <callgrind.out file> <picture.png>}")
picture=${2:?usage: kcachegrind.sh <callgrind.out file> <picture.png>}
for program in kcachegrind Xvfb import dbus-run-session; do
  command -v "$program" >/dev/null ||
    { echo "$program is missing: apt-get install kcachegrind xvfb imagemagick dbus-daemon" >&2; exit 2; }
done

work=$(mktemp -d)
processes=()
cleanup() {
  for p in "${processes[@]}"; do kill "$p" 2>/dev/null || true; done
  wait
  rm -rf "$work"
}
trap cleanup EXIT
mkdir -m 700 "$work/run" "$work/config"
printf '[TipOfDay]\nRunOnStart=false\n' >"$work/config/kcachegrindrc"

exec 3<>"$work/display"
Xvfb -displayfd 3 -screen 0 1400x900x24 >/dev/null 2>&1 &
processes+=($!)
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(head -1 "$work/display") QT_QPA_PLATFORM=xcb HOME=$work XDG_RUNTIME_DIR=$work/run XDG_CONFIG_HOME=$work/config
dbus-run-session -- kcachegrind --qwindowgeometry 1400x900+0+0 "$profile" >"$work/log" 2>&1 &
processes+=($!)
sleep "${SECONDS_TO_WAIT:-8}"
import -window root "$picture"
kill -0 "${processes[1]}" 2>/dev/null || { echo "kcachegrind ended:" >&2; cat "$work/log" >&2; exit 1; }
# Shows what KCachegrind has complained of, if anything.
grep -iE "error|warning|line [0-9]+:" "$work/log" | grep -v dbus-daemon || true
