"""half.json part.txt whole.json: what half.json has without calls is what the
function of part.txt costs, and whole.json has nothing without calls."""
import json
import sys


def without_calls(file):
    return json.load(open(file))["calls"]["instructions_without_calls"]


half, part, whole = sys.argv[1:]
count = without_calls(half)
assert count > 1000, count
assert open(part).read().split()[0] == f"{count:,}", count
assert not without_calls(whole), without_calls(whole)
