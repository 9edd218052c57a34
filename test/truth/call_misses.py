#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares accesses and misses of calls (-fudpc-profile=cache,calls) with Callgrind's --cache-sim=yes.

As calls.py, for all events: prints for each the sum over all pairs of caller and callee of the inclusive
costs, and how far the pairs are apart. Reads and writes are compared together: what an instruction reads and
writes is a read for Cachegrind and for us, and a write for Callgrind. Valgrind also counts a read and a write
for `bt` of two registers. Misses depend on libraries as well, whose accesses Callgrind simulates, even where
it does not collect: zlib has few. For use by hand.

    call_misses.py --build B --llvm L --work W --program P [--level N] [--show N] [--small]

Exit code 0: the pairs' Ir are the same, their accesses within ACCESSES of the sum, and misses within MISSES.
"""

import sys

from calls import WRAP, build_both, read_callgrind
from programs import arguments, execute, run

ACCESSES, MISSES = 0.0001, 0.05
LIMITS = {"Ir": 0, "Dr+Dw": ACCESSES}
CACHES = {"I1": "32768,8,64", "D1": "32768,8,64", "LL": "8388608,16,64"}
EVENTS = ("Ir", "Dr+Dw", "I1mr", "D1mr+D1mw", "ILmr", "DLmr+DLmw")


def read(path, events):
    """The graph of the sum of events."""
    first, *others = (read_callgrind(path, "/program", e) for e in events.split("+"))
    for other in others:
        first.inclusive += other.inclusive
    return first


def compare(event, ours, theirs, show):
    """The share of the sum by which pairs differ."""
    own = set(ours.self)
    pairs = sorted(p for p in {*ours.calls, *theirs.calls} if p[0] in own and p[1] in own)
    left, right = ours.inclusive, theirs.inclusive
    total = sum(right[p] for p in pairs)
    apart = sum(abs(left[p] - right[p]) for p in pairs)
    share = apart / total if total else float(apart != 0)
    print(f"{event}: ours {sum(left[p] for p in pairs)}, Callgrind {total}, apart {apart} ({share:.4%}), "
          f"different {sum(left[p] != right[p] for p in pairs)} of {len(pairs)} pairs")
    for p in sorted(pairs, key=lambda p: -abs(left[p] - right[p]))[:show]:
        if left[p] != right[p]:
            print(f"  {p}: ours {left[p]}, Callgrind {right[p]}")
    return share


def main():
    args = arguments()
    plain, counted = build_both(args, "cache,calls")
    work, oracle = args.work / "run", args.work / "oracle.out"
    execute(args.program, plain, work, {}, small=args.small,
            emulator=["valgrind", "-q", "--vex-guest-chase=no", "--demangle=no", "--tool=callgrind", "--separate-recs=1", "--cache-sim=yes",
                      *(f"--{name}={value}" for name, value in CACHES.items()), "--compress-strings=no", "--compress-pos=no",
                      f"--toggle-collect={WRAP}*", "--collect-atstart=yes", f"--callgrind-out-file={oracle}"])
    cache, exported = args.work / "calls.cache", args.work / "ours.out"
    options = ":".join([f"cache_output={cache}:cachegrind_output=:summary=0", *(f"{name}={value}" for name, value in CACHES.items())])
    execute(args.program, counted, work, {"UDPC_OPTIONS": options}, small=args.small)
    run([args.build / "bin/udpc", "export", "--format=callgrind", "--no-demangle", cache, "-o", exported])
    shares = {e: compare(e, read(exported, e), read(oracle, e), args.show) for e in EVENTS}
    if any(share > LIMITS.get(e, MISSES) for e, share in shares.items()):
        sys.exit("the costs of calls are not what Callgrind says")


if __name__ == "__main__":
    main()
