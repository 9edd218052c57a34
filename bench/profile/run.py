#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cost of a cache profile: ours, Cachegrind and Callgrind in one run.

Every way to profile a program runs in turn, round after round, and each figure
is the median of the rounds; ratios are to the plain build. Valgrind runs the
plain build, in one round only: it is so slow that noise does not matter.

    plain                  -O2 -gdwarf-4 -gmlt
    library                the same, with all but main in a shared library
    library, counts        -fudpc-profile=counts of that; the ratio is to library
    library, calls         -fudpc-profile=counts,calls of that
    library, cache         -fudpc-profile=cache of that
    udpc counts            -fudpc-profile=counts: Ir, Dr, Dw of each line
    udpc branches          -fudpc-profile=counts,branches: and mispredicted branches
    udpc calls             -fudpc-profile=counts,calls: and the inclusive Ir of calls
    udpc jumps             -fudpc-profile=counts,jumps: and how often each jump is taken
    udpc cache             -fudpc-profile=cache: and the misses of I1, D1, LL
    udpc cache, own caches the same program, with the caches of this processor
    udpc cache, calls      -fudpc-profile=cache,calls
    Cachegrind             --tool=cachegrind --cache-sim=no
    Cachegrind, branches   --tool=cachegrind --cache-sim=no --branch-sim=yes
    Cachegrind, caches     --tool=cachegrind --cache-sim=yes
    Callgrind              --tool=callgrind

The runs also say what memory they took, what they left, and what they have
counted (all instructions, all misses), which should be nearly the same: ours
are without the C library.

    python3 bench/profile/run.py [--quick] [--programs lua,column,...] [--rounds N]
"""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import COMPRESSORS, PROGRAMS, ROOT, Builder, arguments_of, chosen, prepare, print_worst, progress, sample, write_results  # noqa: E402

# The same for all, but where a mode says so: what each makes of the processor's
# own caches differs. And DWARF 4, since the Valgrind of Debian 12 knows no other.
CACHES = {"I1": "32768,8,64", "D1": "32768,8,64", "LL": "33554432,16,64"}
DEBUG = ["-gdwarf-4", "-gmlt"]

VALGRIND = ["valgrind", "-q", "--error-exitcode=0"]
CACHEGRIND = [*VALGRIND, "--tool=cachegrind", "--cachegrind-out-file=OUT/cachegrind.out"]

MODES = {
    "plain": dict(flags=DEBUG),
    "library": dict(flags=DEBUG, library=True),
    "library, counts": dict(driver=True, flags=[*DEBUG, "-fudpc-profile=counts"], library=True, base="library"),
    "library, calls": dict(driver=True, flags=[*DEBUG, "-fudpc-profile=counts,calls"], library=True, base="library"),
    "library, cache": dict(driver=True, flags=[*DEBUG, "-fudpc-profile=cache"], library=True, base="library"),
    "udpc counts": dict(driver=True, flags=[*DEBUG, "-fudpc-profile=counts"]),
    "udpc branches": dict(driver=True, flags=[*DEBUG, "-fudpc-profile=counts,branches"]),
    "udpc calls": dict(driver=True, flags=[*DEBUG, "-fudpc-profile=counts,calls"]),
    "udpc jumps": dict(driver=True, flags=[*DEBUG, "-fudpc-profile=counts,jumps"]),
    "udpc cache": dict(driver=True, flags=[*DEBUG, "-fudpc-profile=cache"]),
    "udpc cache, own caches": dict(like="udpc cache", own_caches=True),
    "udpc cache, calls": dict(driver=True, flags=[*DEBUG, "-fudpc-profile=cache,calls"]),
    "Cachegrind": dict(like="plain", slow=True, under=[*CACHEGRIND, "--cache-sim=no"]),
    "Cachegrind, branches": dict(like="plain", slow=True, under=[*CACHEGRIND, "--cache-sim=no", "--branch-sim=yes"]),
    "Cachegrind, caches": dict(like="plain", slow=True, under=[*CACHEGRIND, "--cache-sim=yes", *(f"--{n}={v}" for n, v in CACHES.items())]),
    "Callgrind": dict(
        like="plain",
        slow=True,
        under=[*VALGRIND, "--tool=callgrind", "--callgrind-out-file=OUT/cachegrind.out"],
    ),
}

# Programs that have more than the file with main.
LIBRARIES = {"lua", "zlib", "sqlite", "bzip2", "zstd", "lz4"}

# Those of bench/prefetch, with so little data that Valgrind ends; the figures
# include their set-up.
KERNELS = {
    "column": dict(file="column.c", flags=["-DDISTANCE=64"]),
    "list": dict(file="list.c", flags=["-DDISTANCE=128"]),
    "list-random": dict(file="list-random.c", flags=["-DDISTANCE=12"]),
    "streams": dict(file="streams.c", flags=["-DDISTANCE=64"]),
    "indirect": dict(file="indirect.c", flags=["-DDISTANCE=64"]),
}
# Runs a command and prints what it took. A process of its own, since what a
# child's memory was at most is at least what its parent's was when it began.
LAUNCHER = """
import os, sys
quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
_, status, used = os.wait4(os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet), 0)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status) != 0)
"""


def build(args, builder, name, modes, work):
    """Returns the folders by mode, and the program's arguments."""
    if name in {**PROGRAMS, **COMPRESSORS}:
        return prepare(builder, name, modes, work, args.scale)
    files = [ROOT / "bench/prefetch" / KERNELS[name]["file"]]
    flags = ["-O3", *KERNELS[name]["flags"]]
    folders = {m: builder.build(name, m, files, flags, [], work) for m in modes}
    return folders, [args.megabytes]


def totals(file):
    """What a file in Cachegrind's or Callgrind's format sums up, by event."""
    events, sums = [], []
    for line in file.read_text(errors="replace").splitlines():
        if line.startswith("events:"):
            events = line.split()[1:]
        elif line.startswith(("summary:", "totals:")):
            sums = [int(n) for n in line.split()[1:]]
    return dict(zip(events, sums))


def run(setting, folder, arguments):
    """One run: processor seconds, memory, bytes left, totals."""
    out = folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    env = {**os.environ}
    caches = "" if setting.get("own_caches") else "".join(f":{n}={v}" for n, v in CACHES.items())
    env["UDPC_OPTIONS"] = f"cache_output={out}/udpc.cache:cachegrind_output={out}/cachegrind.out:summary=0{caches}"
    under = [word.replace("OUT", str(out)) for word in setting.get("under", [])]
    command = [str(c) for c in [*under, folder / "program", *arguments]]
    with open(folder / "log", "wb") as log:
        used = subprocess.run(
            [sys.executable, "-I", "-S", "-c", LAUNCHER, *command], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=log
        )
    if used.returncode:
        sys.exit(f"failed: {' '.join(command)}\n{(folder / 'log').read_text(errors='replace')[-2000:]}")
    seconds, kilobytes = used.stdout.split()
    return dict(
        seconds=float(seconds),
        megabytes=int(kilobytes) / 1024,
        kilobytes_left=sum(f.stat().st_size for f in out.iterdir()) / 1024,
        totals=totals(out / "cachegrind.out") if (out / "cachegrind.out").exists() else {},
    )


def median(runs, figure):
    return statistics.median(r[figure] for r in runs)


def table(title, values):
    print(f"\n{title}")
    print(f"  {'':24}{'s':>9}{'ratio':>8}{'MB':>8}{'left kB':>9}{'Ir, M':>10}{'D1 misses, k':>14}{'LL misses, k':>14}")
    for mode, runs in values.items():
        seconds, sums = median(runs, "seconds"), runs[0]["totals"]
        base = median(values.get(MODES[mode].get("base"), values["plain"]), "seconds")

        def of(events, unit):
            known = [sums[e] for e in events if e in sums]
            return f"{sum(known) / unit:.1f}" if any(known) else "-"

        print(
            f"  {mode:24}{seconds:9.3f}{seconds / base:8.2f}{median(runs, 'megabytes'):8.0f}"
            f"{median(runs, 'kilobytes_left'):9.0f}{of(['Ir'], 1e6):>10}{of(['D1mr', 'D1mw'], 1e3):>14}"
            f"{of(['ILmr', 'DLmr', 'DLmw'], 1e3):>14}"
        )
    sys.stdout.flush()


def instructions_by_function(folder, arguments):
    """What each function of a program executes, the most first, and all."""
    out = folder / "where.out"
    command = [*VALGRIND, "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={out}"]
    env = {**os.environ, "UDPC_OPTIONS": f"cache_output={folder}/where.cache:cachegrind_output='':summary=0"}
    subprocess.run(
        [str(c) for c in [*command, folder / "program", *arguments]],
        cwd=folder,
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    counts, function = {}, "?"
    for line in out.read_text(errors="replace").splitlines():
        if line.startswith("fn="):
            function = line[3:]
        elif line[:1].isdigit():
            counts[function] = counts.get(function, 0) + int(line.split()[1])
    return counts


def where(name, folders, arguments):
    """Into how many instructions the cache profile makes one of plain, and
    which functions of the runtime they are in."""
    progress(f"{name}: where the time goes")
    plain = sum(instructions_by_function(folders["plain"], arguments).values())
    cache = instructions_by_function(folders["udpc cache"], arguments)
    ours = {f: n for f, n in cache.items() if "udpc" in f}
    progress("")
    print(f"  instructions of udpc cache for one of plain: {sum(cache.values()) / plain:.2f}", end="")
    print(f", of them in the runtime {sum(ours.values()) / plain:.2f}")
    for function, count in sorted(ours.items(), key=lambda item: -item[1])[:6]:
        print(f"    {count / plain:6.2f}  {function}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scale", type=int, default=1, help="how many times programs do their work; 1")
    parser.add_argument("--megabytes", type=int, default=64, help="of the kernels' data; 64")
    parser.add_argument("--where", action="store_true", help="count the instructions of the cache profile by function")
    names = {**PROGRAMS, **COMPRESSORS, **KERNELS}
    args = arguments_of(parser, "profile", rounds=7, programs=names, quick="3 rounds, without SQLite")
    modes = chosen(args, MODES)
    result = {}
    for name in args.programs.split(","):
        if name not in names:
            sys.exit(f"there is no program '{name}': {', '.join(names)}")
        own = {m: s for m, s in modes.items() if name in LIBRARIES or not s.get("library")}
        folders, arguments = build(args, Builder(args, own), name, own, args.work / name)
        values = sample(args.rounds, name, own, folders, lambda m, f: run(own[m], f, arguments))
        result[name] = values
        table(name, values)
        if args.where and "udpc cache" in modes:
            where(name, folders, arguments)
        write_results(args, result)
    seconds = {name: {m: median(runs, "seconds") for m, runs in values.items()} for name, values in result.items()}
    print_worst({name: {m: s / by_mode["plain"] for m, s in by_mode.items()} for name, by_mode in seconds.items()})


if __name__ == "__main__":
    main()
