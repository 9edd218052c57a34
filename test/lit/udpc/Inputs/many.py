"""Writes p00001.prof ... of about 1 MB each: half site table, half counts."""

import sys

# Nothing is written into the source tree.
sys.dont_write_bytecode = True
from make_profile import profile

SLOTS = 30000
for number in range(1, int(sys.argv[1]) + 1):
    data = profile({
        "units": [{"source": "/src/a.c", "slots": SLOTS, "padding": 500000,
                   "events": ["e"],
                   "sites": [{"event": 0, "kind": "entry", "file": "/src/a.c",
                              "line": 1, "function": "f", "candidates": [0]}]}],
        "threads": {"0": [[0, slot, number] for slot in range(SLOTS)]},
    })
    with open(f"p{number:05}.prof", "wb") as f:
        f.write(data)
