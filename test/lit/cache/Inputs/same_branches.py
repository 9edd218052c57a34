"""Compares Ir and the events of branches in two files of Cachegrind's format,
for each line of the file a.c: same_branches.py THEIRS OURS."""

import collections
import os
import sys

import cachegrind

EVENTS = ("Ir", "Bc", "Bcm", "Bi", "Bim")


def read(path):
    lines = collections.defaultdict(collections.Counter)
    for file, function, line, counts in cachegrind.costs(path):
        if os.path.basename(file) == "a.c" and function != "main":
            lines[function, line].update({e: counts[e] for e in EVENTS})
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
