#!/usr/bin/env python3
"""Writes a log from a description in JSON, as udpc/log.h lays it out:

    make_log.py DESCRIPTION.json OUT.log

    [{"pid": 7, "began": 5, "wall": 1000, "command": "./app", "events": ["calls"],
      "modules": [[start, end, offset, "/bin/app", "build ID in hexadecimal"]],
      "samples": [[time, thread, event, period, pc, [counts], [frames]]],
      "stacks": [[time, thread, event, count, [frames]]]}]

It knows nothing of the C++ code, so the two check each other.
"""

import json
import struct
import sys
import zlib

from profile_bytes import padded

START, NAMES, MODULES, SAMPLE, STACK = 1, 2, 3, 5, 6
NONE = 0xFFFFFFFF


class Run:
    def __init__(self, pid):
        self.pid = pid
        self.sequence = 0
        self.data = b""

    def add(self, kind, time, payload, thread=NONE):
        payload = padded(payload)
        rest = struct.pack("<HHQIIII", kind, 0, time, thread, self.pid, self.sequence, 0) + payload
        self.sequence += 1
        self.data += struct.pack("<4sII", b"UDPL", 12 + len(rest), zlib.crc32(rest)) + rest


def log(run):
    out = Run(run["pid"])
    command = run["command"].encode()
    out.add(START, 0, struct.pack("<IIQQ6I", 1, 0, run.get("began", 0), run.get("wall", 0), 1, 0, 0,
                                  len(command), 0, 0) + command)
    out.add(NAMES, 0, struct.pack("<II", 0, len(run["events"])) +
            b"".join(e.encode() + b"\0" for e in run["events"]))
    modules = struct.pack("<II", len(run["modules"]), 0)
    for start, end, offset, path, build in run["modules"]:
        build = bytes.fromhex(build)
        modules += struct.pack("<3QII", start, end, offset, len(path), len(build))
        modules += padded(path.encode() + build)
    out.add(MODULES, 0, modules)
    for time, thread, event, period, pc, counts, frames in run.get("samples", []):
        out.add(SAMPLE, time, struct.pack(f"<QQ4I{len(counts)}q{len(frames)}Q", pc, period, event,
                                          len(counts), 0, len(frames), *counts, *frames), thread)
    for time, thread, event, count, frames in run.get("stacks", []):
        out.add(STACK, time, struct.pack(f"<QII{len(frames)}Q", count, event, len(frames), *frames),
                thread)
    return out.data


def main():
    runs = json.load(open(sys.argv[1]))
    with open(sys.argv[2], "wb") as out:
        for run in runs:
            out.write(log(run))


main()
