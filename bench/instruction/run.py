#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cost of udpc instructions at every entry and return, beside the rivals.

Every build of a program runs in turn, round after round, each round starting
with another. Figures, all beside the plain build of the same run:

    median   of the CPU seconds (user and system)
    ratio    of the medians
    of min   ratio of the shortest runs
    spread   the middle half of the runs, in percent of the median
    text     code of the program's own objects, and what it has grown
    events   millions that a second of the run counts

    python3 bench/instruction/run.py [--quick] [--programs lua,zlib,...] [--rounds N]
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import Builder, arguments_of, chosen, hot, prepare, sample, sh, write_results  # noqa: E402

BOTH = ["entry", "return"]
INSTRUCTION = ["-fudpc-lowering=instruction", "-fudpc-fidelity=exact"]
TRANSPARENT = ["-fudpc-lowering=instruction", "-fudpc-fidelity=transparent"]
SLEDS = ["-fxray-instrument", "-fxray-instruction-threshold=1"]
ON = ":enable=*"

MODES = {
    "plain": dict(),
    "instruction, off": dict(spec=BOTH, flags=INSTRUCTION),
    "instruction, on": dict(spec=BOTH, flags=INSTRUCTION, options=ON),
    "transparent, off": dict(spec=BOTH, flags=TRANSPARENT),
    "transparent, on": dict(spec=BOTH, flags=TRANSPARENT, options=ON),
    "one-byte NOP": dict(spec=BOTH, flags=TRANSPARENT, nop=True),
    "udpc inline": dict(spec=BOTH, flags=["-fudpc-lowering=inline"]),
    "XRay, off": dict(flags=SLEDS),
    "XRay, on": dict(flags=SLEDS, source=HERE / "count.cpp"),
}

# On and off are one build, so that nothing but the switch differs.
for state in ("instruction", "transparent"):
    MODES[f"{state}, on"]["like"] = f"{state}, off"

# So that a run takes a second or so.
SCALE = {"lua": 6, "zlib": 8, "sqlite": 3, "json": 5}


def text(args, folder):
    """The size of the code that the program itself is made of."""
    objects = [o for o in folder.glob("*.o") if o.stem.isdigit()]
    lines = sh([args.llvm / "llvm-size", "-A", *objects]).splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(".text"))


def events(args, mode, folder):
    """How many events the last run counted, where it tells."""
    if "spec" not in MODES[mode] or not (folder / "p.prof").exists():
        return None
    done = subprocess.run(
        [args.build / "bin/udpc", "report", "--json", folder / "p.prof"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    if done.returncode:
        return None
    return sum(event["total"] for event in json.loads(done.stdout)["events"])


def spread(values):
    if len(values) < 3:
        return 0.0
    quarters = statistics.quantiles(values, n=4, method="inclusive")
    return 100 * (quarters[2] - quarters[0]) / quarters[1]


def table(title, unit, values, sizes, counts):
    plain = values["plain"]
    print(f"\n{title}")
    print(f"  {'':18}{unit:>9}{'ratio':>8}{'of min':>8}{'spread':>8}{'text KB':>9}{'grown':>8}{'events':>8}")
    for mode, v in values.items():
        row = f"  {mode:18}{statistics.median(v):9.3f}{statistics.median(v) / statistics.median(plain):8.3f}"
        row += f"{min(v) / min(plain):8.3f}{spread(v):7.1f}%"
        if mode in sizes:
            row += f"{sizes[mode] / 1024:9.1f}{100 * (sizes[mode] / sizes['plain'] - 1):7.1f}%"
        if counts.get(mode):
            row += f"{counts[mode] / 1e6 / statistics.median(v):7.1f}M"
        print(row)
    sys.stdout.flush()


def main():
    args = arguments_of(argparse.ArgumentParser(description=__doc__.splitlines()[0]), "instruction", rounds=11)
    modes = chosen(args, MODES)
    builder, result = Builder(args, MODES), {}

    folders = {m: builder.build("hot", m, *hot(), args.work / "hot") for m in modes}
    for threads in (1, 2):
        title = f"one hot function, {threads} thread{'s' * (threads > 1)} (ns a call, each thread)"
        once = lambda m, folder: float(builder.run(m, folder, [threads, 100_000_000])[1])
        result[title] = sample(args.rounds, title, modes, folders, once, rotate=True)
        table(title, "ns", result[title], {}, {})

    for name in filter(None, args.programs.split(",")):
        folders, arguments = prepare(builder, name, modes, args.work / name, SCALE[name])
        title, counts = f"{name} (CPU seconds)", {}

        def once(m, folder):
            (folder / "p.prof").unlink(missing_ok=True)
            seconds = builder.run(m, folder, arguments)[0]
            if m not in counts:
                counts[m] = events(args, m, folder)
            return seconds

        result[title] = sample(args.rounds, title, modes, folders, once, rotate=True)
        table(title, "s", result[title], {m: text(args, f) for m, f in folders.items()}, counts)
    write_results(args, result)


if __name__ == "__main__":
    main()
