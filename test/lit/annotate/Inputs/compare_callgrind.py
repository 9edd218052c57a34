"""Compares the calls of a page with what callgrind_annotate says of the same file:

    compare_callgrind.py <page.html> <text of callgrind_annotate --tree=caller --show=Ir>

For each pair of caller and callee: calls and inclusive costs; for each function
without recursion, the inclusive cost. callgrind_annotate names a caller by the file
of the code that calls, which may be inlined, so callers are compared without files.
"""
import collections
import json
import os
import re
import sys

page, text = (open(name).read() for name in sys.argv[1:])
data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S).group(1))
events = len(data["events"])
functions = [(os.path.basename(data["files"][f[1]]["name"]), f[0]) for f in data["functions"]]

ours = collections.defaultdict(lambda: [0, 0])
inclusive_ours = collections.Counter()
recursive = set()
for caller, callee, _, _, *counts in data["arcs"]:
    pair = ours[functions[caller][1], functions[callee]]
    pair[0] += counts[events]
    pair[1] += counts[0]
    if caller == callee or data["functions"][callee][4] >= 0:
        recursive.add(functions[callee])
for row, function in zip(data["functions"], functions):
    inclusive_ours[function] += row[6 + events]

theirs = collections.defaultdict(lambda: [0, 0])
inclusive_theirs = collections.Counter()
callers = []
for line in text.splitlines():
    match = re.match(r"\s*([\d,]+)\s+([<*])\s+(.*?):(.*?)( \(([\d,]+)x\))?( \[[^\]]*\])?$", line)
    if not match:
        continue
    cost, kind, file, name = int(match[1].replace(",", "")), match[2], os.path.basename(match[3]), match[4]
    if kind == "<":
        callers.append((name, int(match[6].replace(",", "")), cost))
        continue
    for caller, calls, of_calls in callers:
        pair = theirs[caller, (file, name)]
        pair[0] += calls
        pair[1] += of_calls
    # Roots are listed for each file with their code.
    if callers:
        inclusive_theirs[file, name] += cost
    callers = []

wrong = 0
for pair in sorted(set(ours) | set(theirs)):
    if ours.get(pair) != theirs.get(pair):
        wrong += 1
        print(f"{pair}: {ours.get(pair)}, callgrind_annotate: {theirs.get(pair)}")
for function in sorted(inclusive_theirs):
    # The process ends in it: Callgrind adds what is left of its block to the call.
    if function[1] in ("_Exit", "_exit"):
        continue
    if function not in recursive and inclusive_ours[function] != inclusive_theirs[function]:
        wrong += 1
        print(f"{function}: inclusive {inclusive_ours[function]}, callgrind_annotate: {inclusive_theirs[function]}")
print(f"{'some' if len(ours) > 50 else 'too few'} calls compared, {len(recursive)} recursive functions, {wrong} differences")
