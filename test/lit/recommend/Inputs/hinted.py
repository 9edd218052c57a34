#!/usr/bin/env python3
"""Prints where `udpc recommend --json`, on standard input, puts hints: place, verdict, type, deltas by operation."""

import json
import pathlib
import sys

operations = json.load(sys.stdin)["operations"]
places = {o["key"]: f"{pathlib.Path(o['file']).name}:{o['line']}" for o in operations if "key" in o}
for o in operations:
    if o["hints"]:
        deltas = ",".join(str(h["delta"]) for h in o["hints"])
        # A call is no operation, and may have none in its line.
        place = places.get(o["hint_key"], places[o["key"]])
        print(place, o["verdict"], o["hints"][0]["type"], deltas)
