"""Prints how many branches a cost table has, and how many its operations name:

    branches.py COSTS

COSTS is the section __udpc_costs of an object file (udpc/costs.h)."""

import struct
import sys

SIZES = [12, 24, 28, 12, 16, 24, 16]  # The code before the operations.
OPERATION = struct.Struct("<3IHBBIIq")

table = open(sys.argv[1], "rb").read()
counts = struct.unpack_from("<11I", table, 20)[1:]
operations, branches = counts[7:9]
at = 88 + sum(n * size for n, size in zip(counts, SIZES))
named = [
    i
    for n in range(operations)
    for first, number in [OPERATION.unpack_from(table, at + n * OPERATION.size)[6:8]]
    for i in range(first, first + number)
]
print(f"{branches} branches, {len(named)} named, {len(set(named))} different")
