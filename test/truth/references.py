#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares simulated cache misses with a model's that gets the same references.

Builds a program twice, plain and with -fudpc-profile=cache. Runs the first under
`valgrind --tool=lackey --trace-mem=yes` and pipes the trace into a naive model of
Cachegrind's caches (ReferenceCaches.cpp), which uses only the references that
udpc simulates as well: those of the program's own code, and of simulated library
functions that the program itself calls. Runs the second with the
same caches, and compares the misses of each function.

    references.py --build B --llvm L --work W --program P --model M [--level N] [--show N] [--pic]

M is the model, compiled. With --pic the code is compiled as for shared libraries and linked into an
executable, since only there data have the same addresses in both runs.

A difference of up to SLACK misses is ignored. Data are at the same places in the
caches in both runs (start.c, SECTIONS). Code is not: its lines are numbered unit by
unit. So I1 misses are printed and not compared, and LL has room for all code.

Exit code 0: in each simulation and level, functions of the program that differ by
more than 2 % have less than 2 % of all misses, the sum differs by less than 2 %, and
that of the library functions, which are simulated line by line rather than vector
by vector, by less than 10 %.
"""

import fcntl
import os
import pathlib
import re
import subprocess
import sys

from profile import BIT_TEST, demangled, read_cachegrind
from programs import COMMON, HERE, RANGES, arguments, build, execute, prepare, records_mover, run, stock

# In the form of Cachegrind's options: I1, D1, LL. The last level has room for all code, whose places
# there depend on the names of the source files.
GEOMETRIES = (
    ("32768,8,64", "32768,8,64", "2097152,16,64"),
    ("32768,8,64", "8192,4,64", "2097152,64,64"),
    ("32768,8,64", "4096,8,32", "8388608,16,64"),
)
# PLT entries are resolved at the start; malloc's memory is all in the heap (start.c).
ENVIRONMENT = {"LD_BIND_NOW": "1", "MALLOC_MMAP_MAX_": "0", "MALLOC_TOP_PAD_": "131072"}
LEVELS = {"Reads": ("Dr",), "Writes": ("Dw",), "I1": ("I1mr",), "D1": ("D1mr", "D1mw"), "LL": ("DLmr", "DLmw")}
EVENTS = ("Ir", "I1mr", "ILmr", "Dr", "D1mr", "DLmr", "Dw", "D1mw", "DLmw")
JUDGED = {"D1", "LL"}
LIMIT, SLACK = 0.02, 16
WEIGHT, LIBRARY_LIMIT = 0.02, 0.1
SECTIONS = {".rodata": 0x10000000, ".plt": 0x1ff00000, ".text": 0x20000000, ".data": 0x30000000, ".bss": 0x40000000}
# Not compiled with the profile.
OTHERS = {"_start", "__wrap_main", "alignHeap"}


def code_map(llvm, binary):
    """Lines for ReferenceCaches.cpp."""
    sizes = {}
    for text in run([llvm / "llvm-nm", "--defined-only", "--print-size", binary]).splitlines():
        match = re.match(r"([0-9a-f]+) ([0-9a-f]+) [tTwW] (\S+)$", text)
        if match and int(match[2], 16) and match[3] not in OTHERS:
            # Of several symbols at one address the last one counts.
            sizes[int(match[1], 16)] = int(match[2], 16), match[3]
    kinds = {start: (start + size, "own", name) for start, (size, name) in sizes.items()}
    function = end = None
    for text in run([llvm / "llvm-objdump", "-d", "--no-show-raw-insn", binary]).splitlines():
        entry = re.match(r"([0-9a-f]+) <(\w+)@plt>:$", text)
        instruction = re.match(r"\s*([0-9a-f]+):\s+(.*)", text)
        if entry and entry[2] in RANGES:
            kinds[int(entry[1], 16)] = int(entry[1], 16) + 16, "call", entry[2]
        if not instruction:
            continue
        address = int(instruction[1], 16)
        if address in sizes:
            end, function = address + sizes[address][0], sizes[address][1]
        # The names that Valgrind gives them.
        if end and address < end and BIT_TEST.match(instruction[2]):
            kinds[address] = address + 1, "mute", function
            kinds[address + 1] = end, "own", function
    starts = sorted(kinds)
    lines = []
    for start, after in zip(starts, [*starts[1:], kinds[starts[-1]][0]]):
        end, kind, name = kinds[start]
        lines.append(f"{start:x} {min(end, after):x} {kind} {name}\n")
    return "".join(lines)


def reference(args, plain, work):
    """For each geometry, (file, function, line) to all events; the file and line are empty."""
    (args.work / "map").write_text(code_map(args.llvm, plain))
    read, write = os.pipe()
    fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 1 << 20)
    simulation = subprocess.Popen([args.model, args.work / "map", *(c for g in GEOMETRIES for c in g)],
                                  stdin=read, stdout=subprocess.PIPE, text=True)
    os.close(read)
    execute(args.program, plain, work, ENVIRONMENT,
            ["valgrind", "-q", "--vex-guest-chase=no", "--tool=lackey", "--trace-mem=yes", f"--log-fd={write}"],
            small=True, pass_fds=[write])
    os.close(write)
    counts = [{} for _ in GEOMETRIES]
    for text in simulation.communicate()[0].splitlines():
        index, name, *values = text.split()
        entry = counts[int(index)].setdefault(("", name, 0), [0] * len(EVENTS))
        for i, value in enumerate(values):
            entry[i] += int(value)
    return counts


def by_function(counts):
    """Function to the sums of its counts, by event."""
    sums = {}
    for (_, function, _), values in counts.items():
        entry = sums.setdefault(function, dict.fromkeys(EVENTS, 0))
        for event, value in zip(EVENTS, values):
            entry[event] += value
    return {f: v for f, v in sums.items() if any(v.values())}


def compare(name, events, ours, theirs, show):
    """Prints the differences. Returns whether they are within the limits."""
    sums = [{f: sum(v[e] for e in events) for f, v in side.items()} for side in (ours, theirs)]
    library = [sum(side.get(f, 0) for f in RANGES) for side in sums]
    wrong = []
    for function in sorted((set(ours) | set(theirs)) - set(RANGES)):
        left, right = (side.get(function, 0) for side in sums)
        if abs(left - right) > max(SLACK, LIMIT * right):
            wrong.append((abs(left - right), function, left, right))
    wrong.sort(key=lambda w: (-w[0], w[1]))
    for _, function, left, right in wrong[:show]:
        print(f"    {name} {function[:100]}: ours {left}, the model {right}")
    left, right = (sum(side.values()) - l for side, l in zip(sums, library))
    weight = sum(max(w[2:]) for w in wrong) / max(right, 1)
    print(f"  {name}: ours {left}, the model {right} ({(left - right) / max(right, 1):+.3%}); functions "
          f"{sum(map(bool, sums[1].values()))}, different {len(wrong)}, {1 - weight:.3%} of the weight agrees; "
          f"library functions: ours {library[0]}, the model {library[1]}")
    return (abs(left - right) <= max(SLACK, LIMIT * right) and weight <= WEIGHT
            and abs(library[0] - library[1]) <= max(SLACK, LIBRARY_LIMIT * library[1]))


def main():
    args = arguments(model=pathlib.Path)
    source, files = prepare(args.program, args.work)
    flags = [f"-O{args.level}", *COMMON, *(["-fPIC"] if args.pic else [])]
    suffix = "++" if any(f.endswith(".cpp") for f in files) else ""
    start = args.work / "start.o"
    run([args.llvm / "clang", "-O2", "-c", HERE / "start.c", "-o", start])
    # Addresses are those in the file, and the program's data have the same in both: nothing is merged.
    link = [start, "-Wl,--wrap=main", "-no-pie", "-fuse-ld=lld", "-Wl,-O0", "-Wl,--image-base=0x0ff00000",
            *(f"-Wl,--section-start={s}={a:#x}" for s, a in SECTIONS.items())]
    plain = build(args.program, source, files, [*stock(args.llvm / f"clang{suffix}"), *flags], args.work / "plain",
                  [*link, "-Wl,--strip-debug"])

    simulated = build(args.program, source, files,
                      [args.build / f"bin/udpc-clang{suffix}", "-fudpc-profile=cache", *flags],
                      args.work / "simulated", link, records_mover(args.llvm))

    work = args.work / "run"
    good = []
    for geometry, theirs in zip(GEOMETRIES, reference(args, plain, work)):
        for old in work.glob("cachegrind.out.*"):
            old.unlink()
        caches = dict(zip(("I1", "D1", "LL"), geometry))
        print(" ".join(f"{name}={value}" for name, value in caches.items()))
        execute(args.program, simulated, work,
                {**ENVIRONMENT, "UDPC_OPTIONS": ":".join(f"{n}={v}" for n, v in caches.items())},
                small=True, stderr=subprocess.DEVNULL)
        (profile,) = work.glob("cachegrind.out.*")
        ours = by_function(read_cachegrind(profile, EVENTS))
        theirs = by_function(demangled(args.llvm / "llvm-cxxfilt", theirs))
        for level, events in LEVELS.items():
            agrees = compare(level, events, ours, theirs, args.show if level in JUDGED else 0)
            good.append(agrees or level not in JUDGED)
    if not all(good):
        sys.exit("the simulated caches do not miss where the model's do")


if __name__ == "__main__":
    main()
