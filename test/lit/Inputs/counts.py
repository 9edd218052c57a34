#!/usr/bin/env python3
"""Prints what profiles hold, one line an event, through `udpc report --json`:

    event total [thread:count ...]
"""

import json
import subprocess
import sys

report = json.loads(
    subprocess.run(
        ["udpc", "report", "--json", *sys.argv[1:]], check=True, stdout=subprocess.PIPE
    ).stdout
)
assert report["version"] == 1, report["version"]
for event in report["events"]:
    shares = [f"{t['thread']}:{t['count']}" for t in event["threads"] if t["count"]]
    print(event["event"], event["total"], *shares)
