"""Compares Ir, Dr and Dw of each line of a source file: compare.py <ours> <Cachegrind's> <file>"""
import sys

import cachegrind


def read(path, wanted):
    counts = {(function, line): [costs[e] for e in ("Ir", "Dr", "Dw")]
              for file, function, line, costs in cachegrind.costs(path) if file.endswith(wanted)}
    return {k: v for k, v in counts.items() if any(v)}


ours, theirs = (read(path, sys.argv[3]) for path in sys.argv[1:3])
for key in sorted(set(ours) | set(theirs)):
    if ours.get(key) != theirs.get(key):
        print(f"{key[0]}:{key[1]}: ours {ours.get(key)}, Cachegrind {theirs.get(key)}")
print(f"{len(theirs)} lines, {sum(v[0] for v in theirs.values())} Ir")
