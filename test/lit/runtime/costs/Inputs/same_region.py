"""check.py <ours> <function>[=<region>]...: what Callgrind has collected between
entry and return of a function (<function>.theirs) is what the region of that
name has cost (<ours>.cache), by function. `tail`, which the plain build leaves by
a jump, has a call there, and what sets up the stack for it; `load`, which begins
and ends the region itself, has the code that does, too."""
import json
import re
import subprocess
import sys


def callgrind(path):
    names, costs, name, skips = {}, {}, "", False
    for line in open(path):
        if line.startswith("fn="):
            number, text = re.match(r"fn=(\(\d+\)) ?(.*)", line).groups()
            name = names.setdefault(number, text)
            name = name.partition("'")[0]
        elif line.startswith("cfn="):
            number, text = re.match(r"cfn=(\(\d+\)) ?(.*)", line).groups()
            names.setdefault(number, text)
        elif line.startswith("calls="):
            skips = True
        elif line[0].isdigit() or line[0] in "+-*":
            if not skips:
                costs[name] = costs.get(name, 0) + int(line.split()[1])
            skips = False
    return costs


def region(file, name):
    data = json.loads(
        subprocess.run(
            ["udpc", "annotate", "--json", "--region=" + name, file],
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
    )
    ir, costs = data["events"].index("Ir"), {}
    for file in data["files"]:
        for function in file["functions"]:
            sums = sum(line[1 + ir] for line in function["lines"])
            name = function["function"]
            costs[name] = costs.get(name, 0) + sums
    return costs


full = {"work": "ns::work(double, int)", "recurse": "ns::recurse(int)", "tail": "ns::tail(int)"}
for argument in sys.argv[2:]:
    function, _, name = argument.partition("=")
    theirs = callgrind(function + ".theirs")
    ours = region(sys.argv[1] + ".cache", name or full[function])
    if function == "load":
        assert theirs.pop("load(int)") and ours.pop("load(int)"), (ours, theirs)
    if function == "tail":
        more = ours.pop("ns::tail(int)") - theirs.pop("ns::tail(int)")
        assert 0 <= more <= 6 * 4, (ours, theirs)
    assert ours == theirs and ours, (function, ours, theirs)
