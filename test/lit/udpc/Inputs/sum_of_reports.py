"""sum_of_reports.py PART.csv... SUM.csv: the counts of SUM.csv are the sums of
those of the parts, from `udpc report --csv`."""

import collections
import csv
import sys


def rows(path):
    with open(path, newline="") as file:
        # Functions' first lines move between builds.
        return {(r["event"], r["kind"], r["command"], r["file"], r["line"] if r["kind"] == "line"
                 else r["function"]): int(r["count"]) for r in csv.DictReader(file)}


parts = collections.Counter()
for path in sys.argv[1:-1]:
    parts.update(rows(path))
assert len(parts) > 5
both = rows(sys.argv[-1])
assert parts == both, {k: (parts[k], both.get(k)) for k in parts if parts[k] != both.get(k)}
