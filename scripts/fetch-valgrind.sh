#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Fetches the Valgrind of the Debian release after this one (Cachegrind and
# Callgrind for amd64, their headers, and cg_annotate in Python) and prints the
# folder that has its `usr`. Uses the hosts of the machine's own package sources,
# installs nothing, and changes nothing outside ${UDPC_CACHE:-~/.cache/udpc}.
# Fetched once, then served from there.
#
#   valgrind=$(scripts/fetch-valgrind.sh [<release>])
#   VALGRIND_LIB=$valgrind/usr/libexec/valgrind $valgrind/usr/bin/valgrind ...
set -euo pipefail

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/fetching.sh"

release=${1:-trixie}
begin_fetch valgrind "$release" "valgrind of Debian $release"
mkdir -p "$work/lists/partial" "$work/sources"

# The machine's own sources of Debian packages, with the other release in place
# of its own. Sources of updates (release-updates, release-security) and of
# others than Debian have another suite's name and stay out.
own=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
  [ -f "$file" ] || continue
  sed -nE "s/^(deb( +\[[^]]*\])? +[^ ]+ +)(${own:-stable}|stable) +main.*/\1$release main/p" \
    "$file" >"$work/sources/$(basename "$file" .list).list"
done
for file in /etc/apt/sources.list.d/*.sources; do
  [ -f "$file" ] || continue
  sed -E "/^Suites:/{
      /[: ](${own:-stable}|stable)( |\$)/!s/.*/Enabled: no\nSuites: none/
      s/^Suites:.*[: ](${own:-stable}|stable)( .*)?\$/Suites: $release/
    }
    s/^Types:.*/Types: deb/; s/^Components:.*/Components: main/" \
    "$file" >"$work/sources/$(basename "$file")"
done

apt() {
  apt-get -qq -oDir::Etc::sourcelist=/dev/null \
    -oDir::Etc::sourceparts="$work/sources" \
    -oDir::State::lists="$work/lists" -oDir::Cache="$work" \
    -oAPT::Sandbox::User="$(id -un)" "$@"
}
apt update >"$work/log" 2>&1 || fail
# A mirror may offer a version that it has dropped, beside one that it has.
versions=$(apt-cache -oDir::Etc::sourcelist=/dev/null -oDir::Etc::sourceparts="$work/sources" \
  -oDir::State::lists="$work/lists" -oDir::Cache="$work" -oDir::State::status=/dev/null \
  madison valgrind 2>>"$work/log" | awk -F'|' '{ gsub(/ /, "", $2); print $2 }' | sort -rVu)
for version in $versions; do
  (cd "$work" && apt download "valgrind=$version") >>"$work/log" 2>&1 && break
done
compgen -G "$work/valgrind_*.deb" >/dev/null || fail
mkdir "$work/unpacked"
dpkg-deb -x "$work"/valgrind_*.deb "$work/unpacked" >>"$work/log" 2>&1 || fail
kept=$work/kept/usr tools=libexec/valgrind
mkdir -p "$kept/bin" "$kept/$tools" "$kept/include"
{
  cp "$work"/unpacked/usr/bin/cg_* "$work"/unpacked/usr/bin/valgrind* "$kept/bin" &&
    cp -r "$work/unpacked/usr/include/valgrind" "$kept/include" &&
    cp "$work/unpacked/usr/$tools"/{{callgrind,cachegrind}-amd64-linux,vgpreload_core-amd64-linux.so,default.supp} \
      "$kept/$tools"
} 2>>"$work/log" || fail
end_fetch kept
