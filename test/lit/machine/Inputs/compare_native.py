"""compare_native.py SOURCE CACHEGRIND MACHINE: for each name of MACHINE, whose lines
are "name reads writes misses branches", the lines of SOURCE that end with "// name"
have cost as much in the CACHEGRIND file. Prints them."""

import collections
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Inputs"))
import cachegrind  # noqa: E402

source, profile, machine = map(pathlib.Path, sys.argv[1:])
names = dict(enumerate((m and m[1] for m in (re.search(r" // (\w+)$", t) for t in source.read_text().splitlines())), 1))
costs = collections.defaultdict(collections.Counter)
for file, _, line, counts in cachegrind.costs(profile):
    if pathlib.Path(file).name == source.name:
        costs[names.get(line)].update(counts)

for text in machine.read_text().splitlines():
    name, *values = text.split()
    c = costs[name]
    native = [c["Dr"], c["Dw"], c["D1mr"] + c["D1mw"], c["Bc"]]
    if native != [int(v) for v in values]:
        sys.exit(f"{name}: natively {native}, by the machine {values}")
    print(text)
