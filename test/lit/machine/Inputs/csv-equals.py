"""csv-equals.py LOG CSV JSON: both have the numbers of the log."""

import csv
import json
import sys

samples = []
for line in open(sys.argv[1]):
    entry = json.loads(line)
    if entry["type"] == "max_inst":
        samples.append([entry["times"], entry["cycles"], entry["inst"]])
    else:
        samples[-1].append(entry["value"])
rows = list(csv.DictReader(open(sys.argv[2])))
objects = json.load(open(sys.argv[3]))
assert len(rows) == len(samples) == len(objects) > 5
for sample, row, entry in zip(samples, rows, objects):
    assert [int(value) for value in list(row.values())[:67]] == sample
    assert [entry[key] for key in list(row)[:67]] == sample
    assert abs(float(row["ipc"]) - sample[3 + 1] / sample[3]) < 1e-5
    assert abs(float(row["br_misp_rate"]) - sample[3 + 53] / sample[3 + 49]) < 1e-5
