#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The speed of udpc-machine, beside QEMU and QEMU's plugins, in million
instructions of the program a second of user time: the most of all rounds.

    python3 bench/machine/run.py [--quick] [--programs lua,zlib] [--rounds N]
"""

import argparse
import pathlib
import re
import resource
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import ROOT, arguments_of, chosen, lua, progress, sample, sh, zlib  # noqa: E402

INPUTS = ROOT / "test/lit/machine/Inputs"
PROGRAMS = {"lua": lua, "zlib": zlib}

# What stands before the program. {counters} is a file for counters, {work} the
# folder of the plugins.
MODES = {
    "plain": ["{build}/bin/udpc-machine"],
    "counted, --no-caches": ["{build}/bin/udpc-machine", "--no-caches", "--counters={counters}"],
    "counted": ["{build}/bin/udpc-machine", "--counters={counters}"],
    "a sample each million": ["{build}/bin/udpc-machine", "--every=999999", "--log={counters}"],
    "QEMU": ["qemu-riscv64"],
    "QEMU, a plugin counts instructions": ["qemu-riscv64", "-plugin", "{work}/instructions.so,out={counters}"],
    "QEMU, a plugin simulates caches": ["qemu-riscv64", "-plugin", "{work}/misses.so,out={counters}"],
}


# Less work than natively: some hundred million instructions.
SCRIPT = """local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
local t = {}
for i = 1, 20000 do t[i] = (i * 7919) % 1000003 end
table.sort(t)
print(fib(22), t[1])
"""


def build(name, work, args):
    files, flags, libs, arguments = PROGRAMS[name](work, 1)
    if name == "lua":
        # Its standard library asks for dynamic loading, which static programs lack.
        flags = [f for f in flags if f != "-DLUA_USE_LINUX"] + ["-DLUA_USE_POSIX"]
        arguments = [work / "script.lua"]
        arguments[0].write_text(SCRIPT)
    else:
        data = pathlib.Path(arguments[-1])
        data.write_bytes(data.read_bytes()[: 2 << 20])
    progress(f"{name}: building")
    sh(["riscv64-linux-gnu-gcc", "-O2", "-w", "-static", *flags, *files, *libs, "-o", work / "program"])
    return [work / "program", *arguments]


def plugin(name, work, args):
    source = INPUTS / f"count-{name}.cpp"
    sh([args.llvm / "clang++", "-O2", "-shared", "-fPIC", f"-I{ROOT}", source, "-o", work / f"{name}.so"])


def user_time(mode, command, args, work):
    names = {"build": args.build, "work": work, "counters": work / "counters"}
    (work / "counters").unlink(missing_ok=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    sh([*(part.format(**names) for part in MODES[mode]), *command], cwd=work, env={"A": "1"})
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    args = arguments_of(parser, "machine", rounds=5, programs=PROGRAMS, quick="3 rounds")
    modes = chosen(args, MODES)
    for name in ("instructions", "misses"):
        plugin(name, args.work, args)
    for name in args.programs.split(","):
        work = args.work / name
        work.mkdir(exist_ok=True)
        for made in ("instructions.so", "misses.so"):
            (work / made).unlink(missing_ok=True)
            (work / made).symlink_to(args.work / made)
        command = build(name, work, args)
        user_time("counted, --no-caches", command, args, work)
        executed = int(re.search(r'"event  1", "value": (\d+)', (work / "counters").read_text())[1])
        print(f"\n{name}, {executed / 1e6:.0f} million instructions (millions a second)")
        print(f"  {'':36}{'most':>8}{'least':>8}")
        times = sample(args.rounds, name, {m: {} for m in modes}, dict.fromkeys(modes), lambda m, _: user_time(m, command, args, work))
        for mode, values in times.items():
            shown = "nothing counted" if mode == "plain" else mode
            print(f"  {shown:36}{executed / 1e6 / min(values):8.0f}{executed / 1e6 / max(values):8.0f}", flush=True)


if __name__ == "__main__":
    main()
