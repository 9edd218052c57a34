"""Prints how the operations of a cache profile's first thread have missed."""

import struct
import sys

NONE = 0xFFFFFFFF

data = open(sys.argv[1], "rb").read()
command, = struct.unpack_from("<I", data, 40)
at = 120 + (command + 7) // 8 * 8
at += 8 + (struct.unpack_from("<I", data, at)[0] + 7) // 8 * 8
at += struct.unpack_from("<Q", data, at + 8)[0]
_, _, counts, operations, _ = struct.unpack_from("<5Q", data, at)
at += 40 + counts * 16
for _ in range(operations):
    unit, operation, d1, ll, prefetched, strides, runs, _, _, lines = struct.unpack_from("<II8Q", data, at)
    leading = struct.unpack_from("<qQ", data, at + 72)
    double = struct.unpack_from("<qQ", data, at + 136)
    breaks, leader, _, followed, _ = struct.unpack_from("<QIIQQ", data, at + 168)
    print(
        f"{operation} misses {d1} {ll} prefetched {prefetched} strides {strides} runs {runs} "
        f"breaks {breaks} lines {lines} leading {leading[0]}*{leading[1]} double {double[0]}*{double[1]} "
        + ("leader none" if leader == NONE else f"leader {leader} of {followed}")
    )
    at += 224
