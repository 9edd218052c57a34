"""Counts all entries of PROGRAM's functions in a converted copy and in QEMU.

  truth.py PROGRAM NAME UNIT RUNTIME ARGUMENT...

Both run as ./NAME in the current folder. Writes what differs, and exits with 1.
"""
import json
import os
import re
import shutil
import subprocess
import sys

program, name, unit, runtime, *arguments = sys.argv[1:]
SITE = re.compile(r".*: event 'calls': entry (.*) at (0x[0-9a-f]+)(?: \(.*\))?: (?!not counted)")
environment = {"PATH": os.environ["PATH"], "UDPC_OPTIONS": "output=run.prof", "LC_ALL": "C"}


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode:
        sys.exit(f"{command[0]}: {done.returncode}: {done.stderr}")
    return done.stdout


with open("spec.yaml", "w") as spec:
    spec.write('version: 1\nevents:\n  - {event: calls, entry: "*"}\n')
listing = run(["udpc", "convert", program, "--spec", "spec.yaml", "-o", name, f"--runtime={runtime}", "--verbose"])
sites = {m[2]: m[1] for m in map(SITE.match, listing.splitlines()) if m}
output = run(["./" + name, *arguments])
report = json.loads(run(["udpc", "report", "--json", "run.prof"]))
(calls,) = report["events"]
ours = {row["function"]: row["count"] for row in calls["rows"]}

shutil.copy(program, name)
with open("places.txt", "w") as places:
    places.writelines(f"{name}+{address}\n" for address in sites)
if run(["qemu-x86_64", "-plugin", f"{unit},out=unit.json,offset=@places.txt", "./" + name, *arguments]) != output:
    sys.exit("the outputs differ")
with open("unit.json") as counts:
    theirs = {sites[o["offset"]]: o["count"] for o in json.load(counts)["offsets"]}
wrong = [f for f in theirs if theirs[f] != ours.get(f)]
for function in wrong:
    print(f"{function}: QEMU {theirs[function]}, udpc {ours.get(function)}")
entered = sum(count > 0 for count in theirs.values())
if wrong or not entered:
    sys.exit(1)
print(f"{len(theirs)} functions, {entered} entered, {sum(theirs.values())} entries: all as QEMU has them")
