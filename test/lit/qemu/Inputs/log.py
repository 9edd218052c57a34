"""Sums up the log of a counter unit: log.py FILE.

A line for each cause, counter and thread: how many there are, and the value of
the counter at each; of a command, of counters 3 and 6. Checks that the time and
the place are those of one program.
"""

import json
import sys

groups = {}
last = 0
process = None
with open(sys.argv[1], encoding="ascii") as file:
    for text in file:
        line = json.loads(text)
        assert line["time_ns"] >= last and int(line["pc"], 16) > 0x1000, line
        assert process in (None, line["process"]), line
        last, process = line["time_ns"], line["process"]
        key = (line["cause"], line["counter"], line["thread"])
        shown = ["3", "6"] if line["cause"] == "command" else [str(line["counter"])]
        groups.setdefault(key, []).append(
            " ".join(f"{c}={line['values'][c]}" for c in shown))
for (cause, counter, thread), values in sorted(groups.items()):
    print(f"{cause} {counter} thread {thread}: {len(values)} {' '.join(values)}")
