#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cost of counting over time, compared with plain counting.

Every build of a program runs in turn, round after round, and each figure is the
median of the rounds. Ratios are to the plain build.

    python3 bench/time/run.py [--quick] [--programs lua,zlib,...] [--rounds N]
"""

import argparse
import os
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import EVENTS, Builder, Figures, arguments_of, chosen, hot, prepare  # noqa: E402

# What each way adds to compile and link commands; see harness.py. A new one is
# one more row here.
MODES = {
    "plain": dict(),
    "udpc entries": dict(spec=["entry"]),
    "udpc entries, continuous": dict(spec=["entry"], flags=["-fudpc-continuous"], options=":continuous=1"),
    "udpc entries, interval=100ms": dict(spec=["entry"], options=":interval=100ms"),
    "udpc entries, every millionth": dict(spec=["entry"], every=", every: 1000000"),
    "udpc entries, every 65536th": dict(spec=["entry"], every=", every: 65536"),
    "udpc entries, every millionth, together": dict(spec=["entry"], every=", every: 1000000, sites: together"),
    "udpc entries, every thousandth": dict(spec=["entry"], every=", every: 1000"),
    "udpc entries, stack each thousandth": dict(spec=["entry"], every=", every: 1000, action: count-by-stack"),
    "udpc instructions, off": dict(spec=["entry"], flags=["-fudpc-lowering=instruction"]),
    "udpc instructions, auto=2%": dict(like="udpc instructions, off", options=":auto=2%"),
    "udpc instructions, auto=10%": dict(like="udpc instructions, off", options=":auto=10%"),
    "library, udpc entries": dict(spec=["entry"], library=True),
    "library, udpc entries, continuous": dict(
        spec=["entry"], flags=["-fudpc-continuous"], options=":continuous=1", library=True
    ),
    "XRay, a handler that counts": dict(
        flags=["-fxray-instrument", "-fxray-instruction-threshold=1"], source=HERE.parent / "instruction/count.cpp"
    ),
    "-fprofile-instr-generate": dict(flags=["-fprofile-instr-generate"]),
    "-fprofile-instr-generate, %c": dict(
        flags=["-fprofile-instr-generate", "-mllvm", "-runtime-counter-relocation"],
        env={"LLVM_PROFILE_FILE": "p%c.profraw"},
    ),
}


def why_no_uprobes():
    """One line on uprobes with bpftrace, which need root and the kernel's tracing."""
    if not shutil.which("bpftrace"):
        return "bpftrace is not installed"
    if not os.access("/sys/kernel/tracing/uprobe_events", os.W_OK):
        return "/sys/kernel/tracing/uprobe_events is not writable here"
    return "no mode of this benchmark; try bpftrace -e 'uprobe:./program:function { @ = count(); }'"


def main():
    args = arguments_of(argparse.ArgumentParser(description=__doc__.splitlines()[0]), "time", rounds=7)
    modes = chosen(args, MODES)
    builder, figures = Builder(args, modes), Figures(args, modes, width=40)
    print(f"uprobes: not measured: {why_no_uprobes()}")

    folders = {m: builder.build("hot", m, *hot(), args.work / "hot") for m in modes}
    figures.add(
        "one hot function (CPU ns a call)",
        "ns",
        folders,
        lambda m, f: builder.run(m, f, [1, 100_000_000])[0] * 10,
    )
    churn = [HERE / "churn.c", EVENTS / "tiny.c"], [], []
    folders = {m: builder.build("churn", m, *churn, args.work / "churn") for m in modes}
    for what, times in (("thread", 5000), ("fork", 500)):
        figures.add(
            f"a {what} that begins, counts one event, and ends (CPU us)",
            "us",
            folders,
            lambda m, f: builder.run(m, f, [what, times])[0] * 1e6 / times,
        )
        for folder in folders.values():
            for file in folder.glob("p*.prof*"):
                file.unlink()

    for name in args.programs.split(","):
        folders, arguments = prepare(builder, name, modes, args.work / name)
        figures.add(f"{name} (CPU seconds)", "s", folders, lambda m, f: builder.run(m, f, arguments)[0])
    figures.finish()


if __name__ == "__main__":
    main()
