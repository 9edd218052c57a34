"""Prints the branches of each function of a.c but main and run, summed up over
files in Cachegrind's format: branch_sums.py FILE..."""

import collections
import os
import sys

import cachegrind

sums = collections.defaultdict(collections.Counter)
for path in sys.argv[1:]:
    for file, function, _, counts in cachegrind.costs(path):
        if os.path.basename(file) == "a.c":
            sums[function].update(counts)
for function, costs in sorted(sums.items()):
    if function not in ("main", "run"):
        print(f"{function} Bc={costs['Bc']} Bi={costs['Bi']}")
