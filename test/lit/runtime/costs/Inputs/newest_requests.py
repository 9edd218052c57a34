"""check.py <theirs> <ours>: the same Ir, Dr and Dw for each line of the
functions between ten starts and stops. `main`, which has these, differs by the
code of the stops: Cachegrind takes the five instructions that mark a request as
one, and ours has a call of the runtime behind them, which it counts up to the
call instruction. Callgrind leaves out all that is executed right before a stop,
from the last jump or call on."""
import sys

Events = ("Ir", "Dr", "Dw")


def read(path):
    costs, function, skips = {}, "", False
    for line in open(path):
        if line.startswith("events:"):
            events = line.split()[1:]
        elif line.startswith("fn="):
            function = line[3:].strip()
        elif line.startswith("calls="):
            skips = True
        elif line[0].isdigit():
            number, *counts = map(int, line.split())
            counts = dict(zip(events, counts))
            if not skips:
                sums = costs.setdefault(function, {}).setdefault(number, [0, 0, 0])
                for i, event in enumerate(Events):
                    sums[i] += counts.get(event, 0)
            skips = False
    return {f: {l: c for l, c in lines.items() if any(c)} for f, lines in costs.items()}


theirs, ours = map(read, sys.argv[1:])
for name in ("work", "leaf", "compare"):
    assert ours[name] and ours[name] == theirs[name], (name, ours[name], theirs[name])
assert ours.keys() == {"main", "work", "leaf", "compare"} and "idle" not in theirs, ours
total = lambda costs: [sum(c) for c in zip(*costs["main"].values())]
instructions, reads, writes = (a - b for a, b in zip(total(ours), total(theirs)))
if "CACHEGRIND" in sys.argv[1]:
    marks, call = 4, range(1, 5)
    assert instructions in [10 * (marks + n) for n in call], instructions
    assert reads == 0 and writes in (0, 10), (reads, writes)
else:
    assert 0 < instructions < 10 * 30, instructions
