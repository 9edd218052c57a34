# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash disable=SC2034
# Sourced by fetch-*.sh: what is fetched once, then served from
# ${UDPC_CACHE:-~/.cache/udpc}. Changes nothing outside of it.

# begin_fetch <folder> <name> <what> [<path>]: sets $result, the folder of <name> in
# <folder> of the cache. If it is there, prints it (or <path> in it), and ends the
# script. Else sets $work, a folder that is removed at the end, in which the script
# makes what will be $result.
begin_fetch() {
  cache=${UDPC_CACHE:-$HOME/.cache/udpc}/$1 result=$cache/$2 what=$3 path=${4:+/$4}
  serve
  mkdir -p "$cache"
  # One fetches at a time: they may want the same.
  exec {lock}>"$cache/.lock"
  flock "$lock"
  serve
  work=$(mktemp -d "$cache/.fetch.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  echo "Fetching $what" >&2
}

serve() {
  if [ -e "$result$path" ]; then
    echo "$result$path"
    exit 0
  fi
}

# end_fetch <folder in $work>: makes it the result, and prints it.
end_fetch() {
  mv -T "$work/$1" "$result"
  echo "$result$path"
}

# Ends the script with what $work/log has.
fail() {
  echo "$(basename "$0"): cannot fetch $what:" >&2
  sed 's/^/  /' "$work/log" >&2
  exit 1
}
