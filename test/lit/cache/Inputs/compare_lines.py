"""Compares Ir, Dr and Dw of each line of a source file: compare.py <ours> <Cachegrind's> <file>"""
import sys


def read(path, wanted):
    counts = {}
    file = function = ""
    for text in open(path):
        key, _, value = text.strip().partition("=")
        if text.startswith("events:"):
            columns = [text.split()[1:].index(e) for e in ("Ir", "Dr", "Dw")]
        elif key == "fl":
            file = value
        elif key == "fn":
            function = value
        elif text[:1].isdigit() and file.endswith(wanted):
            line, *values = map(int, text.split())
            values += [0] * 9
            counts[function, line] = [values[c] for c in columns]
    return {k: v for k, v in counts.items() if any(v)}


ours, theirs = (read(path, sys.argv[3]) for path in sys.argv[1:3])
for key in sorted(set(ours) | set(theirs)):
    if ours.get(key) != theirs.get(key):
        print(f"{key[0]}:{key[1]}: ours {ours.get(key)}, Cachegrind {theirs.get(key)}")
print(f"{len(theirs)} lines, {sum(v[0] for v in theirs.values())} Ir")
