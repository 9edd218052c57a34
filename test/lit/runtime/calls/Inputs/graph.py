"""Prints the calls of a file in Callgrind's format, and which functions cost more or less inclusive
than what they and their callees cost.

    graph.py <file> [function...]

The functions are those whose sums are not checked: recursive ones, those that are left, and roots."""

import collections
import re
import sys

own, incoming, outgoing, calls = (collections.Counter() for _ in range(4))
names, function, callee, number = {}, "", "", None


def name(text):
    number, rest = re.match(r"\((\d+)\)(?: (.*))?$", text).groups()
    return names.setdefault(number, rest)


for text in open(sys.argv[1]):
    key, _, value = text.rstrip("\n").partition("=")
    if key in ("fn", "cfn"):
        function, callee = (name(value), callee) if key == "fn" else (function, name(value))
    elif key == "calls":
        number = int(value.split()[0])
    elif text[0].isdigit():
        cost = int(text.split()[1])
        if number is None:
            own[function] += cost
            continue
        calls[function, callee] += number
        incoming[callee] += cost
        outgoing[function] += cost
        number = None
for (caller, callee), count in sorted(calls.items()):
    print(f"{caller} -> {callee}: {count}")
for f in sorted(own):
    if f not in sys.argv[2:] and incoming[f] != own[f] + outgoing[f]:
        print(f"{f}: {incoming[f]} inclusive, but {own[f]} and {outgoing[f]} of callees")
