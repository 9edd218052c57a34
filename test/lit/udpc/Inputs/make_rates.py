"""Writes a log, as docs/formats.md describes it: make_rates.py KIND FILE"""

import random
import struct
import sys
import zlib

kind, path = sys.argv[1:]
out = open(path, "wb")
sequence = 0


def record(type, time, payload, pid=77):
    global sequence
    body = struct.pack("<HHQIIII", type, 0, time, 0xFFFFFFFF, pid, sequence, 0) + payload + bytes(-len(payload) % 8)
    out.write(struct.pack("<4sII", b"UDPL", len(body) + 12, zlib.crc32(body)) + body)
    sequence += 1


SECOND = 10**9
WALL = 1700000000 * SECOND


def start(events, program=b"server", version=1):
    record(
        1,
        SECOND,
        struct.pack("<IIQQIIIIII", version, 0, SECOND, WALL, 1, 4, len(program), 9, 0, 0) + b"host" + program + b"server -x",
    )
    record(2, SECOND, struct.pack("<II", 0, len(events)) + b"".join(e + b"\0" for e in events))


def snapshot(seconds, counts, trigger=1, resets=0, threads=()):
    payload = struct.pack("<QIIIIII", WALL + seconds * SECOND, trigger, 0xFFFFFFFF, len(counts), 0, len(threads), resets)
    payload += struct.pack(f"<{len(counts)}q", *counts)
    for index, ended, each in threads:
        payload += struct.pack(f"<IIII{len(counts)}q", index, 100 + index & 0xFFFFFF, ended, 0, *each)
    record(4, (1 + seconds) * SECOND, payload)


def small():
    start([b"requests", b"bytes\x1b[31m,"])
    snapshot(10, (20, 1000), threads=((0, 0, (15, 1000)), (1, 1, (5, 0))))
    snapshot(20, (50, 1234567), threads=((0, 0, (45, 1234567)),))
    snapshot(25, (3, 0), trigger=3, resets=1, threads=((0, 0, (3, 0)),))
    snapshot(30, (5, -5), trigger=5, resets=1, threads=((0, 0, (3, -5)), (0xFFFFFFFE, 0, (2, 0))))
    record(8, 31 * SECOND, struct.pack("<II", 5, 0))


def rare():
    start([b"rare", b"level"])
    for i in range(1, 40):
        snapshot(500 * i, (i, -i))


def long(odd):
    numbers = random.Random(1)
    start([b"requests", b"bytes", b"errors", b"queue"])
    counts = [0] * 4
    for i in range(1, 1001):
        bump = odd and 600 <= i < 650
        means = [1300 if bump else 1000, 200000 if odd and i == 300 else 50000, 0 if odd and i >= 800 else 20, 500 + (i / 5 if odd else 0)]
        for e, mean in enumerate(means):
            counts[e] += max(0, round(numbers.gauss(mean, mean**0.5)))
        snapshot(i, counts)


if kind == "small":
    small()
elif kind == "rare":
    rare()
elif kind == "version":
    start([b"a"], version=2)
else:
    long(kind == "odd")
out.close()
