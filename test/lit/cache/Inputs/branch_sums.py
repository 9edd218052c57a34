"""Prints the branches of each function of a.c but main and run, summed up over
files in Cachegrind's format: branch_sums.py FILE..."""

import collections
import sys

sums = collections.defaultdict(collections.Counter)
for path in sys.argv[1:]:
    for text in open(path):
        if text.startswith("events:"):
            events = text.split()[1:]
        elif text.startswith("fl="):
            file = text[3:].strip().rpartition("/")[2]
        elif text.startswith("fn="):
            function = text[3:].strip()
        elif text[0].isdigit() and file == "a.c":
            sums[function].update(dict(zip(events, map(int, text.split()[1:]))))
for function, costs in sorted(sums.items()):
    if function not in ("main", "run"):
        print(f"{function} Bc={costs['Bc']} Bi={costs['Bi']}")
