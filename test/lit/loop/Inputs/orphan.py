"""Kills a loop with SIGKILL while it builds; says what the next one does."""

import pathlib
import subprocess
import sys
import time

build, hints = sys.argv[1:]
pathlib.Path("slow.sh").write_text(
    f"""mkdir building || {{ echo two at a time > app; exit; }}
test -z "$UDPC_PREFETCH_HINTS" || sleep 1
{build}
rmdir building
"""
)
command = ["udpc", "prefetch-loop", "--hints", hints, "--metric-from-output", "time ([0-9]+) us", "-o", "kept.afdo", "--", "sh", "slow.sh", "--", "./app"]
loop = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
for line in loop.stderr:
    if "building with the hints" in line:
        break
deadline = time.monotonic() + 60
while not pathlib.Path("building").exists():
    if time.monotonic() > deadline:
        loop.kill()
        sys.exit("nothing has been built with hints")
    time.sleep(0.001)
loop.kill()
loop.wait()
following = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=60)
print(following.stderr, end="")
print("status", following.returncode)
