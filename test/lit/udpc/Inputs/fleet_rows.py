"""Prints rows of three hosts that run two builds, the old one at 1000 and the new
one at 2000; the third host has four times as much in the new one."""

import json

for time, build in ((1000, "old"), (2000, "new")):
    for host in range(3):
        much = 4 if host == 2 and build == "new" else 1
        row = {"time": time, "batch": f"{build}{host}", "host": f"h{host}",
               "program": "./app", "build": build, "module": "/bin/app", "event": "(runs)",
               "command": "", "kind": "run", "file": "", "line": 0, "col": 0,
               "function": "", "thread": -1, "count": 10}
        print(json.dumps(row, separators=(",", ":")))
        for line, function, count in ((1, "f", 2000), (7, "main", 12000)):
            row |= {"event": "Ir", "kind": "cost", "file": "/a.c", "line": line,
                    "function": function, "count": count * much}
            print(json.dumps(row, separators=(",", ":")))
