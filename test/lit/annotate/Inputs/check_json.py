"""All costs of `udpc annotate --json` are there: they add up to the total."""

import json
import sys

with open(sys.argv[1]) as file:
    sheet = json.load(file)
sums = [0] * len(sheet["events"])
for f in sheet["files"]:
    for function in f["functions"]:
        for line, *counts in function["lines"]:
            sums = [a + b for a, b in zip(sums, counts)]
assert sums == sheet["total"] == sheet["base"] == [8775, 0, 170, 18], sums
