"""Compares Ir and the events of branches in two files of Cachegrind's format,
for each line of the file a.c: same_branches.py THEIRS OURS."""

import collections
import sys

EVENTS = ("Ir", "Bc", "Bcm", "Bi", "Bim")


def read(path):
    lines = collections.defaultdict(collections.Counter)
    for text in open(path):
        if text.startswith("events:"):
            events = text.split()[1:]
        elif text.startswith("fl="):
            file = text[3:].strip().rpartition("/")[2]
        elif text.startswith("fn="):
            function = text[3:].strip()
        elif text[0].isdigit() and file == "a.c" and function != "main":
            number, *counts = map(int, text.split())
            lines[function, number].update(
                {e: n for e, n in zip(events, counts) if e in EVENTS}
            )
    return lines


theirs, ours = map(read, sys.argv[1:])
wrong = [
    (place, event, theirs[place][event], ours[place][event])
    for place in sorted(set(theirs) | set(ours))
    for event in EVENTS
    if theirs[place][event] != ours[place][event]
]
assert not wrong, wrong
for event in EVENTS:
    assert sum(line[event] for line in ours.values()) > 1000, event
