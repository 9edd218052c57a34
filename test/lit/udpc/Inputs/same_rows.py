"""same_rows.py ROWS TSV: fails unless both have the same rows.
same_rows.py ROWS --report CSV: the same, for the counts of udpc report --csv."""

import csv
import json
import sys

with open(sys.argv[1], encoding="utf-8") as f:
    rows = [json.loads(line) for line in f]
assert rows
if sys.argv[2] == "--report":
    ours = sorted((r["event"], r["kind"], r["file"], r["line"], r["function"],
                   r["command"], r["count"]) for r in rows if r["event"] != "(runs)")
    with open(sys.argv[3], encoding="utf-8", newline="") as f:
        theirs = sorted(
            (r["event"], r["kind"], r["file"], int(r["line"] or 0), r["function"],
             r["command"], int(r["count"]))
            for r in csv.DictReader(f) if int(r["count"]) and r["kind"])
else:
    ours = rows
    with open(sys.argv[2], encoding="utf-8") as f:
        names, *lines = [line.rstrip("\n").split("\t") for line in f]
    theirs = [{n: int(v) if isinstance(rows[0][n], int) else v for n, v in zip(names, line)}
              for line in lines]
assert ours == theirs, (ours, theirs)
