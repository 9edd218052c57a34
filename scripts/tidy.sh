#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs clang-tidy, by .clang-tidy, on the lines that changed since a commit.
#
#   scripts/tidy.sh [--base=<commit>] [--all] [--build=<folder>] [--seconds=<N>] [file...]
#
# The default commit is the last one that origin/main has too, or if that is the
# current one, its parent. --all checks all lines of all files, and so do names of
# files. --seconds starts no file after N seconds, and says which are left. Files
# are compiled as the build (build/release) does; a header, by a file that includes
# it. The exit status is 1 if clang-tidy finds something.
set -euo pipefail
cd "$(dirname "$0")/.."

base=
all=
build=build/release
seconds=
files=()
for argument; do
  case $argument in
    --base=*) base=${argument#*=} ;;
    --all) all=1 ;;
    --build=*) build=${argument#*=} ;;
    --seconds=*) seconds=${argument#*=} ;;
    -*) sed -n '/^#  /s/^# *//p' "$0" >&2; exit 2 ;;
    *) files+=("$argument") ;;
  esac
done

tidy=$(command -v clang-tidy-22 || command -v /usr/lib/llvm-22/bin/clang-tidy) ||
  { echo "tidy.sh: there is no clang-tidy-22; it is in the Debian package of that name" >&2; exit 2; }
[ -f "$build/compile_commands.json" ] ||
  { echo "tidy.sh: $build has no compile_commands.json: cmake --preset release" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Writes the commands of the build, one for each file, without the precompiled headers
# that are not there; and the files, relative to this folder. Some of the runtime is
# compiled without CMake's rules: clang-tidy derives its flags from others'.
python3 - "$build/compile_commands.json" "$work" <<'END'
import glob, json, os, re, sys
commands = {c["file"]: c for c in reversed(json.load(open(sys.argv[1])))}
for command in commands.values():
    header = re.search(r"\S+[.]pch\b", command["command"])
    if header and not os.path.exists(header[0]):
        command["command"] = re.sub(r" -Xclang -include(-pch)? -Xclang \S*cmake_pch\S*", "", command["command"])
json.dump(list(commands.values()), open(sys.argv[2] + "/compile_commands.json", "w"))
here = os.getcwd() + "/"
files = {f.removeprefix(here) for f in commands if f.startswith(here) and not f.startswith(here + "build/")}
files.update(glob.glob("runtime/**/*.cpp", recursive=True))
open(sys.argv[2] + "/compiled", "w").writelines(f + "\n" for f in sorted(files))
END

# Inputs of lit tests and examples are not ours to compile.
sources=('*.c' '*.cpp' '*.h' '*.inc' ':!test/lit' ':!examples')
# Prints "<file> <first line> <last line>" for each piece of C or C++ that changed.
changed_lines() {
  git diff -U0 --no-color --no-ext-diff --diff-filter=d "$1" -- "${sources[@]}" | awk '
    /^\+\+\+ b\// { file = substr($0, 7) }
    /^@@/ {
      split($3, at, ","); first = substr(at[1], 2); count = at[2] == "" ? 1 : at[2]
      if (count > 0) print file, first, first + count - 1
    }'
  git ls-files --others --exclude-standard -- "${sources[@]}" | sed 's/$/ 1 1000000/'
}

# Sets base; to nothing if there is no earlier commit.
choose_base() {
  git rev-parse --quiet --verify HEAD >/dev/null 2>&1 || return 0
  base=$(git merge-base HEAD origin/main 2>/dev/null || :)
  if [ -z "$base" ] || [ "$base" = "$(git rev-parse HEAD)" ]; then
    base=$(git rev-parse --quiet --verify HEAD~1 || :)
  fi
}

if [ ${#files[@]} -gt 0 ]; then
  what="named files"
  printf '%s 1 1000000\n' "${files[@]}" > "$work/lines"
else
  [ -n "$all$base" ] || choose_base
  if [ -n "$base" ] && [ -z "$all" ]; then
    what="changes since $(git log -1 --format='%h (%s)' "$base")"
    changed_lines "$base" > "$work/lines"
  else
    what="all files"
    [ -n "$all" ] || what="all files, as git has no earlier commit here"
    sed 's/$/ 1 1000000/' "$work/compiled" > "$work/lines"
  fi
fi

# One unit for each changed file: itself, or for a header one that includes it, which
# may be of the same name.
python3 - "$work" <<'END'
import re, sys
folder = sys.argv[1] + "/"
def read(name):
    return open(folder + name).read().splitlines()
compiled, units, others = set(read("compiled")), set(), []
changed = sorted({line.split(" ")[0] for line in read("lines")})
included_by = {}
if not compiled.issuperset(changed):
    for unit in sorted(compiled):
        try:
            text = open(unit).read()
        except FileNotFoundError:
            continue
        for name in re.findall(r'^#include "(.+)"', text, re.M):
            included_by.setdefault(name, unit)
for file in changed:
    same_name = re.sub(r"[.]\w+$", ".cpp", file)
    unit = file if file in compiled else same_name if same_name in compiled else None
    if not unit and file.endswith((".h", ".inc")):
        unit = included_by.get(file.removeprefix("include/"))
    (units.add if unit else others.append)(unit or file)
open(folder + "units", "w").writelines(f + "\n" for f in sorted(units))
open(folder + "uncompiled", "w").writelines(f + "\n" for f in others)
END

# clang-tidy is silent about all other lines, as of a unit that is here only for a
# header of it. The option may be longer than an argument can be.
: > "$work/filter"
[ "${what#all files}" != "$what" ] || awk 'BEGIN { printf "\047--line-filter=[" }
  { printf "%s{\"name\":\"%s\",\"lines\":[[%d,%d]]}", (NR > 1 ? "," : ""), $1, $2, $3 }
  END { print "]\047" }' "$work/lines" > "$work/filter"

# Checks one file; its findings go to standard output in one piece.
check() {
  local output
  output=$("$tidy" --quiet -p "$work" "@$work/filter" "$1" 2>&1) || {
    echo "$output" | grep -v 'warnings* treated as errors*$\|^[0-9]* warnings* generated\|Processing file' || :
    echo "$1" >> "$work/found"
  }
  echo "$1" >> "$work/checked"
}
: > "$work/checked" && : > "$work/left"
jobs=$(nproc)
while read -r unit; do
  if [ -n "$seconds" ] && [ "$SECONDS" -ge "$seconds" ]; then
    echo "$unit" >> "$work/left"
    continue
  fi
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || :; done
  check "$unit" &
done < "$work/units"
wait

echo "tidy.sh: $what: checked $(wc -l < "$work/checked") of $(wc -l < "$work/units") files"
[ ! -s "$work/left" ] || { echo "tidy.sh: no time for:"; cat "$work/left"; }
[ ! -s "$work/uncompiled" ] || { echo "tidy.sh: not compiled by this build:"; cat "$work/uncompiled"; }
[ ! -e "$work/found" ]
