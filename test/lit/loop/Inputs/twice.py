"""Starts a loop while another one is at work in the same folder; says how the
second one ends."""

import pathlib
import subprocess
import sys
import time

build = sys.argv[1]
pathlib.Path("slow.sh").write_text(f"{build}\necho 'sleep 1000.5' >> app\n")
command = ["udpc", "prefetch-loop", "--hints", "hints.txt", "--", "sh", "slow.sh", "--", "./app"]
first = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
deadline = time.monotonic() + 60
while not pathlib.Path("udpc-loop/run.log").exists() and time.monotonic() < deadline:
    time.sleep(0.05)
second = subprocess.run(command, stderr=subprocess.PIPE, timeout=60)
print(second.stderr.decode(), end="")
print("status", second.returncode)
first.terminate()
first.wait(60)
