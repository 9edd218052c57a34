#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles a program with hints for each of its memory operations, and checks the result.

The program is compiled with keys; each of its memory operations gets two hints,
by address; the program is compiled again with them. Then

  - without its prefetches each function equals the plain build's, instruction for
    instruction: registers, flags and all other code are unchanged;
  - every hint is applied or has a remark with the reason: the operand is an entry
    of a table of addresses, or the displacement would be too large;
  - the program's results are the same;
  - its memory operations have the same keys, so hints can be made from it again.

    prefetch.py --program P --level N [--debug-info-keys] [--verify] --build B --llvm L --work W

Exit code 0: all of this holds.
"""

import argparse
import collections
import csv
import json
import pathlib
import re
import sys

from programs import PROGRAMS, build, execute, prepare, run
from transparent import disassemble, normalise


def is_prefetch(text):
    return text.startswith("prefetch")


def keys_of(udpc, binary):
    """[(address, key, kind)] of all operations that have a key."""
    listed = csv.DictReader(run([udpc, "hints", "keys", "--binary", binary, "--csv"]).splitlines())
    return [(row["address"], row["key"], row["kind"]) for row in listed if row["key"]]


def compare_code(objdump, plain, hinted):
    """Returns (problems, functions, prefetches) of two folders of objects."""
    problems, functions, prefetches = [], 0, 0
    for before_file in sorted(plain.glob("*.o")):
        before, after = disassemble(objdump, before_file), disassemble(objdump, hinted / before_file.name)
        if before.keys() != after.keys():
            problems.append(f"{before_file.name}: other functions")
        for name in before.keys() & after.keys():
            (a, _, already), (b, _, added) = normalise(before[name], is_prefetch), normalise(after[name], is_prefetch)
            functions += 1
            prefetches += added - already
            if a != b:
                where = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
                problems.append(f"{before_file.name}: {name} differs at instruction {where}:\n"
                                f"  plain  {a[where:where + 2]}\n  hinted {b[where:where + 2]}")
    return problems, functions, prefetches


def results_of(program, binary, folder):
    """The program's output without the times in it, and the files that it leaves."""
    text = re.sub(r"\d+\.\d+s\b", "", execute(program, binary, folder, {}))
    files = {f.name: f.read_bytes() for f in folder.iterdir() if f.name not in ("program", "input")}
    if not text and not files:
        sys.exit(f"{binary} has no results")
    return text, files


def main():
    parser = argparse.ArgumentParser()
    for name in ("build", "llvm", "work"):
        parser.add_argument(f"--{name}", required=True, type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("--program", required=True, choices=sorted(PROGRAMS))
    parser.add_argument("--level", default="2")
    parser.add_argument("--verify", action="store_true", help="with LLVM's verifier of machine code")
    parser.add_argument("--debug-info-keys", action="store_true", help="keys in the line table, as LLVM's pass had them")
    args = parser.parse_args()
    source, files = prepare(args.program, args.work)
    udpc = args.build / "bin/udpc"
    # SQLite and its test have static functions of the same name, whose keys are the
    # same otherwise.
    compiler = [args.llvm / "clang", f"-O{args.level}", "-gmlt", "-fdebug-info-for-profiling",
                "-funique-internal-linkage-names", f"-fpass-plugin={args.build}/lib/libudpc.so"]
    if args.debug_info_keys:
        compiler += ["-mllvm", "-x86-discriminate-memops"]
    plain = build(args.program, source, files, compiler, args.work / "plain")
    operations = keys_of(udpc, plain)

    recommended, hints = args.work / "everywhere.csv", args.work / "everywhere.hints"
    recommended.write_text("".join(
        f"{address},{64 + 64 * (i % 40)},{'w' if kind == 'store' else 'nta'}\n{address},-4096,t0\n"
        for i, (address, _, kind) in enumerate(operations)))
    run([udpc, "hints", "from-csv", recommended, "--binary", plain, "-o", hints])
    remarks = args.work / "remarks.yaml"
    hinted = build(args.program, source, files,
                   [*compiler, "-mllvm", f"-prefetch-hints-file={hints}",
                    *(["-mllvm", "-verify-machineinstrs"] if args.verify else []),
                    "-fsave-optimization-record", "-foptimization-record-passes=udpc"],
                   args.work / "hinted")

    problems, functions, prefetches = compare_code(args.llvm / "llvm-objdump", plain.parent, hinted.parent)
    missed = collections.Counter()
    for record in sorted(args.work.glob("hinted/*.opt.yaml")) or sorted(source.glob("*.opt.yaml")):
        for remark in record.read_text().split("--- ")[1:]:
            if "Name:            NoPrefetch" in remark:
                missed[re.search(r"Reason: +(.*)", remark)[1].strip("'")] += 1
    if sum(missed.values()) + prefetches != 2 * len(operations):
        problems.append(f"{2 * len(operations)} hints, but {prefetches} prefetches and {sum(missed.values())} missed")
    for reason in missed:
        if reason not in ("the operand is an entry of a table of addresses",
                          "the address is of a kind that has no place for a delta",
                          "the displacement would need more than 32 bits"):
            problems.append(f"{missed[reason]} hints not applied: {reason}")

    if {key for _, key, _ in keys_of(udpc, hinted)} != {key for _, key, _ in operations}:
        problems.append("with prefetches, operations have other keys")
    checked = json.loads(run([udpc, "hints", "check", hints, "--binary", plain, "--json"]))
    if checked["apply"] != checked["hints"]:
        problems.append(f"udpc hints check: {checked['apply']} of {checked['hints']} apply")
    first, second = (results_of(args.program, b, args.work / f"run.{b.parent.name}") for b in (plain, hinted))
    if first != second:
        problems.append("the program's results differ")

    print("\n".join(problems[:20]))
    print(f"{len(operations)} memory operations, {prefetches} prefetches, {functions} functions compared; not applied: "
          f"{dict(missed) or 'none'}")
    if problems or not prefetches:
        sys.exit(1)


main()
