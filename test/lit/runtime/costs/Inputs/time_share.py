"""time_share.py <measured> <summary>: the shares of two processes are those that
the program has made, in one phase after the other. Each of two threads may have
two samples too many in a phase; a busy machine has few ticks."""
import re
import sys

share = float(open(sys.argv[1]).read().split()[0])
text = open(sys.argv[2]).read()
found = re.findall(r"Time: +([\d.]+)% of ([\d,]+) samples of CPU time", text)
assert len(found) == 2, text
for percent, number in found:
    number = int(number.replace(",", ""))
    assert number >= 10, text
    slack = 100 * 4 / number + 5
    assert abs(float(percent) - share) < slack, (share, slack, text)
