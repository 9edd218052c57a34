"""Entry counts of a module's functions: of a report, and of QEMU.

entries.py list <module> <report.json>     items for the plugin's offset=@file
entries.py check <module> <report.json> <qemu.json>
"""

import json
import subprocess
import sys


def entries(module, report):
    """(address, name, count) of each function that one symbol names."""
    addresses = {}
    for line in subprocess.run(["nm", "-D", module], capture_output=True, text=True, check=True).stdout.splitlines():
        words = line.split()
        if len(words) == 3 and words[1] in "TW":
            addresses.setdefault(int(words[0], 16), words[2].split("@")[0])
    names = {name: address for address, name in addresses.items()}
    rows = [row for event in json.load(open(report))["events"] for row in event["rows"]]
    return sorted((names[row["function"]], row["function"], row["count"]) for row in rows if row["function"] in names)


def main(command, module, report, qemu=None):
    found = entries(module, report)
    if command == "list":
        for address, _, _ in found:
            print(f"{module}+{address:#x}")
        return
    counts = [int(o["count"]) for o in json.load(open(qemu))["offsets"]]
    executed = 0
    for (address, name, count), wanted in zip(found, counts, strict=True):
        if count != wanted:
            print(f"{name} at {address:#x}: {count}, in QEMU {wanted}")
        executed += count != 0
    print("functions:", "many" if len(found) > 500 else len(found))
    print("executed:", "many" if executed > 50 else executed)


main(*sys.argv[1:])
