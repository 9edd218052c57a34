#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Fetches a Debian source package and prints the folder of its unpacked
# upstream source. Uses the machine's own package sources, and changes nothing
# outside ${UDPC_CACHE:-~/.cache/udpc}. Fetched once, then served from there.
#
#   scripts/fetch-source.sh lua5.4
set -euo pipefail

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/fetching.sh"

package=${1:?usage: fetch-source.sh <debian source package>}
begin_fetch sources "$package" "the source of $package"
mkdir "$work/sources"
# Lists of packages take longer than most packages: those of the last hour will do.
lists=$cache/.lists
[ -z "$(find "$lists/complete" -mmin +60 2>/dev/null)" ] || rm -rf "$lists"
mkdir -p "$lists/partial"

# The machine's own package sources, asked for source packages.
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
  [ -f "$file" ] || continue
  sed -n 's/^deb /deb-src /p' "$file" >"$work/sources/$(basename "$file" .list).list"
done
for file in /etc/apt/sources.list.d/*.sources; do
  [ -f "$file" ] || continue
  sed 's/^Types:.*/Types: deb-src/' "$file" >"$work/sources/$(basename "$file")"
done

apt() {
  apt-get -qq -oDir::Etc::sourcelist=/dev/null \
    -oDir::Etc::sourceparts="$work/sources" \
    -oDir::State::lists="$lists" -oAPT::Sandbox::User="$(id -un)" "$@"
}
if [ ! -f "$lists/complete" ]; then
  apt update >"$work/log" 2>&1 || fail
  touch "$lists/complete"
fi
# A mirror may offer a version that it has dropped, beside one that it has.
versions=$(apt-cache -oDir::Etc::sourcelist=/dev/null -oDir::Etc::sourceparts="$work/sources" \
  -oDir::State::lists="$lists" -oDir::Cache="$work" showsrc --only-source "$package" 2>/dev/null |
  sed -n 's/^Version: //p' | sort -rVu)
for version in ${versions:-""}; do
  (cd "$work" && apt source --download-only "$package${version:+=$version}") >"$work/log" 2>&1 && break
done
mkdir "$work/unpacked"
if ! (cd "$work" && dpkg-source --no-check --skip-patches -x ./*.dsc "$work/unpacked/src") >"$work/log" 2>&1; then
  # Mirrors may lack Debian's part, which is not needed.
  rm -rf "$work/unpacked/src"
  (cd "$work" && apt source --download-only --tar-only "$package" &&
    mkdir unpacked/src && tar -xf ./*.orig.tar.* -C unpacked/src --strip-components=1) >>"$work/log" 2>&1 || fail
fi
end_fetch unpacked/src
