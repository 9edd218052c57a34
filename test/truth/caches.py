#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares simulated cache misses with Cachegrind's.

Builds a program twice, plain and with -fudpc-profile=cache, runs the first under
`valgrind --tool=cachegrind` with given caches and the second with the same, and
compares the data misses of D1 and LL of each function of the program's own code.

    caches.py --build B --llvm L --work W --program P [--level N] [--show N]

Cachegrind also simulates the C library's code; udpc simulates only the ranges that
its functions copy, set and compare, and reports them under other names. So the
misses of functions differ a little; a difference of up to SLACK misses is ignored.
Programs that call the library often differ more: references.py compares those.

Exit code 0: the functions that differ by more than 2 % have less than 2 % of all
misses, and the sums differ by less than 2 %.
"""

import sys

from profile import demangled, read_cachegrind
from programs import RANGES, SAME_FOLDER, arguments, build, execute, prepare, records_mover, stock

CACHES = {"I1": "32768,8,64", "D1": "32768,8,64", "LL": "1048576,8,64"}
LEVELS = {"D1": ("D1mr", "D1mw"), "LL": ("DLmr", "DLmw")}
LIMIT, SLACK = 0.02, 64


def by_function(counts):
    """Function of the program to the sum of all its counts."""
    sums = {}
    for (_, function, _), values in counts.items():
        if function not in RANGES:
            sums[function] = sums.get(function, 0) + sum(values)
    return sums


def compare(level, ours, theirs, show):
    """Prints the differences. Returns whether they are within the limits."""
    wrong = []
    for function in sorted(set(ours) & set(theirs)):
        left, right = ours[function], theirs[function]
        if abs(left - right) > max(SLACK, LIMIT * right):
            wrong.append((abs(left - right), function, left, right))
    wrong.sort(key=lambda w: (-w[0], w[1]))
    for _, function, left, right in wrong[:show]:
        print(f"  {level} {function}: ours {left}, Cachegrind {right}")
    common = set(ours) & set(theirs)
    left, right = (sum(side[f] for f in common) for side in (ours, theirs))
    weight = sum(right for _, _, _, right in wrong)
    print(f"{level}: ours {left}, Cachegrind {right} ({(left - right) / max(right, 1):+.3%}); "
          f"functions {len(common)}, different {len(wrong)} with {weight / max(right, 1):.3%} of the misses")
    return abs(left - right) <= max(SLACK, LIMIT * right) and weight <= max(SLACK, LIMIT * right)


def main():
    args = arguments()
    source, files = prepare(args.program, args.work)
    # Valgrind 3.19 cannot read what clang makes of several files in DWARF 5.
    flags = [f"-O{args.level}", SAME_FOLDER, "-gdwarf-4", "-gmlt", "-fdebug-info-for-profiling"]
    suffix = "++" if any(f.endswith(".cpp") for f in files) else ""
    plain = build(args.program, source, files, [*stock(args.llvm / f"clang{suffix}"), *flags], args.work / "plain")
    simulated = build(args.program, source, files,
                      [args.build / f"bin/udpc-clang{suffix}", "-fudpc-profile=cache", *flags],
                      args.work / "simulated", change=records_mover(args.llvm))

    work, oracle = args.work / "run", args.work / "oracle.out"
    # Both sides' C++ names are demangled here, by LLVM's demangler.
    execute(args.program, plain, work, {},
            ["valgrind", "-q", "--vex-guest-chase=no", "--demangle=no", "--tool=cachegrind", "--cache-sim=yes",
             *(f"--{name}={value}" for name, value in CACHES.items()), f"--cachegrind-out-file={oracle}"])
    for old in work.glob("cachegrind.out.*"):
        old.unlink()
    execute(args.program, simulated, work,
            {"UDPC_OPTIONS": ":".join(f"{name}={value}" for name, value in CACHES.items())})
    (profile,) = work.glob("cachegrind.out.*")

    good = []
    for level, events in LEVELS.items():
        theirs = demangled(args.llvm / "llvm-cxxfilt", read_cachegrind(oracle, events))
        good.append(compare(level, by_function(read_cachegrind(profile, events)), by_function(theirs), args.show))
    if not all(good):
        sys.exit("the simulated caches do not miss where Cachegrind's do")


if __name__ == "__main__":
    main()
