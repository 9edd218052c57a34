"""A profile has exactly the functions `name=branches` besides `main`:

    requests.py PROFILE name=branches..."""

import sys

path, *wanted = sys.argv[1:]
branches = {}
for line in open(path):
    if line.startswith("events:"):
        place = line.split()[1:].index("Bc") + 1
    elif line.startswith("fn="):
        function = line[3:].strip()
    elif line[0].isdigit():
        branches[function] = branches.get(function, 0) + int(line.split()[place])
branches.pop("main", None)
assert branches == {name: int(n) for name, n in (w.split("=") for w in wanted)}, branches
