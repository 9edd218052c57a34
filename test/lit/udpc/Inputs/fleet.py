"""fleet.py N: writes p001.prof ... of N processes of two builds, whose counts are
their numbers.
fleet.py --repeat FILE N: prints the lines of FILE, N times."""

import sys

sys.dont_write_bytecode = True
from make_profile import profile


def unit(name):
    return {"module": "/bin/app", "source": f"/src/{name}.c", "slots": 40, "events": ["e"],
            "sites": [{"event": 0, "kind": "entry", "file": f"/src/{name}.c",
                       "line": 1, "function": "f", "candidates": [0]}]}


if sys.argv[1] == "--repeat":
    with open(sys.argv[2]) as f:
        print(f.read() * int(sys.argv[3]), end="")
    sys.exit()
for number in range(1, int(sys.argv[1]) + 1):
    counts = [[0, slot, number] for slot in range(number % 3, 40)]
    counts = [[0, 0, number]] + counts[1:] if number % 3 == 0 else [[0, 0, number]] + counts
    data = profile({
        "units": [unit("odd" if number % 2 else "even")],
        "command": f"./app {number % 7}",
        "threads": {"0": counts, str(number % 5 + 1): counts[:9]},
    })
    with open(f"p{number:03}.prof", "wb") as f:
        f.write(data)
