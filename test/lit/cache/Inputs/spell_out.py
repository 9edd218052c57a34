#!/usr/bin/env python3
"""What Cachegrind wrote as udpc writes it: sorted by bytes, a file for each
function, no blanks at the ends of lines. Parses nothing that it need not."""

import sys


def main():
    head, groups, tail = [], {}, []
    file = group = None
    for line in sys.stdin.buffer:
        line = line.rstrip()
        if line.startswith(b"fl="):
            file = line
        elif line.startswith(b"fn="):
            group = groups.setdefault((file, line), {})
        elif line[:1].isdigit():
            number, *counts = line.split()
            counts = [int(c) for c in counts]
            old = group.get(int(number), [0] * len(counts))
            group[int(number)] = [a + b for a, b in zip(old, counts)]
        elif line.startswith(b"summary:"):
            tail.append(line)
        else:
            head.append(line)
    out = sys.stdout.buffer
    out.write(b"".join(line + b"\n" for line in head))
    for (file, function), lines in sorted(groups.items()):
        out.write(file + b"\n" + function + b"\n")
        for number, counts in sorted(lines.items()):
            out.write(b"%d " % number)
            out.write(b" ".join(b"%d" % c for c in counts) + b"\n")
    out.write(b"".join(line + b"\n" for line in tail))


main()
