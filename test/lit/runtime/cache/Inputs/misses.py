"""Prints the misses of the kernels in a file of Cachegrind's format: of D1 and LL,
reads then writes.

With a second file, says where the two differ. Cachegrind sees more than the
kernels: their code and stack take a few places in the last level. D1 is filled
with known lines, at those of fill.h, when a kernel begins."""

import collections
import sys

import cachegrind

KERNELS = "rows columns large_lines strided random_places straddling twice".split()
TOLERANCE = [0, 8, 0, 8]


def read(path):
    lines = collections.defaultdict(list)
    for file, function, _, counts in cachegrind.costs(path):
        if not file.endswith("fill.h"):
            lines[function].append(counts)
    # The kernel's access is what refers to data most. The other is its return.
    accesses = {f: max(lines[f], key=lambda c: c["Dr"] + c["Dw"]) for f in KERNELS}
    return {f: [c[e] for e in ("D1mr", "DLmr", "D1mw", "DLmw")] for f, c in accesses.items()}


first = read(sys.argv[1])
if len(sys.argv) == 2:
    for kernel in sorted(KERNELS):
        print(kernel, *first[kernel])
else:
    second = read(sys.argv[2])
    for kernel in KERNELS:
        for a, b, most in zip(first[kernel], second[kernel], TOLERANCE):
            if abs(a - b) > most:
                sys.exit(f"{kernel}: {first[kernel]}, {second[kernel]}")
    print("equal")
