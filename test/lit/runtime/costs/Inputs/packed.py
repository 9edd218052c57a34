"""Counts the cost tables in a profile by their forms, or compares cachegrind.out
files of which the second should have each count twice."""

import sys


def counts(file):
    found = {}
    place = None
    for line in open(file):
        if line.startswith(("fl=", "fn=")):
            place = (place[0] if place and line.startswith("fn=") else "") + line
        elif line[0].isdigit():
            number, *costs = line.split()
            found[place, number] = [int(c) for c in costs]
    return found


if sys.argv[1] == "--doubled":
    once, twice = counts(sys.argv[2]), counts(sys.argv[3])
    equal = sum([2 * c for c in once[k]] == twice.get(k) for k in once)
    print(f"equal lines: {equal}, others: {len(once.keys() | twice.keys()) - equal}")
else:
    data = open(sys.argv[1], "rb").read()
    # Magic and version.
    version = data[data.index(b"UDPP") + 4 :][:4]
    print(f"{sys.argv[1]}: {data.count(b'UDPC' + version)} plain, {data.count(b'UDPP' + version)} packed")
