#!/usr/bin/env bash
# <script>: runs a test's script, which may call functions.sh's functions, and
# ends what it left running. lit waits until nobody has the script's output open,
# so without this a test that fails while a program of its own waits for something
# would keep lit waiting as well.
set -m
limit=600 # Seconds; the longest test takes 30 on an idle machine.
BASH_ENV=$(dirname "$0")/functions.sh timeout --verbose --kill-after=5 $limit bash "$@" &
group=$!
trap 'kill -KILL -- -$group 2>/dev/null' EXIT
trap 'exit 1' HUP INT TERM
wait $group
