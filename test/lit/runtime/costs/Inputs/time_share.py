"""time_share.py <measured> <summary>: the shares of two processes are those that
the program has made, in one phase after the other. Each of two threads may have
two samples too many in a phase. On a busy machine ticks are few, and fall at random
(three standard deviations).

time_share.py sum <summary> <text>...: each of the texts has the same share of all
samples of the summary; in JSON, which comes last, the same numbers. Each process
may have taken two more between its profile and its summary."""
import json
import math
import re
import sys

SHARE = re.compile(r"([\d.]+)% of ([\d,]+) samples of CPU time are in libraries")


def shares(path):
    return [(float(percent), int(number.replace(",", ""))) for percent, number in SHARE.findall(open(path).read().replace("%25", "%"))]


if sys.argv[1] == "sum":
    summary, *texts, checked = sys.argv[2:]
    each = shares(summary)
    samples = sum(n for _, n in each)
    (found,) = {tuple(shares(text)) for text in texts}
    ((percent, number),) = found
    assert abs(number - samples) <= 2 * len(each), (found, each)
    assert abs(percent * number - sum(p * n for p, n in each)) <= 100 * 2 * len(each) + number, (found, each)
    calls = json.load(open(checked))["unprofiled_calls"]
    assert calls["time_samples"] == number and f"{100 * calls['time_samples_unprofiled'] / number:.1f}" == f"{percent:.1f}", (calls, found)
    sys.exit()

share = float(open(sys.argv[1]).read().split()[0])
found = shares(sys.argv[2])
assert len(found) == 2, open(sys.argv[2]).read()
for percent, number in found:
    assert number >= 10, found
    slack = 100 * 4 / number + 3 * math.sqrt(share * (100 - share) / number)
    assert abs(percent - share) < slack, (share, slack, found)
