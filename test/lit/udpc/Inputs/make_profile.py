#!/usr/bin/env python3
"""Writes a profile from a description in JSON, as udpc/abi.h lays it out:

    make_profile.py DESCRIPTION.json OUT.prof

    {"command": "./app", "runs": 1,
     "units": [{"module": "/bin/app", "source": "/src/a.c", "slots": 2, "padding": 0,
                "events": ["calls"],
                "entries": [[event, kind, command, pattern, spec, line, sites]],
                "derived": [[left, right, subtract]],
                "sites": [{"event": 0, "kind": "line", "command": "inc",
                           "file": "/src/a.c", "line": 9, "column": 0,
                           "function": "f",
                           "candidates": [[value, l, c, l, c], value]}]}],
     "threads": {"0": [[unit, slot, count]], "others": []}}

What is left out is empty, 0 or `inc`. Without modules it is a profile of version 1. It knows nothing of the C++ code, so the
two check each other.
"""

import json
import struct
import sys

from profile_bytes import NONE, Strings, module, padded, sealed

KINDS = {"line": 0, "entry": 1, "return": 2, "unwind": 3}
COMMANDS = {"inc": 0, "dec": 1}


def table(unit):
    strings = Strings()
    source = strings.add(unit.get("source", ""))
    events = b"".join(struct.pack("<Ii", strings.add(e), -1) for e in unit["events"])
    entries = b"".join(
        struct.pack("<IBBHIIII", event, KINDS[kind], COMMANDS[command], 0,
                    strings.add(pattern), strings.add(spec), line, sites)
        for event, kind, command, pattern, spec, line, sites in unit.get("entries", [])
    )
    derived = b"".join(
        struct.pack("<III", *(NONE if v is None else v for v in d))
        for d in unit.get("derived", [])
    )
    sites = candidates = b""
    for site in unit.get("sites", []):
        first = len(candidates) // 20
        for c in site["candidates"]:
            candidates += struct.pack("<5I", *(c if isinstance(c, list) else [c, 0, 0, 0, 0]))
        sites += struct.pack(
            "<IBBHIIIIII", site["event"], KINDS[site["kind"]],
            COMMANDS[site.get("command", "inc")], 0, strings.add(site["file"]),
            site.get("line", 0), site.get("column", 0),
            strings.add(site.get("function", "")), first, len(site["candidates"]))
    # Padding makes tables of any size, for tests of memory.
    strings.data += b"x" * unit.get("padding", 0) + b"\0"
    body = padded(events + entries + derived + sites + candidates + strings.data)
    return struct.pack(
        "<4sIQ8I", b"UDPT", 4, 48 + len(body), len(events) // 8, len(entries) // 24,
        unit.get("slots", 0), len(derived) // 12, len(sites) // 32,
        len(candidates) // 20, len(strings.data), source) + body


def profile(description):
    command = description.get("command", "./app").encode()
    units = description.get("units", [])
    threads = description.get("threads", {})
    version = 3 if any("module" in u for u in units) else 1
    body = padded(command)
    for unit in units:
        if version == 3:
            body += module(unit)
        body += table(unit)
    for index, counts in threads.items():
        number = 2**64 - 1 if index == "others" else int(index)
        body += struct.pack("<QQQ", number, 0, len(counts))
        body += b"".join(struct.pack("<IIQ", *c) for c in counts)
    return sealed(
        b"udpcprof", version, body, description.get("pid", 4711), len(units),
        len(threads), len(command), description.get("runs", 1))


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as f:
        data = profile(json.load(f))
    with open(sys.argv[2], "wb") as f:
        f.write(data)
