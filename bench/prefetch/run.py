#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What prefetch hints gain, beside prefetches by hand and LLVM's own pass.

Each kernel is a program of its own, whose misses a fixed delta can hide, or
cannot. Its builds run in turn, round after round, and each figure is the
median of the rounds: the processor time of the kernel, without its set-up.

    plain                  with discriminators, without prefetches
    hinted                 with hints for the loads that the source marks
    blind                  with prefetches of all accesses whose address a loop
                           loads, without hints: DISTANCE iterations ahead, or 32
    recommended            with the hints that `udpc recommend` makes of a cache
                           profile of the plain program, without measuring
    loop                   with --loop: with what `udpc prefetch-loop` keeps of
                           those, which takes a minute or two a kernel
    by hand                with __builtin_prefetch where the source has it; with
                           --best at the distance and of the type that are best here
    loop-data-prefetch     LLVM's pass, which needs no profile

A comment at the end of a line, "// prefetch: DISTANCE * 4160 t0", marks the
loads of that line: a delta in bytes and a type. "64..960 t0" is a hint for each
line of the cache in that range; "DISTANCE indirect", inner, outer and next are in iterations, "1 pushed" has none. However often a load has been copied, `udpc
hints keys` tells each copy.

    python3 bench/prefetch/run.py [--quick] [--programs column,list,...] [--rounds N] [--megabytes N]
    python3 bench/prefetch/run.py --loop --best --programs kernels,shapes,sizes,programs
"""

import argparse
import json
import math
import os
import pathlib
import re
import shutil
import statistics
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import by_hand  # noqa: E402
import sources  # noqa: E402
from kernels import (  # noqa: E402
    CHASE,
    FIFTH_STYLE_KERNELS,
    FOURTH_STYLE_KERNELS,
    INDIRECT,
    KERNELS,
    LATER_STYLE_KERNELS,
    OWN_PROGRAMS,
    PROGRAM,
    PROGRAMS,
    SHAPE_KERNELS,
    SIZE_KERNELS,
    STYLE_KERNELS,
    STYLES,
    THIRD_STYLE_KERNELS,
    TITLES,
)
from summary import print_summary  # noqa: E402

from harness import arguments_of, chosen, progress, require_packages, sample, sh, write_results  # noqa: E402

MODES = {"plain": {}, "hinted": {}, "blind": {}, "recommended": {}, "loop": {}, "by hand": {}, "loop-data-prefetch": {}}

FLAGS = ["-O3", "-gmlt", "-fdebug-info-for-profiling", "-Wall", "-Wextra", "-Werror"]
LOOP_DATA_PREFETCH = [
    "-passes=function(loop-data-prefetch)",
    "-prefetch-distance=2000",
    "-cache-line-size=64",
    "-max-prefetch-iters-ahead=256",
]


def evaluate(expression, defines):
    """The product of numbers and names of the kernel's macros."""
    factors = [f.strip() for f in expression.split("*")]
    try:
        return math.prod(int(defines.get(f, f)) for f in factors)
    except ValueError:
        sys.exit(f"a hint's delta is a product of numbers and of {', '.join(defines)}, not '{expression}'")


def marks_of(file, defines):
    """What the comments of a source ask for: (delta, type) by line."""
    marks = {}
    for number, line in enumerate(file.read_text().splitlines(), 1):
        comment = re.search(r"// prefetch: (.+) (nta|t0|t1|t2|w|pushed|(?:indirect|inner|outer|next)[2-4]?(?:_nta|_t[0-2]|_w)?)$", line)
        if not comment:
            continue
        first, _, last = comment[1].partition("..")
        first = evaluate(first, defines)
        last = evaluate(last, defines) if last else first
        marks[number] = [(delta, comment[2]) for delta in range(first, last + 1, 64)]
    return marks


def hints_for(args, name, binary, target):
    """Writes hints for the marked loads of a binary; returns how many."""
    source = (HERE / KERNELS[name]["file"]).resolve()
    files = [source, *((source.parent / header).resolve() for header in re.findall(r'#include "(.+)"', source.read_text()))]
    marks = {file: marks_of(file, KERNELS[name]["defines"]) for file in files}
    keys = json.loads(sh([args.build / "bin/udpc", "hints", "keys", "--binary", binary, "--json"]))
    rows = []
    for operation in keys["operations"]:
        file = pathlib.Path(operation["file"]).resolve()
        if operation["loads"] and not operation["not_prefetchable"]:
            for delta, kind in marks.get(file, {}).get(operation["line"], []):
                rows.append(f"{operation['address']:#x},{delta},{kind}\n")
    if not rows:
        sys.exit(f"{name}: no load of {binary} is marked in its source")
    csv = target.with_suffix(".csv")
    csv.write_text("".join(rows))
    sh([args.build / "bin/udpc", "hints", "from-csv", csv, "--binary", binary, "-o", target])
    return len(rows)


def udpc_clang(args, command):
    """The driver in place of the compiler of a command."""
    return args.build / "bin" / ("udpc-clang++" if command[0].name == "clang++" else "udpc-clang")


def recommend(args, name, command, work):
    """Profiles a kernel at full size; returns the file of the hints that its
    profile recommends, or None."""
    profile, hints = work / "profile.cache", work / "recommended.txt"
    for file in (profile, hints):
        file.unlink(missing_ok=True)
    ours = [udpc_clang(args, command), "-fudpc-profile=cache", *command[1:]]
    sh([*ours, "-o", work / "profiled"], cwd=work)
    options = f"{args.caches}:cache_output={profile}:cachegrind_output='':summary=0"
    sh([work / "profiled", size_of(args, name)], env={**os.environ, "UDPC_OPTIONS": options}, cwd=work)
    minimum = min(10000, size_of(args, name) << 6)  # Less where the data is little.
    sh([args.build / "bin/udpc", "recommend", profile, f"--min-misses={minimum}", "-o", hints])
    return hints if hints.exists() and hints.stat().st_size else None


def loop(args, name, command, work):
    """Returns the file of the hints that the loop keeps, or None."""
    hints = work / "loop.txt"
    hints.unlink(missing_ok=True)
    options = ["--metric-from-output", "^([0-9.]+)", "--max-noise", 100, "--work", work / "udpc-loop"]
    if args.time_budget:
        options += ["--time-budget", args.time_budget]
    compile_again = [udpc_clang(args, command), *command[1:], "-o", work / "looped"]
    run_again = [work / "looped", size_of(args, name)]
    sh([args.build / "bin/udpc", "prefetch-loop", *options, "-o", hints, "--", *compile_again, "--", *run_again], cwd=work)
    return hints if hints.exists() else None


def disassembly(args, binary):
    """The instructions, without their addresses."""
    listing = sh([args.llvm / "llvm-objdump", "-d", "--no-show-raw-insn", "--no-leading-addr", binary])
    return [line.strip() for line in listing.splitlines() if line[:1].isspace()]


def prefetches(args, binary):
    return sum(line.startswith("prefetch") for line in disassembly(args, binary))


def write_by_hand(args, name, command, target):
    """The build with prefetches by hand; with --best those of the distance and type that are best here, which it
    returns."""
    command = [*command, "-DPREFETCH_BY_HAND"]

    def compile_with(distance, locality):
        program = target.with_name(f"{target.name}-{distance}-{locality}")
        sh([*command, "-UDISTANCE", f"-DDISTANCE={distance}", f"-DLOCALITY={locality}", "-o", program])
        return program

    if not args.best or not has_by_hand(name):
        sh([*command, "-o", target])
        return {}
    progress(f"{name}: the best distance by hand")
    program, distance, kind = by_hand.best(compile_with, lambda p: run(args, name, p, set()))
    shutil.copy(program, target)
    return dict(by_hand=dict(distance=distance, type=kind))


def has_by_hand(name):
    """Whether the source of a kernel, its headers and its library included, has prefetches by hand."""
    if "source" in KERNELS[name]:
        return True
    file = (HERE / KERNELS[name]["file"]).resolve()
    headers = [(file.parent / h).resolve() for h in re.findall(r'#include "(.+)"', file.read_text())]
    return any("BY_HAND(" in f.read_text() for f in [file, *headers] if f.exists() and f.name != "common.h")


def size_of(args, name):
    """Megabytes of a kernel's data."""
    return KERNELS[name].get("megabytes") or args.megabytes


def build(args, name, work, modes=MODES):
    """Returns the programs by mode, how many prefetches each has, and what else there is to tell."""
    taken = {}
    work.mkdir(parents=True, exist_ok=True)
    kernel = KERNELS[name]
    is_program, is_cxx = kernel["responds"] == PROGRAM, kernel["file"].endswith(".cpp")
    has_marks = kernel["responds"] not in (PROGRAM, CHASE, STYLES)
    clang = args.llvm / ("clang++" if is_cxx else "clang")
    programs = {m: work / m.replace(" ", "-") for m in MODES}
    flags = [*FLAGS[:-3], "-w", *kernel["flags"]] if is_program else FLAGS
    if "source" in kernel:
        flags += sources.FLAGS[kernel["source"]](work)
    command = [clang, *flags, *(f"-D{n}={v}" for n, v in kernel["defines"].items()), HERE / kernel["file"]]
    plugin = [f"-fpass-plugin={args.build}/lib/libudpc.so"]

    # The plugin gives each load a key of its own, and leaves the code alone.
    sh([*command, "-o", work / "stock"])
    sh([*command, *plugin, "-o", programs["plain"]])
    if disassembly(args, work / "stock") != disassembly(args, programs["plain"]):
        sys.exit(f"{name}: the plugin has changed code without hints")

    wanted = 0
    if has_marks:
        wanted = hints_for(args, name, programs["plain"], work / "hints.txt")
        hints = ["-mllvm", f"-prefetch-hints-file={work}/hints.txt"]
        sh([*command, *plugin, *hints, "-o", programs["hinted"]])

    blind = ["-mllvm", f"-udpc-prefetch-indirect={kernel['defines'].get('DISTANCE', 32)}"]
    sh([*command, *plugin, *blind, "-o", programs["blind"]])

    if "recommended" in modes or "loop" in modes:
        hints = recommend(args, name, command, work)
        extra = ["-mllvm", f"-prefetch-hints-file={hints}"] if hints else []
        sh([*command, *plugin, *extra, "-o", programs["recommended"]])
    if "loop" in modes:
        start = time.monotonic()
        hints = loop(args, name, command, work)
        taken["loop_seconds"] = time.monotonic() - start
        extra = ["-mllvm", f"-prefetch-hints-file={hints}"] if hints else []
        sh([*command, *plugin, *extra, "-o", programs["loop"]])

    taken |= write_by_hand(args, name, command, programs["by hand"])

    sh([*command, "-emit-llvm", "-c", "-o", work / "0.bc"])
    sh([args.llvm / "opt", *LOOP_DATA_PREFETCH, work / "0.bc", "-o", work / "1.bc"])
    sh([args.llvm / "llc", "-O3", "-relocation-model=pic", "-filetype=obj", work / "1.bc", "-o", work / "1.o"])
    sh([clang, work / "1.o", "-o", programs["loop-data-prefetch"]])

    if not has_marks:
        shutil.copy(programs["plain"], programs["hinted"])
    count = {m: prefetches(args, p) for m, p in programs.items() if m in modes or m not in ("recommended", "loop")}
    # An indirect hint is for all copies of a line, and for the indexes that it needs.
    has_wanted = count["hinted"] >= 1 if kernel["responds"] == INDIRECT else count["hinted"] == wanted
    if has_marks and (count["plain"] or not has_wanted):
        sys.exit(f"{name}: {wanted} hints, but {count['hinted']} prefetches ({count['plain']} without hints)")
    return programs, count, taken


def run(args, name, program, checksums):
    seconds, checksum = sh([program, size_of(args, name)], cwd=args.work).split()
    checksums.add(checksum)
    if len(checksums) > 1:
        sys.exit(f"{program}: checksum {checksum}; other builds or runs have another")
    return float(seconds)


def spread(values):
    """The middle half of the runs, in percent of the median."""
    if len(values) < 3:
        return 0.0
    quarters = statistics.quantiles(values, n=4, method="inclusive")
    return 100 * (quarters[2] - quarters[0]) / quarters[1]


def row(name, modes, values, count, taken):
    plain = statistics.median(values["plain"])
    text = f"  {name:14}{plain:9.4f}{spread(values['plain']):7.1f}%{count['hinted']:7}"
    for m in modes:
        if m != "plain":
            figure = f"{plain / statistics.median(values[m]):.2f}" if count[m] else "none"
            text += f"{figure:>{max(len(m) + 2, 8)}}"
    if "by_hand" in taken:
        text += f"  by hand: {taken['by_hand']['type']}, {taken['by_hand']['distance']} ahead"
    if "loop_seconds" in taken:
        text += f"; loop: {taken['loop_seconds']:.0f} s"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=int, help="of each kernel's data; 256, with --quick 64")
    parser.add_argument("--caches", default="L2=auto", help="those that the profile simulates, as in UDPC_OPTIONS; this machine's")
    parser.add_argument("--loop", action="store_true", help="the build with the hints of udpc prefetch-loop, too")
    parser.add_argument("--time-budget", type=int, help="of prefetch-loop, in seconds; its default if 0")
    parser.add_argument("--best", action="store_true", help="by hand at the distance and of the type that are best here")
    groups = dict(shapes=list(SHAPE_KERNELS), sizes=list(SIZE_KERNELS), styles=list(STYLE_KERNELS), programs=list(OWN_PROGRAMS))
    groups["later-styles"] = list(LATER_STYLE_KERNELS)
    groups["third-styles"] = list(THIRD_STYLE_KERNELS)
    groups["fourth-styles"] = list(FOURTH_STYLE_KERNELS)
    default = [k for k in KERNELS if k not in PROGRAMS and not any(k in group for group in groups.values())]
    groups["fifth-styles"] = list(FIFTH_STYLE_KERNELS)
    groups["kernels"] = default
    args = arguments_of(parser, "prefetch", rounds=11, programs=default, quick="3 rounds, small data")
    if args.megabytes is None:
        args.megabytes = 64 if args.quick else 256
    elif args.megabytes < 1:
        parser.error("--megabytes is 1 or more")
    modes = chosen(args, MODES)
    if not args.loop:
        modes.pop("loop", None)
    names = [n for part in args.programs.split(",") for n in groups.get(part, [part])]
    for name in names:
        if name not in KERNELS:
            sys.exit(f"there is no kernel '{name}': {', '.join(KERNELS)}")

    if any(name in PROGRAMS and name not in OWN_PROGRAMS for name in names):
        require_packages("indirect_packages")

    result, group = {}, None
    for name in names:
        progress(f"{name}: building")
        programs, count, taken = build(args, name, args.work / name.replace(" ", "-"), modes)
        checksums = set()
        values = sample(args.rounds, name, modes, programs, lambda m, p: run(args, name, p, checksums), rotate=True)
        result[name] = dict(seconds=values, prefetches=count, **taken)
        progress("")
        if group != KERNELS[name]["responds"]:
            group = KERNELS[name]["responds"]
            size = "" if KERNELS[name].get("megabytes") else f" ({args.megabytes} MB)"
            print(f"\n{TITLES[group]}{size}")
            titles = "".join(f"{m:>{max(len(m) + 2, 8)}}" for m in modes if m != "plain")
            print(f"  {'':14}{'plain s':>9}{'spread':>8}{'hints':>7}{titles}")
        print(row(name, modes, values, count, taken), flush=True)
        write_results(args, result)
    print_summary(result)
    print("\nspeed-ups over plain; none: has put no prefetch in")


if __name__ == "__main__":
    main()
