"""Checks that a calibration of little memory has at least the memory latency of
its family."""

import json
import sys

own, default = (json.load(open(name)) for name in sys.argv[1:])
assert own["memory_latency_ns"] >= default["memory_latency_ns"], own
