#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the clang plugin costs when code is compiled: the processor time of clang
with both plugins and with the pass plugin alone ("plain").

Every mode of a file runs in turn, round after round, and each figure is the
median of the rounds. Ratios are to plain.

    python3 bench/frontend/run.py [--quick] [--rounds N] [--json FILE]
"""

import argparse
import pathlib
import resource
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import EVENTS, arguments_of, chosen, measure, sh, write_results  # noqa: E402

# What a mode makes clang do: an entry of the spec, and a mark in the source.
MODES = {
    "plain": dict(entry="entry: main", alone=True),
    "loaded": dict(entry="entry: main"),
    "marks": dict(entry="mark: mark", marked=True),
    "return statements": dict(entry='return: "*", at: "*.c:1"'),
    "signatures": dict(entry='entry: "*(int fd)"'),
}

STEPS = {"syntax": ["-fsyntax-only"], "-O2 -c": ["-O2", "-c"]}


SOURCES = {
    "C, one line": ("clang", "tiny.c", []),
    "C++, the standard library": ("clang++", "json.cpp", ["-std=c++17"]),
}


def main():
    args = arguments_of(argparse.ArgumentParser(description=__doc__.splitlines()[0]), "frontend", rounds=15)
    modes = chosen(args, MODES)
    flags = {}
    for name, setting in modes.items():
        spec = args.work / f"{name.replace(' ', '-')}.yaml"
        spec.write_text(f"version: 1\nevents:\n  - {{event: e, {setting['entry']}}}\n")
        flags[name] = [f"-fpass-plugin={args.build}/lib/libudpc.so"]
        for flag in ["-mllvm", f"-udpc-spec={spec}"]:
            flags[name] += ["-Xclang", flag]
        if not setting.get("alone"):
            flags[name] += [f"-fplugin={args.build}/lib/libudpc-clang.so", f"-fplugin-arg-udpc-spec={spec}"]
        if setting.get("marked"):
            flags[name] += ["-include", HERE / "marked.h"]

    result = {}
    for title, (compiler, file, own) in SOURCES.items():
        for step, action in STEPS.items():

            def once(_, extra):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                output = [] if step == "syntax" else ["-o", args.work / "out.o"]
                sh([args.llvm / compiler, "-w", *own, *extra, *action, EVENTS / file, *output])
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

            heading = f"{title}, {step}"
            medians = measure(args.rounds, heading, modes, flags, once)
            result[heading] = medians
            print(f"\n{heading} (ms)")
            for mode, value in medians.items():
                print(f"  {mode:28}{value * 1000:10.1f}{value / medians['plain']:8.3f}")
    write_results(args, result)


if __name__ == "__main__":
    main()
