"""Interrupts a loop while its run command sleeps; says how it ended.

Third argument: where the program sleeps, "background", or how: "ignoring".
"""

import pathlib
import signal
import subprocess
import sys
import time

build, mode = sys.argv[1:3]
sleeps = "sleep 1000.25"
if "background" in sys.argv:
    sleeps += " & wait"
if "ignoring" in sys.argv:
    sleeps = 'trap "" INT; ' + sleeps
pathlib.Path("slow.sh").write_text(f"{build}\necho '{sleeps}' >> app\n")
# The group is that of the loop, as of one that was started from a shell.
loop = subprocess.Popen(
    ["udpc", "prefetch-loop", "--hints", "hints.txt", "--", "sh", "slow.sh", "--", "./app"],
    stderr=subprocess.PIPE,
    start_new_session=True,
)
sleeping = ["pgrep", "-f", "sleep 1000[.]25"]
deadline = time.monotonic() + 60
while subprocess.run(sleeping, stdout=subprocess.DEVNULL).returncode:
    if time.monotonic() > deadline:
        loop.kill()
        sys.exit("nothing has been run")
    time.sleep(0.05)
loop.send_signal(getattr(signal, mode))
print(loop.communicate(timeout=60)[1].decode(), end="")
print("status", loop.returncode)
time.sleep(0.2)
print("sleepers", subprocess.run(sleeping, stdout=subprocess.PIPE).stdout.decode().split())
