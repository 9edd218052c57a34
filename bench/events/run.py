#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cost of counting events: us and the rivals, side by side in one run.

Every build of a program runs in turn, round after round (A B C A B C ...), and
each figure is the median of the rounds. Ratios are to the plain build.

    python3 bench/events/run.py [--quick] [--programs lua,zlib,...] [--rounds N]
"""

import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import PROGRAMS, SERVERS, Builder, Figures, arguments_of, chosen, hot, prepare  # noqa: E402

# What a way of counting adds to compile and link commands. `counts` says what
# it counts: functions' entries (e), returns (r) or every line (l).
MODES = {
    "plain": dict(counts="-"),
    "udpc entries": dict(counts="e", spec=["entry"]),
    "udpc entries, call": dict(counts="e", spec=["entry"], flags=["-fudpc-lowering=call"]),
    "library, plain": dict(counts="-", library=True),
    "library, udpc entries": dict(counts="e", spec=["entry"], library=True),
    "library, udpc entries, call": dict(counts="e", spec=["entry"], flags=["-fudpc-lowering=call"], library=True),
    "library, udpc entries+returns": dict(counts="er", spec=["entry", "return"], library=True),
    "library, udpc lines": dict(counts="l", spec=["line"], library=True),
    "udpc entries+returns": dict(counts="er", spec=["entry", "return"]),
    "udpc lines": dict(counts="l", spec=["line"]),
    "udpc lines, late": dict(counts="l", spec=["line"], late=True),
    "XRay, off": dict(counts="-", flags=["-fxray-instrument", "-fxray-instruction-threshold=1"]),
    "XRay, basic log": dict(
        counts="er",
        flags=["-fxray-instrument", "-fxray-instruction-threshold=1"],
        env={"XRAY_OPTIONS": "patch_premain=true xray_mode=xray-basic verbosity=0"},
        slow=True,
    ),
    "-finstrument-functions": dict(counts="er", flags=["-finstrument-functions"], source=HERE / "callbacks.c"),
    "-fprofile-generate": dict(counts="l", flags=["-fprofile-generate"]),
    "-fprofile-generate atomic": dict(counts="l", flags=["-fprofile-generate", "-fprofile-update=atomic"]),
    "-fprofile-instr-generate": dict(counts="l", flags=["-fprofile-instr-generate"]),
    "inline-8bit-counters func": dict(
        counts="e", flags=["-fsanitize-coverage=func,inline-8bit-counters"], source=HERE / "callbacks.c", nolink=True
    ),
    "inline-8bit-counters edge": dict(
        counts="l", flags=["-fsanitize-coverage=edge,inline-8bit-counters"], source=HERE / "callbacks.c", nolink=True
    ),
    "gcov": dict(counts="l", flags=["--coverage"]),
}


def main():
    args = arguments_of(argparse.ArgumentParser(description=__doc__.splitlines()[0]), "events", rounds=7, programs={**PROGRAMS, **SERVERS})
    modes = chosen(args, MODES)
    builder, figures = Builder(args, modes), Figures(args, modes, width=28, column="counts")

    folders = {m: builder.build("hot", m, *hot(), args.work / "hot") for m in modes}
    for threads in (1, 2):
        # The basic log keeps every event in memory: fewer calls for it.
        def once(m, folder):
            calls = 200_000 if MODES[m].get("slow") else 100_000_000
            return float(builder.run(m, folder, [threads, calls])[1])

        title = f"one hot function, {threads} thread{'s' * (threads > 1)} (ns a call, each thread)"
        figures.add(title, "ns", folders, once)

    for name in args.programs.split(","):
        folders, arguments = prepare(builder, name, modes, args.work / name)
        figures.add(f"{name} (CPU seconds)", "s", folders, lambda m, f: builder.run(m, f, arguments)[0])
    figures.finish()


if __name__ == "__main__":
    main()
