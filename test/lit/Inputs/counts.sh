#!/bin/sh
# Prints what profiles hold, one line an event, through `udpc report --json`:
#
#     event total [thread:count ...]
#
# Hundreds of tests run it: Python would take most of their time to start.
report=$(udpc report --json "$@") || exit 1
printf '%s\n' "$report" | awk '
  function text(line) {
    sub(/^[^:]*: /, "", line)
    sub(/,$/, "", line)
    if (line ~ /^"/) {
      line = substr(line, 2, length(line) - 2)
      gsub(/\\"/, "\"", line)
    }
    return line
  }
  /^ "version": 1,$/ { known = 1 }
  # The objects of "events" are indented by two, what "threads" lists by five.
  /^   "event": / { event = text($0) }
  /^   "total": / { counts = event " " text($0) }
  /^   "threads": / { in_threads = 1 }
  in_threads && /^     "thread": / { thread = text($0) }
  in_threads && /^     "count": / && text($0) != "0" { counts = counts " " thread ":" text($0) }
  in_threads && /\],?$/ { print counts; in_threads = 0 }
  END { exit !known }'
