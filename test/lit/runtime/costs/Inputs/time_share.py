"""time_share.py <measured> <summary>: the shares of two processes are those that
the program has made, as exactly as so many samples allow: 4 deviations of the
binomial distribution, and what the clock's ticks add."""
import math
import re
import sys

share = float(open(sys.argv[1]).read().split()[0])
text = open(sys.argv[2]).read()
found = re.findall(r"Time: +([\d.]+)% of ([\d,]+) samples of CPU time", text)
assert len(found) == 2, text
for percent, number in found:
    number = int(number.replace(",", ""))
    assert number >= 10, text
    slack = 4 * math.sqrt(share * (100 - share) / number) + 5
    assert abs(float(percent) - share) < slack, (share, slack, text)
