"""Kills a loop with SIGKILL after a number of runs that it has noted."""

import pathlib
import subprocess
import sys
import time

least, build, hints = int(sys.argv[1]), *sys.argv[2:]
loop = subprocess.Popen(
    ["udpc", "prefetch-loop", "--hints", hints, "--metric-from-output", "time ([0-9]+) us", "-o", "kept.afdo", "--", build, "--", "./app"],
    stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,
)
journal = pathlib.Path("udpc-loop/journal.jsonl")
deadline = time.monotonic() + 60
runs = 0
while runs < least:
    if loop.poll() is not None or time.monotonic() > deadline:
        loop.kill()
        sys.exit(f"{runs} runs have been noted")
    time.sleep(0.001)
    runs = journal.read_text().count('"run"') if journal.exists() else 0
loop.kill()
loop.wait()
print("killed after", journal.read_text().count('"run"'), "runs")
