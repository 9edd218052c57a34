"""periods.py LOG EVENT COUNT LEAST [STEP]: in each sample of the log the event
has COUNT (or "any"); there are at least LEAST; they are STEP instructions apart."""

import json
import sys

log = sys.argv[1]
event, count, least = int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
samples = []
for line in open(log):
    entry = json.loads(line)
    if entry["type"] == "max_inst":
        samples.append((entry, []))
    else:
        assert entry["type"] == f"event {len(samples[-1][1]):2}", entry
        samples[-1][1].append(entry["value"])
assert len(samples) >= least, len(samples)
for number, (head, values) in enumerate(samples):
    assert head["times"] == number + 1, head
    assert len(values) == 64 and count in ("any", str(values[event])), (number, values[event])
if len(sys.argv) > 5:
    step = int(sys.argv[5])
    for number, (head, _) in enumerate(samples):
        assert head["inst"] == step * (number + 1), head
