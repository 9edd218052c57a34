"""A profile has exactly the functions `name=branches` besides `main`:

    requests.py PROFILE name=branches..."""

import collections
import sys

import cachegrind

path, *wanted = sys.argv[1:]
branches = collections.Counter()
for _, function, _, counts in cachegrind.costs(path):
    branches[function] += counts["Bc"]
branches.pop("main", None)
assert branches == {name: int(n) for name, n in (w.split("=") for w in wanted)}, branches
