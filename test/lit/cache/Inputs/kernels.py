#!/usr/bin/env python3
"""Says of each line of kernels.test's program whether it misses as it must.

    kernels.py SOURCE CACHEGRIND_OUT D1 LL

Does what the kernels do, in their order, on a model of its own. The first misses
of the few lines of stack and code that go through the caches between the kernels,
and what they push out, are all that may differ.
"""

import sys

import cachegrind

STACK_AND_CODE = 8  # Lines.
A, B = 0, 1 << 20  # Both arrays begin at a multiple of their size, B behind A.
SIZE = 1 << 20


class Cache:
    def __init__(self, text):
        size, self.ways, self.line = map(int, text.split(","))
        self.sets = [[] for _ in range(size // self.line // self.ways)]

    def misses(self, address, size):
        missed = False
        for line in range(address // self.line, (address + size - 1) // self.line + 1):
            lines = self.sets[line % len(self.sets)]
            if line in lines:
                lines.remove(line)
            else:
                missed = True
            lines.append(line)
            del lines[:-self.ways]
        return missed


def rows():
    return ((A + i * 8, 8, False) for i in range(SIZE // 8))


def columns():
    return ((A + row * 2048 + column * 8, 8, False) for column in range(64) for row in range(512))


def stride():
    return ((A + i, 8, True) for _ in range(3) for i in range(0, SIZE - 8, 1088))


def scattered():
    x = 1
    for _ in range(40000):
        x = (x * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        yield A + (x >> 33) % (SIZE // 4) * 4, 4, False


def packed():
    return ((A + i * 29 + 1, 8, False) for _ in range(2) for i in range(30000))


def modified():  # Reads.
    return ((A + i * 64, 8, False) for i in range(SIZE // 64))


def copied(line):  # Line by line.
    for i in range(0, 100000, line):
        yield A + i, 1, False
        yield B + i, 1, True


KERNELS = (rows, columns, stride, scattered, packed, modified, copied)


def main():
    source, out, d1, ll = sys.argv[1:]
    d1, ll = Cache(d1), Cache(ll)
    lines = {text.rsplit("// ", 1)[1].strip(): number
             for number, text in enumerate(open(source), 1) if "; // " in text}
    found = {(function, line): [counts[e] for e in ("D1mr", "DLmr", "D1mw", "DLmw")]
             for _, function, line, counts in cachegrind.costs(out)}
    wrong = 0
    for kernel in KERNELS:
        expected = [0, 0, 0, 0]
        for address, size, is_write in kernel(d1.line) if kernel is copied else kernel():
            if d1.misses(address, size):
                expected[2 * is_write] += 1
                expected[2 * is_write + 1] += ll.misses(address, size)
        name = kernel.__name__
        # The library function has one entry.
        has = found["memcpy", 0] if name == "copied" else found[name, lines[name]]
        wrong += any(abs(a - b) > STACK_AND_CODE for a, b in zip(has, expected))
        print(name, *has, "expected", *expected)
    if wrong:
        sys.exit(f"{wrong} kernels miss otherwise")
    print("as expected")


if __name__ == "__main__":
    main()
