#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What counting events costs a build: processor time of compilation, and size of code.

Each program is compiled in every mode in turn, round after round, without linking.
Code is that of the objects, without the runtime.

    python3 bench/events/build.py [--quick] [--programs json,...] [--rounds N]
"""

import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import PROGRAMS, SERVERS, Builder, Figures, arguments_of, chosen, prepare  # noqa: E402
from run import MODES as ALL_MODES  # noqa: E402

WITHOUT = ("library", "call", "XRay", "callbacks")
MODES = {m: s for m, s in ALL_MODES.items() if not any(w in m for w in WITHOUT)}


def main():
    args = arguments_of(argparse.ArgumentParser(description=__doc__.splitlines()[0]), "events", rounds=3, programs={**PROGRAMS, **SERVERS})
    modes = chosen(args, MODES)
    builder, figures = Builder(args, modes), Figures(args, modes, width=28, column="counts")
    for name in args.programs.split(","):
        folders, _ = prepare(builder, name, modes, args.work / name)
        figures.add(f"{name}: compilation (CPU seconds)", "s", folders, lambda m, f: builder.compile_again(f))
        figures.add(f"{name}: code (KB)", "KB", folders, lambda m, f: builder.text(f) / 1024, rounds=1)
    figures.finish()


if __name__ == "__main__":
    main()
