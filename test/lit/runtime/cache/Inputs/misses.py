"""Prints the misses of the kernels in a file of Cachegrind's format: of D1 and LL,
reads then writes.

With a second file, says where the two differ. Cachegrind sees more than the
kernels: their code and stack take a few places in the last level. D1 is filled
with known lines, at those of fill.h, when a kernel begins."""

import collections
import sys

KERNELS = "rows columns large_lines strided random_places straddling twice".split()
TOLERANCE = [0, 8, 0, 8]


def read(path):
    lines = collections.defaultdict(list)
    for line in open(path):
        if line.startswith("fl="):
            is_kernel = not line.strip().endswith("fill.h")
        elif line.startswith("fn="):
            function = line[3:].strip()
        elif line[0].isdigit() and is_kernel:
            lines[function].append([int(n) for n in line.split()[1:]])
    # The kernel's access is what refers to data most. The other is its return.
    counts = {f: max(lines[f], key=lambda c: sum(c[3:])) for f in KERNELS}
    return {f: [c[4], c[5], c[7], c[8]] for f, c in counts.items()}


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
