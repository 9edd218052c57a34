#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the counts of a program's udpc instructions, in each way of counting them.

One program, one spec, one work: the x86-64 build natively with all events
turned on, the same file under QEMU, and, for exact fidelity, the
riscv64 build under QEMU's counter unit. Every counter must be equal. Entries must also equal
the counts of the inline lowering, which shares only the places with instructions.
"""

import argparse
import json
import pathlib
import sys

from programs import PROGRAMS, build, execute, prepare, run

# Returns are subtracted from entries: the rest are calls that never return.
SPEC = """version: 1
events:
  - {{event: entries, entry: "*", counter: 10}}
  - {{event: open, entry: "*", counter: 11}}
  - {{event: open, return: "*", command: dec}}
  - {{event: executions, loop: executions, counter: 200}}
  - {{event: iterations, loop: iterations, counter: 255}}
  - {{event: some, entry: "*[a-m]*", counter: 0}}
  - {{event: lines, line: "{line}", counter: 77}}
defaults: {{lowering: {lowering}, fidelity: {fidelity}}}
"""

LINES = {"lua": "lgc.c:*", "zlib": "trees.c:*"}
# zlib chooses the size of a word, and with it the loops, by the processor.
FLAGS = {"lua": [], "zlib": ["-DZ_TESTW=8"]}
TARGET = "riscv64-linux-gnu"


def compiled(args, name, lowering, fidelity, target=None):
    folder = args.work / name
    folder.mkdir(parents=True, exist_ok=True)
    spec = folder / "spec.yaml"
    spec.write_text(SPEC.format(lowering=lowering, fidelity=fidelity, line=LINES[args.program]))
    command = [args.build / "bin/udpc-clang", f"-O{args.level}", f"-fudpc-spec={spec}", *FLAGS[args.program]]
    if target:
        command += [f"--target={target}", "-static"]
    return build(args.program, *args.source, command, folder)


def native(args, binary, name, enable="enable=*:"):
    """By event: the total; and by site: the count."""
    profile = args.work / f"{name}.prof"
    output = execute(args.program, binary, args.work / "run", {"UDPC_OPTIONS": f"{enable}output={profile}"})
    report = json.loads(run([args.build / "bin/udpc", "report", "--json", profile]))
    totals = {e["event"]: e["total"] for e in report["events"]}
    rows = {(e["event"], r["kind"], r["file"], r["function"], r["line"]): r["count"]
            for e in report["events"] for r in e["rows"]}
    return totals, rows, output


def emulated(args, binary, emulator, name):
    counters = args.work / f"{name}.json"
    plugin = args.build / "lib/libudpc_qemu.so"
    output = execute(args.program, binary, args.work / "run", {},
                     [emulator, "-plugin", f"{plugin},out={counters}"])
    counts = {c["counter"]: c["count"] for c in json.loads(counters.read_text())["counters"]}
    events = {10: "entries", 11: "open", 200: "executions", 255: "iterations", 0: "some", 77: "lines"}
    return {events[number]: count for number, count in counts.items()}, output


def compare(what, one, other):
    different = [f"  {k}: {one.get(k)} and {other.get(k)}" for k in sorted(set(one) | set(other), key=str)
                 if one.get(k, 0) != other.get(k, 0)]
    print(f"{what}: {len(one)} counts, {len(different)} different")
    print("\n".join(different[:40]))
    return len(different)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", choices=sorted(LINES), required=True)
    parser.add_argument("--level", required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    args = parser.parse_args()
    args.source = prepare(args.program, args.work)

    different = 0
    for fidelity in ("exact", "transparent"):
        binary = compiled(args, fidelity, "instruction", fidelity)
        totals, rows, output = native(args, binary, fidelity)
        print(f"{fidelity}: {totals}")
        assert totals["entries"] > 50000, "too little was executed for a comparison"
        units, unit_output = emulated(args, binary, "qemu-x86_64", fidelity)
        assert output == unit_output, "the program did other work under the emulator"
        different += compare(f"{fidelity}: native and counter unit", totals, units)
        if fidelity == "transparent":
            continue
        foreign = compiled(args, "riscv64", "instruction", fidelity, TARGET)
        units, unit_output = emulated(args, foreign, "qemu-riscv64", "riscv64")
        assert output == unit_output, "the program did other work on riscv64"
        different += compare(f"{fidelity}: x86-64 and riscv64", totals, units)
        inline = compiled(args, "inline", "inline", fidelity)
        totals, inline_rows, _ = native(args, inline, "inline", enable="")
        # Lines whose count is the largest of several have no instructions.
        refused = {k for k in set(inline_rows) - set(rows) if k[1] == "line"}
        lines = sum(k[1] == "line" for k in inline_rows)
        print(f"{len(refused)} of {lines} lines cannot be counted by instructions")
        assert len(refused) < lines / 10
        for key in refused:
            del inline_rows[key]
        different += compare(f"{fidelity}: instructions and increments, by site", rows, inline_rows)
    sys.exit(different != 0)


if __name__ == "__main__":
    main()
