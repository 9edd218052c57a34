# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the benchmarks share: the programs, their builds, and measuring them.

A mode is a dict of what a way of counting adds to a program's build and runs:

    counts     what it counts, for the tables
    flags      of compilation and link
    spec       the events of a udpc spec, for udpc-clang
    every      what is added to each entry of the spec
    driver     compile by udpc-clang without a spec, too
    source     a file of our own to link, made without the flags
    nolink     the flags are for the compilation only
    nop        each udpc instruction becomes a one-byte NOP, without its record
    env        variables of the runs
    options    for UDPC_OPTIONS of the runs
    library    all but the file with main is compiled with -fPIC and becomes a shared library
    like       the mode whose build serves for this one, too
    slow       one round is enough
"""

import datetime
import json
import os
import pathlib
import re
import resource
import shlex
import shutil
import statistics
import subprocess
import sys

from servers import redis as redis_server

ROOT = pathlib.Path(__file__).resolve().parents[1]
EVENTS = ROOT / "bench/events"
ROUNDTRIP = ROOT / "bench/profile/roundtrip.c"
LLVM = pathlib.Path("/usr/lib/llvm-22/bin")
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


def lua(work, scale):
    folder = source_of("lua5.4") / "src"
    files = [f for f in sorted(folder.glob("*.c")) if f.name != "luac.c"]
    return files, ["-DLUA_USE_LINUX", f"-I{folder}"], ["-lm", "-ldl"], [EVENTS / "work.lua", scale]


def zlib(work, scale):
    folder = source_of("zlib")
    data = work / "data"
    data.write_text("".join(f"{i * 7919 % 65537} the quick brown fox {i % 97}\n" for i in range(400000)) * scale)
    files = [*sorted(folder.glob("*.c")), folder / "test/minigzip.c"]
    flags = ["-DHAVE_UNISTD_H", "-D_LARGEFILE64_SOURCE=1", f"-I{folder}"]
    return files, flags, [], ["-c", "-6", data]


def sqlite(work, scale):
    folder = source_of("sqlite3")
    made = work / "sqlite"
    if not (made / "sqlite3.c").exists():
        shutil.copytree(folder, made)
        sh(["sh", "configure", "--disable-tcl"], cwd=made)
        sh(["make", "sqlite3.c"], cwd=made)
    files = [made / "sqlite3.c", made / "test/speedtest1.c"]
    flags = ["-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION", f"-I{made}"]
    return files, flags, ["-lm"], ["--memdb", "--size", 20 * scale]


def json_parser(work, scale):
    return [EVENTS / "json.cpp"], ["-std=c++17"], ["-lstdc++"], [4 * scale]


def compressible(work):
    """Text to compress: the sources of a library."""
    data = work / "data"
    files = sorted((source_of("libzstd") / "lib").rglob("*.[ch]"))
    data.write_bytes(b"".join(f.read_bytes() for f in files))
    return data


def bzip2(work, scale):
    folder = source_of("bzip2")
    names = ["blocksort", "bzlib", "compress", "crctable", "decompress", "huffman", "randtable"]
    files = [*(folder / f"{n}.c" for n in names), ROUNDTRIP]
    return files, ["-DBZ_NO_STDIO", f"-I{folder}"], [], [compressible(work), scale]


def zstd(work, scale):
    folder = source_of("libzstd") / "lib"
    files = [f for part in ("common", "compress", "decompress") for f in sorted((folder / part).glob("*.c"))]
    # The assembly of one decoder would hide it from compilers.
    flags = ["-DUSE_ZSTD", "-DZSTD_DISABLE_ASM", f"-I{folder}"]
    return [*files, ROUNDTRIP], flags, [], [compressible(work), 4 * scale]


def lz4(work, scale):
    folder = source_of("lz4") / "lib"
    return [folder / "lz4.c", ROUNDTRIP], ["-DUSE_LZ4", f"-I{folder}"], [], [compressible(work), 16 * scale]


def redis(work, scale):
    return redis_server(work, scale, source_of("redis"), sh, LLVM)


# The files with main, which do not belong to a library.
MAINS = {"churn.c", "hot.c", "lua.c", "minigzip.c", "roundtrip.c", "speedtest1.c", "json.cpp"}

# Each takes its folder and how many times to do its work, and tells its sources,
# their flags, its libraries and its arguments, or a function that runs it.
PROGRAMS = {"lua": lua, "zlib": zlib, "sqlite": sqlite, "json": json_parser}
# Their hottest loops are one block or a few.
COMPRESSORS = {"bzip2": bzip2, "zstd": zstd, "lz4": lz4}
SERVERS = {"redis": redis}


def hot():
    return [EVENTS / "hot.c", EVENTS / "tiny.c"], [], []


def one_byte_nops(assembly):
    """The udpc instructions of an assembly file, as a USDT probe would be."""
    text, count = re.subn(
        r"\tnopw\t-\d+\(%rax,%rax\)\n\t\.section\t__udpc_sites,.*?\n\t\.(?:text|section)\b[^\n]*\n",
        "\tnop\n",
        assembly.read_text(),
        flags=re.DOTALL,
    )
    assembly.write_text(text)
    return count


def processor_seconds(before):
    """What children took since getrusage() said `before`."""
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Builder:
    def __init__(self, args, modes):
        # The compilations of each folder that was built.
        self.args, self.modes, self.built = args, modes, {}

    def build(self, name, mode, files, flags, libs, work):
        setting = self.modes[mode]
        if "like" in setting:
            mode = setting["like"]
            setting = self.modes[mode]
        folder = work / "".join(c if c.isalnum() else "_" for c in mode)
        if folder in self.built:
            return folder
        folder.mkdir(parents=True, exist_ok=True)
        commands = []
        extra = list(setting.get("flags", []))
        ours = "spec" in setting or setting.get("driver")
        compiler = self.args.build / "bin/udpc-clang" if ours else self.args.llvm / "clang"
        if "spec" in setting:
            spec = folder / "spec.yaml"
            every = setting.get("every", "")
            entries = "".join(f"  - {{event: {k}, {k}: {PATTERN[k]}{every}}}\n" for k in setting["spec"])
            late = "defaults: {late: true}\n" if setting.get("late") else ""
            spec.write_text("version: 1\nevents:\n" + entries + late)
            extra.append(f"-fudpc-spec={spec}")
        objects, shared = [], []
        common = flags
        for i, file in enumerate(files):
            target = folder / f"{i}.o"
            inside = setting.get("library") and file.name not in MAINS
            flags = [*common, "-fPIC"] if inside else common
            if setting.get("nop"):
                assembly = folder / f"{i}.s"
                sh([compiler, "-O2", "-w", *flags, *extra, "-S", file, "-o", assembly], cwd=folder)
                one_byte_nops(assembly)
                sh([self.args.llvm / "clang", "-c", assembly, "-o", target], cwd=folder)
            else:
                commands.append([compiler, "-O2", "-w", *flags, *extra, "-c", file, "-o", target])
                sh(commands[-1], cwd=folder)
            (shared if inside else objects).append(target)
        if setting.get("source"):
            target = folder / "own.o"
            sh([self.args.llvm / "clang", "-O2", "-w", "-c", setting["source"], "-o", target])
            objects.append(target)
        link = [] if setting.get("nolink") else extra
        if shared:
            library = folder / "libprogram.so"
            sh([compiler, *link, "-shared", *shared, *libs, "-o", library], cwd=folder)
            # Some of them call what the file with main defines.
            objects += [library, f"-Wl,-rpath,{folder}", "-rdynamic"]
        sh([compiler, *link, *objects, *libs, "-pthread", "-o", folder / "program"], cwd=folder)
        self.built[folder] = commands
        return folder

    def compile_again(self, folder):
        """Compiles the objects of a program that was built, and returns the processor time in seconds."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        for command in self.built[folder]:
            sh(command, cwd=folder)
        return processor_seconds(before)

    def text(self, folder):
        """The bytes of code in the objects of a program that was built, of what several have alike once."""
        objects = [command[-1] for command in self.built[folder]]
        merged = folder / "merged.o"
        sh(["ld", "-r", *objects, "-o", merged])
        sizes = re.findall(r"^\.text\S*\s+(\d+)", sh([self.args.llvm / "llvm-size", "-A", merged]), re.MULTILINE)
        return sum(map(int, sizes))

    def run(self, mode, folder, arguments):
        setting = self.modes[mode]
        env = {
            **os.environ,
            "UDPC_OPTIONS": f"output={folder}/p.prof{setting.get('options', '')}",
            "LLVM_PROFILE_FILE": f"{folder}/p.profraw",
            **setting.get("env", {}),
        }
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        if callable(arguments):
            return arguments(folder / "program", env)
        output = sh([folder / "program", *arguments], cwd=folder, env=env)
        seconds = processor_seconds(before)
        for log in folder.glob("xray-log.*"):
            log.unlink()
        return seconds, output


def progress(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def sample(rounds, title, modes, folders, runs, rotate=False):
    """Interleaves the modes; returns all that `runs` says of each. With
    `rotate`, each round starts with another mode."""
    names = list(modes)
    values = {m: [] for m in names}
    for r in range(rounds):
        start = r % len(names) if rotate else 0
        for m in names[start:] + names[:start]:
            if modes[m].get("slow") and r:
                continue  # Dozens of times slower: noise does not matter.
            progress(f"{title}: round {r + 1} of {rounds}, {m}")
            values[m].append(runs(m, folders[m]))
    progress("")
    return values


def measure(rounds, title, modes, folders, runs):
    return {m: statistics.median(v) for m, v in sample(rounds, title, modes, folders, runs).items()}


def machine():
    """The processor's name and the number of processors, for a table's caption."""
    name = "unknown processor"
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        key, _, value = line.partition(":")
        if key.strip() in ("model name", "uarch"):
            name = value.strip()
            break
    return f"{name}, {os.cpu_count()} cores"


def command_line(words):
    """The command of a benchmark as one repeats it: without options that say where files are."""
    kept, skip = [], False
    for word in words:
        place = word.split("=")[0] in ("--json", "--work", "--build", "--llvm")
        if not place and not skip:
            kept.append(word)
        skip = place and "=" not in word
    program = pathlib.Path(kept[0]).resolve()
    name = program.relative_to(ROOT) if program.is_relative_to(ROOT) else program.name
    return shlex.join([str(name), *kept[1:]])


def write_results(args, result, **more):
    """Writes figures where --json says, with what bench/tables.py says about them."""
    if not args.json:
        return
    about = {"date": datetime.date.today().isoformat(), "machine": machine(), "command": command_line(sys.argv), "rounds": args.rounds, **more}
    args.json.write_text(json.dumps({**result, "about": about}, indent=1) + "\n")


def print_worst(ratios):
    """Prints for each mode the greatest of its ratios to plain, by program, and the geometric mean."""
    print("\nall programs")
    for mode in dict.fromkeys(m for by_mode in ratios.values() for m in by_mode if m != "plain"):
        known = {name: by_mode[mode] for name, by_mode in ratios.items() if mode in by_mode}
        worst = max(known, key=known.get)
        print(f"  {mode:24} worst {known[worst]:.2f} ({worst}), geometric mean {statistics.geometric_mean(known.values()):.2f}")


class Figures:
    """Medians of runs: each table is printed once it is measured, with the least and the greatest figure of each
    mode; the medians are written as JSON at the end, the ranges beside them.
    `column` is an attribute of the modes that is shown, too."""

    def __init__(self, args, modes, width, column=None):
        self.args, self.modes, self.width, self.column = args, modes, width, column
        self.result, self.ranges = {}, {}

    def row(self, mode, note, figures):
        print(f"  {mode:{self.width}}" + (f"{note:>8}" if self.column else "") + figures)

    def add(self, title, unit, folders, runs, rounds=None):
        """Measures what `runs` returns, in `unit`."""
        samples = sample(rounds or self.args.rounds, title, self.modes, folders, runs)
        medians = {m: statistics.median(v) for m, v in samples.items()}
        self.result[title] = medians
        self.ranges[title] = {m: [min(v), max(v)] for m, v in samples.items()}
        print(f"\n{title}")
        self.row("", self.column, f"{unit:>10}{'ratio':>8}  range")
        for mode, value in medians.items():
            figures = f"{value:10.3f}{value / medians['plain']:8.2f}  {min(samples[mode]):.3f}-{max(samples[mode]):.3f}"
            self.row(mode, self.modes[mode].get(self.column), figures)
        # What is measured is not lost if a later program is stopped.
        write_results(self.args, self.result, ranges=self.ranges)
        sys.stdout.flush()

    def finish(self):
        print_worst({title: {m: v / medians["plain"] for m, v in medians.items()} for title, medians in self.result.items()})


def arguments_of(parser, work, rounds, programs=PROGRAMS, quick="3 rounds, without SQLite"):
    """The options of every benchmark."""
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--llvm", type=pathlib.Path, default=LLVM)
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build/bench" / work)
    parser.add_argument("--programs", default=",".join(programs))
    parser.add_argument("--modes", help="only these, separated by commas, without their own; plain is always in")
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--quick", action="store_true", help=quick)
    parser.add_argument("--json", type=pathlib.Path, help="write the figures here, too")
    args = parser.parse_args()
    args.build, args.work = args.build.resolve(), args.work.resolve()
    if args.quick:
        args.rounds = 3
        args.programs = ",".join(p for p in args.programs.split(",") if p != "sqlite")
    args.work.mkdir(parents=True, exist_ok=True)
    require_packages()
    return args


def require_packages(group="bench_packages"):
    """Ends a benchmark at its start, rather than half-way through, if a package is missing."""
    if shutil.which("dpkg-query"):
        missing = sh(["bash", "-c", f". scripts/packages.sh; missing_packages ${group}"], cwd=ROOT).split()
        if missing:
            sys.exit(f"the benchmarks need packages that are not installed: apt-get install {' '.join(missing)}")


def chosen(args, modes):
    names = ["plain", *args.modes.split(",")] if args.modes else [m.replace(",", "") for m in modes]
    return {m: s for m, s in modes.items() if m.replace(",", "") in names}


def prepare(builder, name, modes, work, scale=1):
    """Builds a program in every mode; returns the folders and its arguments."""
    work.mkdir(parents=True, exist_ok=True)
    files, flags, libs, arguments = {**PROGRAMS, **COMPRESSORS, **SERVERS}[name](work, scale)
    folders = {}
    for m in modes:
        progress(f"{name}: building {m}")
        folders[m] = builder.build(name, m, files, flags, libs, work)
    return folders, arguments
