#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Proves that exported jumps are those that Callgrind sees in the plain build.

Builds a program twice, plain and with -fudpc-profile=counts,jumps, runs the first under `valgrind
--tool=callgrind --collect-jumps=yes` and the second as it is, and compares, of every function of the program's
own code, for each pair of places how often it jumps from the one to the other, and how often the conditional jumps
there were executed.

    jumps.py --build B --llvm L --work W --program P [--level N] [--show N] [--small] [--pic]

Known classes of difference (docs/calls.md#jumps):

    unknown     jumps of which the profile does not know how often they were taken: places have too few jumps here. The
                export says how many these are, in the header
    abandoned   functions that were left by exit, longjmp or an exception: a place may have as many jumps more or less

Exit code 0: all other places agree exactly, and the classes are within LIMITS.
"""

import collections
import os
import re
import sys

from profile import name_reader
from programs import COMMON, arguments, build, execute, prepare, run, stock

# Shares of the jumps that are taken.
LIMITS = {"unknown": 0.1, "abandoned": 0.0001}
# How often a function was left, at most.
ABANDONED = {"lua": 20}


def read_jumps(path, binary):
    """(function, from, to, kind) to the jumps taken and executed, in `binary`; places are (file, line). And of each
    instruction that jumps, by address, how often it was executed.

    Valgrind's blocks begin wherever control has entered, so that one instruction may be in several of them, and its
    file has only the blocks whose jump was taken. So where addresses are known, a jump was executed as often as its
    instruction."""
    taken, sources, executed, instructions = collections.Counter(), collections.defaultdict(set), collections.Counter(), collections.Counter()
    name = name_reader()
    module = file = function = target_file = ""
    address = line = 0
    has_addresses = is_call = False
    jump = None
    for text in path.read_text(errors="replace").splitlines():
        key, _, value = text.partition("=")
        if text.startswith("positions:"):
            has_addresses = "instr" in text
        elif key == "ob":
            module = name("ob", value)
        elif key in ("fl", "fi", "fe"):
            file = name("fl", value)
        elif key == "fn":
            function = name("fn", value).split("'")[0]
        elif key == "jfi":
            target_file = name("fl", value)
        elif key in ("cfn", "cfi", "cfl", "cob", "jfn"):
            name({"cfn": "fn", "jfn": "fn", "cob": "ob"}.get(key, "fl"), value)
        elif key == "calls":
            is_call = True
        elif key in ("jump", "jcnd"):
            counts, *target = value.split()
            followed, _, reached = counts.partition("/")
            jump = key, int(followed), int(reached or 0), (os.path.normpath(target_file or file), int(target[-1]))
            target_file = ""
        elif re.match(r"[0-9]", text):
            words = text.split()
            address = int(words.pop(0), 16) if has_addresses else 0
            line = int(words[0])
            if is_call or not module.endswith(binary):
                is_call, jump = False, None
            elif jump:
                kind, followed, reached, target = jump
                if not target[1]:  # Without addresses, Callgrind leaves them out itself.
                    jump = None
                    continue
                place = function, (os.path.normpath(file), line), target, kind
                taken[place] += followed
                if kind == "jcnd":
                    sources[place].add(address)
                    executed[place] += reached
                jump = None
            else:
                instructions[function, address] += int(words[1])
    if has_addresses:
        executed = {place: sum(instructions[place[0], a] for a in at) for place, at in sources.items()}
    return {place: (n, executed.get(place, 0)) for place, n in taken.items()}


def main():
    args = arguments()
    source, files = prepare(args.program, args.work)
    flags = [f"-O{args.level}", *COMMON, *(["-fPIC"] if args.pic else [])]
    suffix = "++" if any(f.endswith(".cpp") for f in files) else ""
    plain = build(args.program, source, files, [*stock(args.llvm / f"clang{suffix}"), *flags], args.work / "plain", ["-no-pie"])
    counted = build(args.program, source, files,
                    [args.build / f"bin/udpc-clang{suffix}", "-fudpc-profile=counts,jumps", *flags], args.work / "counted", ["-no-pie"])
    work = args.work / "run"
    oracle, cache, exported = args.work / "oracle.out", args.work / "jumps.cache", args.work / "jumps.callgrind"
    valgrind = ["valgrind", "-q", "--vex-guest-chase=no", "--demangle=no", "--tool=callgrind", "--compress-pos=no", "--dump-instr=yes"]
    execute(args.program, plain, work, {}, small=args.small,
            emulator=[*valgrind, "--collect-jumps=yes", f"--callgrind-out-file={oracle}"])
    execute(args.program, counted, work, {"UDPC_OPTIONS": f"cache_output={cache}:cachegrind_output=:summary=0"}, small=args.small)
    run([args.build / "bin/udpc", "export", "--format=callgrind", "--no-demangle", cache, "-o", exported])
    for text in exported.read_text().splitlines():
        if text.startswith("desc: Jumps"):
            print(text)
    ours, theirs = read_jumps(exported, "/program"), read_jumps(oracle, "/program")
    own = {key[0] for key in ours}
    theirs = {k: v for k, v in theirs.items() if k[0] in own}
    nothing = 0, 0
    own = {key[0] for key in ours}
    keys = {*ours, *(k for k in theirs if k[0] in own)}
    print(f"places: {len(keys)}; jumps taken: ours {sum(v[0] for v in ours.values())}, Callgrind {sum(theirs.get(k, nothing)[0] for k in keys)}")
    wrong = [(k, ours.get(k, nothing), theirs.get(k, nothing)) for k in keys if ours.get(k, nothing) != theirs.get(k, nothing)]
    wrong.sort(key=lambda w: (-abs(w[1][0] - w[2][0]), str(w[0])))
    total, sums, others = sum(n for n, _ in theirs.values()), dict.fromkeys(LIMITS, 0), []
    says = any(text.startswith("desc: Jumps") for text in exported.read_text().splitlines())
    for key, a, b in wrong:
        if says and a[0] < b[0]:
            sums["unknown"] += b[0] - a[0]
        elif max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= ABANDONED.get(args.program, 0):
            sums["abandoned"] += max(1, abs(a[0] - b[0]))
        else:
            others.append((key, a, b))
    print(f"different {len(wrong)}: " + ", ".join(f"{name} {n} ({n / total:.4%})" for name, n in sums.items()) + f", others {len(others)}")
    for key, a, b in others[:args.show]:
        print(f"  {key}: ours {a}, Callgrind {b}")
    if others or any(n / total > LIMITS[name] for name, n in sums.items()) or total < 1000:
        sys.exit("the jumps are not what Callgrind says")


if __name__ == "__main__":
    main()
