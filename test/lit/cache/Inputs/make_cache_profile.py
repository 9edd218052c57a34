#!/usr/bin/env python3
"""Writes a cache profile from a description in JSON, as
udpc/cache_profile.h lays it out:

    make_cache_profile.py DESCRIPTION.json OUT.cache

    {"command": "./app", "runs": 1, "caches": [[32768, 8, 64], ...] (I1, D1, LL, perhaps L2) or null, "flags": 1,
     "units": [{"source": "/src/a.c", "slots": 2,
                "derived": [[left, right, subtract]],
                "functions": [[symbol, name, file, line, first, number]],
                "frames": [[parent, function, name, file, line, offset,
                            discriminator]],
                "lines": [[function, file, line]],
                "blocks": [[function, value, first, number]],
                "costs": [[frame, line, ir, dr, dw, bc, bi]],
                "operations": [[frame, line, block, size, kind]]}],
     "threads": {"0": {"slots": [[unit, slot, count]],
                       "operations": [[unit, operation, d1, ll, l2]],
                       "lines": [[unit, line, count * 16]]}, "others": {}}}

Counts at the end of a list that are left out are 0. -1 is no index. It knows nothing of the C++ code, so the two check each other.
"""

import json
import struct
import sys

from profile_bytes import NONE, Strings, module, padded, sealed


def index(number):
    return NONE if number < 0 else number


def table(unit, simulates):
    strings = Strings()
    source = strings.add(unit["source"])
    body = b""
    for left, right, subtract in unit.get("derived", []):
        body += struct.pack("<3I", index(left), index(right), subtract)
    for symbol, name, file, line, first, number in unit["functions"]:
        names = [strings.add(s) for s in (symbol, name, file)]
        body += struct.pack("<6I", *names, line, first, number)
    for parent, function, name, file, *rest in unit.get("frames", []):
        names = [strings.add(s) for s in (function, name, file)]
        body += struct.pack("<7I", index(parent), *names, *rest)
    for function, file, line in unit["lines"]:
        body += struct.pack("<3I", function, strings.add(file), line)
    for function, value, first, number in unit["blocks"]:
        body += struct.pack("<6I", function, value, NONE, first, number, 0)
    for frame, line, *counts in unit["costs"]:
        counts += [0] * (5 - len(counts))
        body += struct.pack("<2I3H2B", index(frame), line, *counts)
    for frame, line, block, size, kind in unit.get("operations", []):
        body += struct.pack(
            "<3IH2B2Iq", index(frame), line, block, size, kind, 0, 0, 0, 0
        )
    body = padded(body + strings.data)
    counts = [
        len(unit.get(part, []))
        for part in "derived functions frames lines loops blocks costs "
        "operations branches".split()
    ]
    head = struct.pack(
        "<2IQ18I",
        0x43504455,
        8,
        88 + len(body) + -(88 + len(body)) % 8,
        int(simulates),
        unit["slots"],
        *counts,
        len(strings.data),
        source,
        *[0] * 5,
    )
    return padded(head + body)


def thread(number, t):
    slots = t.get("slots", [])
    operations = t.get("operations", [])
    lines = t.get("lines", [])
    tid = 0 if number == 0xFFFFFFFFFFFFFFFF else 100 + number
    out = struct.pack(
        "<5Q", number, tid, len(slots), len(operations), len(lines)
    )
    for slot in slots:
        out += struct.pack("<2IQ", *slot)
    for unit, operation, d1, ll, *l2 in operations:
        out += struct.pack("<2I8Q", unit, operation, d1, ll, *[0] * 6)
        out += struct.pack("<12q", *[0] * 12)  # strides
        out += struct.pack("<Q2I2Q", 0, NONE, 0, 0, 0)
        out += struct.pack("<3Q", *(l2 or [0]), *[0] * 2)
    for line in lines:
        out += struct.pack("<2I16Q", *line, *[0] * (18 - len(line)))
    return out


def main():
    with open(sys.argv[1]) as f:
        profile = json.load(f)
    caches = profile.get("caches")
    geometry = [n for c in (caches or []) + [[0, 0, 0]] * 4 for n in c][:12]
    flags = int(bool(caches)) | 8 * (len(caches or []) > 3)
    command = profile.get("command", "").encode()
    body = struct.pack(
        "<14I2Q", *geometry[:9], profile.get("flags", flags), *geometry[9:], 0,
        *profile.get("time", [0, 0]))
    body += padded(command)
    for unit in profile["units"]:
        body += module(unit) + table(unit, bool(caches))
    threads = [
        (0xFFFFFFFFFFFFFFFF if n == "others" else int(n), t)
        for n, t in profile["threads"].items()
    ]
    for number, t in sorted(threads, key=lambda pair: pair[0]):
        body += thread(number, t)
    body += struct.pack("<Q2I", 0, 0, 0)  # Calls.
    body += struct.pack("<3Q", 0, 0, 0)  # Regions.
    data = sealed(
        b"udpccach", 7, body, 4711, len(profile["units"]), len(threads),
        len(command), profile.get("runs", 1))
    with open(sys.argv[2], "wb") as f:
        f.write(data)


main()
