"""Checks that a calibration of little memory has the memory latency and the last
level of its family."""

import json
import sys

own, default = (json.load(open(name)) for name in sys.argv[1:])
assert own["memory_latency_ns"] >= default["memory_latency_ns"], own
least = min(default["levels"][-1]["share"], 4 << 20)
assert own["levels"][-1]["share"] >= least, own
