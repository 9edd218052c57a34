# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The real programs that the truth tests compile and run."""

import argparse
import fcntl
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
CACHE = pathlib.Path(os.environ.get("UDPC_CACHE", pathlib.Path.home() / ".cache/udpc"))

PROGRAMS = {
    "lua": {
        "package": "lua5.4",
        "folder": "src",
        "skip": {"luac.c"},
        # Nothing may depend on addresses or the time: the hash seed is constant and
        # the cache of strings by address has one line.
        "flags": ["-DLUA_USE_LINUX", "-Dluai_makeseed(L)=1", "-DSTRCACHE_N=1", "-DSTRCACHE_M=1"],
        "libs": ["-lm", "-ldl"],
        "run": [HERE / "work.lua"],
        "small": [HERE / "work.lua", "2"],
    },
    "zlib": {
        "package": "zlib",
        "folder": ".",
        "skip": set(),
        "extra": ["test/minigzip.c"],
        "flags": ["-D_LARGEFILE64_SOURCE=1", "-DHAVE_UNISTD_H", "-I."],
        "libs": [],
        "run": ["-9", "input"],
    },
    "sqlite": {
        "package": "sqlite3",
        "folder": ".",
        "only": ["sqlite3.c", "test/speedtest1.c"],
        # Without configure, which takes longer than all of this.
        "prepare": [["make", "-s", "-f", "Makefile.linux-gcc", "TOP=.", "sqlite3.c"]],
        "flags": ["-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION", "-I."],
        "libs": ["-lm"],
        "run": ["--memdb", "--size", "1"],
        "small": ["--memdb", "--size", "1", "--testset", "orm"],
    },
    "bzip2": {
        "package": "bzip2",
        "sources": [ROOT / "bench/profile/roundtrip.c"],
        "folder": ".",
        "only": [f"{n}.c" for n in ("blocksort", "bzlib", "compress", "crctable", "decompress", "huffman", "randtable", "roundtrip")],
        "flags": ["-DBZ_NO_STDIO", "-I."],
        "libs": [],
        "run": ["input", "1"],
    },
    "zstd": {
        "package": "libzstd",
        "sources": [ROOT / "bench/profile/roundtrip.c"],
        "folder": "lib",
        "globs": ["common/*.c", "compress/*.c", "decompress/*.c", "roundtrip.c"],
        # The assembly of one decoder would hide it from compilers.
        "flags": ["-DUSE_ZSTD", "-DZSTD_DISABLE_ASM", "-I."],
        "libs": [],
        "run": ["input", "1"],
    },
    # Of our own; nlohmann-json3-dev has the parser.
    "json": {
        "sources": [HERE / "json.cpp"],
        "folder": ".",
        "only": ["json.cpp"],
        # For the library there is another main.
        "called": "json.cpp",
        "flags": ["-std=c++17"],
        "libs": [],
        "run": [],
        "small": ["150"],
    },
}

# Each test has a folder of its own; with debug information ccache shares objects between tests
# only if the folder's name is not in it.
SAME_FOLDER = "-fdebug-compilation-dir=/source"
# Flags of the tests that need no others: their plain builds are the same then, so ccache has them
# compiled once for all. Data and functions are where references.py wants them.
COMMON = [SAME_FOLDER, "-gdwarf-4", "-g", "-fdebug-info-for-profiling", "-fno-pie", "-fdata-sections", "-falign-functions=64"]

# The files with main.
MAINS = {"lua.c", "test/minigzip.c", "test/speedtest1.c", "roundtrip.c", "json.cpp"}

CALLING_MAIN = """int callee(int, char **);
int main(int argc, char **argv) { return callee(argc, argv); }
"""

# Functions of the library whose accesses we simulate (passes/profile/memory/RangeCalls.cpp).
RANGES = ("memcpy", "memmove", "mempcpy", "memset", "memcmp", "bcmp", "memchr", "strlen", "strcpy", "stpcpy", "strcmp")


def arguments(**own):
    """Those of a test that compares profiles of a program; `own` are further ones by type."""
    parser = argparse.ArgumentParser()
    for name, kind in own.items():
        parser.add_argument(f"--{name}", type=kind, required=True)
    for name in ("build", "llvm", "work"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--program", required=True)
    parser.add_argument("--level", default="2")
    parser.add_argument("--debug", default="-gmlt -fdebug-info-for-profiling")
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("--library", action="store_true")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--pic", action="store_true")
    parser.add_argument("--common", action="store_true")
    args = parser.parse_args()
    for name in ("build", "llvm", "work"):
        setattr(args, name, getattr(args, name).resolve())
    return args


COMPILERS = {"ccache", "clang", "clang++", "clang-14", "llc", "llc-14", "udpc-clang", "udpc-clang++"}
# With it clang takes four fifths of the time for SQLite. The programs that it makes run without it.
ALLOCATOR = {"LD_PRELOAD": "libjemalloc.so.2", "MALLOC_CONF": "thp:always,dirty_decay_ms:-1"}


def run(command, **kwargs):
    if pathlib.Path(command[0]).name in COMPILERS:
        kwargs["env"] = {**os.environ, **ALLOCATOR}
    done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, **kwargs)
    if done.returncode:
        sys.exit(f"failed ({done.returncode}): {' '.join(map(str, command))}")
    return done.stdout.decode(errors="replace")


def stock(compiler):
    """The command of LLVM's own `compiler`. What it makes of a file does not depend on udpc, so
    ccache keeps it for the next run, and for other tests with the same flags (SAME_FOLDER)."""
    os.environ["CCACHE_DIR"] = str(CACHE / "ccache")
    os.environ["CCACHE_NOHASHDIR"] = "1"
    # The compiler says which headers it reads (-MD), so it is not started a second time to preprocess.
    # The headers may be as new as the compilation: prepare has copied them.
    os.environ["CCACHE_DEPEND"] = "1"
    os.environ["CCACHE_SLOPPINESS"] = "include_file_ctime,include_file_mtime"
    return ["ccache", compiler, "-MD", "-MT", "object", "-Wno-unused-command-line-argument"]


def configured(name, fetched):
    """The files of `fetched` that are compiled, after the program's own commands:
    those take longer than many tests, so they run once for all of them."""
    program = PROGRAMS[name]
    cache = CACHE / "prepared"
    cache.mkdir(parents=True, exist_ok=True)
    what = repr((program["prepare"], program["only"], fetched.stat().st_mtime_ns))
    result = cache / f"{name}-{hashlib.sha256(what.encode()).hexdigest()[:16]}"
    with open(cache / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if result.is_dir():
            return result
        work = cache / f"{name}.new"
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(fetched, work / "all")
        source = work / "all" / program["folder"]
        for command in program["prepare"]:
            run(command, cwd=source, stderr=subprocess.DEVNULL)
        headers = [h.relative_to(source) for h in source.glob("*.h")]
        for file in [*map(pathlib.Path, program["only"]), *headers]:
            kept = work / "kept" / program["folder"] / file
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / file, kept)
        # For those who ask for the version.
        (work / "kept/debian").mkdir()
        shutil.copy(fetched / "debian/changelog", work / "kept/debian")
        (work / "kept").rename(result)
        shutil.rmtree(work)
    return result


def prepare(name, work):
    """Puts the program's source into work/source, ready to be compiled; returns
    the folder to compile in and the files. `work` is made anew."""
    program = PROGRAMS[name]
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    if "package" in program:
        fetched = pathlib.Path(run([ROOT / "scripts/fetch-source.sh", program["package"]]).strip())
        shutil.copytree(configured(name, fetched) if "prepare" in program else fetched, work / "source")
    source = work / "source" / program["folder"]
    source.mkdir(exist_ok=True)
    for file in program.get("sources", []):
        shutil.copy(file, source)
    globs = [str(f.relative_to(source)) for g in program.get("globs", []) for f in sorted(source.glob(g))]
    files = program.get("only") or globs or [
        f.name for f in sorted(source.glob("*.c")) if f.name not in program["skip"]
    ] + program.get("extra", [])
    return source, files


# What the plugin puts between the program's data.
RECORDS = (".rodata.__udpc_accesses", ".rodata.__udpc_fetches", ".rodata.__udpc_ranges", ".rodata.__udpc_text", "__udpc_records", ".data.__udpc_profile_unit",
           ".data.__udpc_profile_simulation", ".data.rel.local.__udpc_profile_unit", ".data.rel.local.__udpc_profile_simulation",
           ".bss.__udpc_profile_slots", ".bss.__udpc_no_tables")


def records_mover(llvm):
    """For build: moves what the plugin puts between the program's data, which then have the addresses of a plain build
    relative to each other. Where they are decides which of them conflict in caches."""
    return lambda file: run([llvm / "llvm-objcopy", *(f"--rename-section={r}=udpc{r}" for r in RECORDS), file])


def build(name, source, files, command, folder, link=(), change=None, library=None):
    """Compiles with `command`, the compiler and its flags, into `folder`; lets
    `change` run on each object file; links with `link` added. Returns the program.
    With the name of a `library`, all but the file with main becomes one."""
    program = PROGRAMS[name]
    objects, shared = [], []
    called = library and program.get("called")
    if called:
        (source / "main.cpp").write_text(CALLING_MAIN)
        files = [*files, "main.cpp"]
    for file in files:
        target = folder / (file.replace("/", "_") + ".o")
        target.parent.mkdir(parents=True, exist_ok=True)
        inside = library and (file not in MAINS or file == called) and file != "main.cpp"
        flags = ["-fPIC"] if inside else []
        if file == called:
            flags += ["-Dmain=callee"]
        run([*command, "-w", *program["flags"], *flags, "-c", file, "-o", target], cwd=source)
        if change:
            change(target)
        (shared if inside else objects).append(target)
    if shared:
        run([*command, "-shared", *shared, *link, *program["libs"], "-o", folder / library])
        # Libraries may call what the file with main defines.
        objects += [folder / library, f"-Wl,-rpath,{folder}", "-rdynamic"]
    binary = folder / "program"
    run([*command, *objects, *link, *program["libs"], "-o", binary])
    return binary


def execute(name, binary, folder, env, emulator=(), small=False, **kwargs):
    """Runs the program's work in `folder`, under `emulator` if there is one; less of
    it if it is to be `small`."""
    program = PROGRAMS[name]
    folder.mkdir(exist_ok=True)
    # Compressible, but not trivially, and the same in each run.
    lines = 3000 if small else 20000
    text = "".join(f"{i * 7919 % 65537} the quick brown fox {i % 97}\n" for i in range(lines))
    (folder / "input").write_text(text)
    (folder / "input.gz").unlink(missing_ok=True)
    # The same name in all runs: programs read argv[0].
    program_file = folder / "program"
    shutil.copy(binary, program_file)
    return run(
        ["setarch", "-R", *emulator, program_file, *(small and program.get("small") or program["run"])],
        cwd=folder,
        env={"PATH": os.environ["PATH"], **env},
        **kwargs,
    )
