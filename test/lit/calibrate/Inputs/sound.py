"""Checks that a calibration is possible: levels grow, and so do their latencies.

usage: sound.py FILE...
"""

import json
import sys

for file in sys.argv[1:]:
    with open(file) as opened:
        calibration = json.load(opened)
    levels = calibration["levels"]
    assert calibration["measured"] and levels[0]["name"] == "D1" and levels[-1]["name"] == "LL"
    latencies = [level["latency_ns"] for level in levels] + [calibration["memory_latency_ns"]]
    # A load takes two cycles at least, and no level is slower than the next.
    assert 0.2 < latencies[0] and latencies == sorted(latencies), latencies
    # D1 is the core's own: the most of it is there for one process.
    assert levels[0]["bytes"] / 2 < levels[0]["share"] <= levels[0]["bytes"], levels[0]
    assert all(0 < level["share"] <= level["bytes"] for level in levels), levels
    assert calibration["prefetch_types"]["t0"]["beyond_ll"] == 1
    assert calibration["instructions_per_ns"] > 0.1 and calibration["window"] >= 1
