#!/usr/bin/env python3
"""The cost of counting events: us and the rivals, side by side in one run.

Every build of a program runs in turn, round after round (A B C A B C ...), and
each figure is the median of the rounds. Ratios are to the plain build.

    python3 bench/events/run.py [--quick] [--programs lua,zlib,...] [--rounds N]
"""

import argparse
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent

# What a way of counting adds to compile and link commands. `counts` says what
# it counts: functions' entries (e), returns (r) or every line (l).
MODES = {
    "plain": dict(counts="-"),
    "udpc entries": dict(counts="e", spec=["entry"]),
    "udpc entries, call": dict(counts="e", spec=["entry"], flags=["-fudpc-lowering=call"]),
    "udpc entries+returns": dict(counts="er", spec=["entry", "return"]),
    "udpc lines": dict(counts="l", spec=["line"]),
    "XRay, off": dict(counts="-", flags=["-fxray-instrument", "-fxray-instruction-threshold=1"]),
    "XRay, basic log": dict(
        counts="er",
        flags=["-fxray-instrument", "-fxray-instruction-threshold=1"],
        env={"XRAY_OPTIONS": "patch_premain=true xray_mode=xray-basic verbosity=0"},
        slow=True,
    ),
    "-finstrument-functions": dict(counts="er", flags=["-finstrument-functions"], callbacks=True),
    "-fprofile-generate": dict(counts="l", flags=["-fprofile-generate"]),
    "-fprofile-generate atomic": dict(counts="l", flags=["-fprofile-generate", "-fprofile-update=atomic"]),
    "-fprofile-instr-generate": dict(counts="l", flags=["-fprofile-instr-generate"]),
    "inline-8bit-counters func": dict(
        counts="e", flags=["-fsanitize-coverage=func,inline-8bit-counters"], callbacks=True, nolink=True
    ),
    "inline-8bit-counters edge": dict(
        counts="l", flags=["-fsanitize-coverage=edge,inline-8bit-counters"], callbacks=True, nolink=True
    ),
    "gcov": dict(counts="l", flags=["--coverage"]),
}

PATTERN = {"entry": '"*"', "return": '"*"', "line": '"*:*"'}


def sh(command, **kwargs):
    done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **kwargs)
    if done.returncode:
        sys.exit(f"failed: {' '.join(map(str, command))}\n{done.stderr.decode()[-2000:]}")
    return done.stdout.decode(errors="replace")


def source_of(package):
    done = subprocess.run([ROOT / "scripts/fetch-source.sh", package], stdout=subprocess.PIPE)
    if done.returncode:
        sys.exit(f"no source of {package}")
    return pathlib.Path(done.stdout.decode().strip())


def lua(work):
    folder = source_of("lua5.4") / "src"
    files = [f for f in sorted(folder.glob("*.c")) if f.name != "luac.c"]
    return files, ["-DLUA_USE_LINUX", f"-I{folder}"], ["-lm", "-ldl"], [HERE / "work.lua"]


def zlib(work):
    folder = source_of("zlib")
    data = work / "data"
    data.write_text("".join(f"{i * 7919 % 65537} the quick brown fox {i % 97}\n" for i in range(400000)))
    files = [*sorted(folder.glob("*.c")), folder / "test/minigzip.c"]
    flags = ["-DHAVE_UNISTD_H", "-D_LARGEFILE64_SOURCE=1", f"-I{folder}"]
    return files, flags, [], ["-c", "-6", data]


def sqlite(work):
    folder = source_of("sqlite3")
    made = work / "sqlite"
    if not (made / "sqlite3.c").exists():
        shutil.copytree(folder, made)
        sh(["sh", "configure", "--disable-tcl"], cwd=made)
        sh(["make", "sqlite3.c"], cwd=made)
    files = [made / "sqlite3.c", made / "test/speedtest1.c"]
    flags = ["-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION", f"-I{made}"]
    return files, flags, ["-lm"], ["--memdb", "--size", "20"]


def json_parser(work):
    return [HERE / "json.cpp"], ["-std=c++17"], ["-lstdc++"], []


PROGRAMS = {"lua": lua, "zlib": zlib, "sqlite": sqlite, "json": json_parser}


class Builder:
    def __init__(self, args):
        self.args = args

    def build(self, name, mode, files, flags, libs, work):
        setting = MODES[mode]
        folder = work / "".join(c if c.isalnum() else "_" for c in mode)
        folder.mkdir(parents=True, exist_ok=True)
        extra = list(setting.get("flags", []))
        compiler = self.args.build / "bin/udpc-clang" if "spec" in setting else self.args.llvm / "clang"
        if "spec" in setting:
            spec = folder / "spec.yaml"
            entries = "".join(f"  - {{event: {k}, {k}: {PATTERN[k]}}}\n" for k in setting["spec"])
            spec.write_text("version: 1\nevents:\n" + entries)
            extra.append(f"-fudpc-spec={spec}")
        objects = []
        for i, file in enumerate(files):
            target = folder / f"{i}.o"
            sh([compiler, "-O2", "-w", *flags, *extra, "-c", file, "-o", target], cwd=folder)
            objects.append(target)
        if setting.get("callbacks"):
            target = folder / "callbacks.o"
            sh([self.args.llvm / "clang", "-O2", "-w", "-c", HERE / "callbacks.c", "-o", target])
            objects.append(target)
        link = [] if setting.get("nolink") else extra
        sh([compiler, *link, *objects, *libs, "-pthread", "-o", folder / "program"], cwd=folder)
        return folder

    def run(self, mode, folder, arguments):
        env = {
            **os.environ,
            "UDPC_OPTIONS": f"output={folder}/p.prof",
            "LLVM_PROFILE_FILE": f"{folder}/p.profraw",
            **MODES[mode].get("env", {}),
        }
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        output = sh([folder / "program", *arguments], cwd=folder, env=env)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        for log in folder.glob("xray-log.*"):
            log.unlink()
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, output


def progress(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def measure(args, title, modes, folders, runs):
    """Interleaves the modes; returns the median of what `runs` says of each."""
    values = {m: [] for m in modes}
    for r in range(args.rounds):
        for m in modes:
            if MODES[m].get("slow") and r:
                continue  # Dozens of times slower: noise does not matter.
            progress(f"{title}: round {r + 1} of {args.rounds}, {m}")
            values[m].append(runs(m, folders[m]))
    progress("")
    return {m: statistics.median(v) for m, v in values.items()}


def table(title, unit, medians):
    print(f"\n{title}")
    print(f"  {'':28}{'counts':>8}{unit:>10}{'ratio':>8}")
    for mode, value in medians.items():
        print(f"  {mode:28}{MODES[mode]['counts']:>8}{value:10.3f}{value / medians['plain']:8.2f}")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--llvm", type=pathlib.Path, default=pathlib.Path("/usr/lib/llvm-22/bin"))
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build/bench/events")
    parser.add_argument("--programs", default=",".join(PROGRAMS))
    parser.add_argument("--modes", help="only these, separated by commas; plain is always in")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--quick", action="store_true", help="3 rounds, without SQLite")
    parser.add_argument("--json", type=pathlib.Path, help="write the medians here, too")
    args = parser.parse_args()
    args.build, args.work = args.build.resolve(), args.work.resolve()
    if args.quick:
        args.rounds = 3
        args.programs = ",".join(p for p in args.programs.split(",") if p != "sqlite")
    modes = [m for m in MODES if not args.modes or m == "plain" or m in args.modes.split(",")]
    args.work.mkdir(parents=True, exist_ok=True)
    builder, result = Builder(args), {}

    hot = {m: builder.build("hot", m, [HERE / "hot.c", HERE / "tiny.c"], [], [], args.work / "hot") for m in modes}
    for threads in (1, 2):
        # The basic log keeps every event in memory: fewer calls for it.
        def once(m, folder):
            calls = 200_000 if MODES[m].get("slow") else 100_000_000
            return float(builder.run(m, folder, [threads, calls])[1])

        title = f"one hot function, {threads} thread{'s' * (threads > 1)} (ns a call, each thread)"
        result[title] = measure(args, title, modes, hot, once)
        table(title, "ns", result[title])

    for name in args.programs.split(","):
        work = args.work / name
        work.mkdir(parents=True, exist_ok=True)
        files, flags, libs, arguments = PROGRAMS[name](work)
        folders = {}
        for m in modes:
            progress(f"{name}: building {m}")
            folders[m] = builder.build(name, m, files, flags, libs, work)
        title = f"{name} (CPU seconds)"
        runs = lambda m, folder: builder.run(m, folder, arguments)[0]
        result[title] = measure(args, title, modes, folders, runs)
        table(title, "s", result[title])
    if args.json:
        args.json.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
