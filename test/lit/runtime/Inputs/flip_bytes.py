"""flip_bytes.py FILE COMMAND...: fails unless COMMAND refuses the file with each
of some of its bytes changed, and cut off at some places."""

import subprocess
import sys

path, command = sys.argv[1], sys.argv[2:]
with open(path, "rb") as f:
    data = f.read()
variants = [data[:n] for n in (7, 47, 60, len(data) - 1)]
for at in (9, 13, 17, 25, 45, 50, 60, len(data) // 2, len(data) - 1):
    variants.append(data[:at] + bytes([data[at] ^ 1]) + data[at + 1:])
for number, variant in enumerate(variants):
    with open("damaged", "wb") as f:
        f.write(variant)
    run = subprocess.run(command + ["damaged"], capture_output=True, text=True)
    if run.returncode != 1 or "damaged: " not in run.stderr:
        sys.exit(f"variant {number}: status {run.returncode}: {run.stderr}")
