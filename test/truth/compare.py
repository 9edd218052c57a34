#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares our counts with llvm-cov's on a whole program.

The program is built twice: by stock clang with its own coverage, and by
udpc-clang with a spec that names every line and, without --lines, every
function. Both run the same work. Then each line's count must be what llvm-cov
prints for it, and each function's entries its execution count. Every difference
is printed; any fails.
"""

import argparse
import collections
import json
import pathlib
import re
import sys

from programs import PROGRAMS, build, execute, prepare, run

SPEC = """version: 1
events:
  - {event: lines, line: "*.c:*"}
  - {event: lines, line: "*.h:*"}
"""
# Units that only count lines have differences of slots.
ENTRIES = '  - {event: entries, entry: "*"}\n'


def made(args, compiler, extra, name):
    # Both builds use the same source folder, so that paths are equal.
    source, files = args.source
    return build(args.program, source, files, [compiler, f"-O{args.level}", *extra], args.work / name)


def llvm_cov(args):
    binary = made(
        args,
        args.llvm / "clang",
        ["-fprofile-instr-generate", "-fcoverage-mapping"],
        "cov",
    )
    raw = args.work / "cov" / "raw"
    execute(args.program, binary, args.work / "run", {"LLVM_PROFILE_FILE": str(raw)})
    profile = args.work / "cov" / "profile"
    run([args.llvm / "llvm-profdata", "merge", raw, "-o", profile])
    common = ["--instr-profile", profile, binary]
    lines = {}
    file = None
    functions = collections.Counter()
    for line in run([args.llvm / "llvm-cov", "export", "-format=lcov", *common]).splitlines():
        kind, _, value = line.partition(":")
        if kind == "SF":
            file = value
        elif kind == "DA":
            number, count = value.split(",")[:2]
            lines[file, int(number)] = int(count)
        elif kind == "FNDA":
            count, name = value.split(",", 1)
            functions[file, re.sub(r"^[^:;]*[:;]", "", name)] += int(count)
    return lines, functions


def ours(args):
    spec = args.work / "spec.yaml"
    spec.write_text(SPEC + ("" if args.lines else ENTRIES) + ("defaults: {late: true}\n" if args.late else ""))
    binary = made(args, args.build / "bin/udpc-clang", [f"-fudpc-spec={spec}"], "udpc")
    profile = args.work / "udpc.prof"
    execute(args.program, binary, args.work / "run", {"UDPC_OPTIONS": f"output={profile}"})
    report = json.loads(run([args.build / "bin/udpc", "report", "--json", profile]))
    lines, functions = {}, collections.Counter()
    for event in report["events"]:
        assert event["total"] == sum(t["count"] for t in event["threads"]), event["event"]
        for row in event["rows"]:
            if row["kind"] == "line":
                lines[row["file"], row["line"]] = row["count"]
            else:
                functions[row["file"], row["function"]] += row["count"]
    return lines, functions


def compare(what, theirs, mine, source):
    # llvm-cov omits functions of system headers.
    mine = {key: count for key, count in mine.items() if key[0].startswith(str(source))}
    differences = []
    for key in sorted(set(theirs) | set(mine)):
        a, b = theirs.get(key), mine.get(key)
        if a != b:
            differences.append(f"  {what} {key[0]}:{key[1]}: llvm-cov {a}, udpc {b}")
    covered = sum(1 for count in theirs.values() if count)
    print(
        f"{what}s: {len(theirs)} in llvm-cov, {covered} of them executed, "
        f"{len(differences)} different"
    )
    print("\n".join(differences[:200]))
    assert covered > 40, f"too few {what}s were executed for a comparison"
    return len(differences)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", choices=sorted(PROGRAMS), required=True)
    parser.add_argument("--level", required=True)
    parser.add_argument("--late", action="store_true", help="counts may be late")
    parser.add_argument("--lines", action="store_true", help="only lines are counted")
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--llvm", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    args = parser.parse_args()
    args.source = prepare(args.program, args.work)

    their_lines, their_functions = llvm_cov(args)
    our_lines, our_functions = ours(args)
    different = compare("line", their_lines, our_lines, args.work)
    if not args.lines:
        different += compare("function", their_functions, our_functions, args.work)
    sys.exit(different != 0)


if __name__ == "__main__":
    main()
