#!/usr/bin/env python3
"""Compares our counts with llvm-cov's on a whole program.

The program is built twice: by stock clang with its own coverage, and by
udpc-clang with a spec that names every line and every function. Both run the
same work. Then each line's count must be what llvm-cov prints for it, and each
function's entries its execution count. Every difference is printed; any fails.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent

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
}

SPEC = """version: 1
events:
  - {event: lines, line: "*.c:*"}
  - {event: lines, line: "*.h:*"}
  - {event: entries, entry: "*"}
"""


def run(command, **kwargs):
    done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, **kwargs)
    if done.returncode:
        sys.exit(f"failed ({done.returncode}): {' '.join(map(str, command))}")
    return done.stdout.decode()


def build(program, args, compiler, extra, name):
    """Compiles and links the program in its own copy of nothing: both builds
    use the same source folder, so that paths are equal."""
    source = args.work / "source" / program["folder"]
    files = [f.name for f in sorted(source.glob("*.c")) if f.name not in program["skip"]]
    files += program.get("extra", [])
    objects = []
    for file in files:
        target = args.work / name / (file.replace("/", "_") + ".o")
        target.parent.mkdir(parents=True, exist_ok=True)
        command = [compiler, f"-O{args.level}", "-w", *program["flags"], *extra]
        run([*command, "-c", file, "-o", target], cwd=source)
        objects.append(target)
    binary = args.work / name / "program"
    run([compiler, *extra, *objects, *program["libs"], "-o", binary])
    return binary


def execute(program, args, binary, folder, env):
    folder.mkdir(exist_ok=True)
    # Compressible, not trivially so, always the same.
    text = "".join(f"{i * 7919 % 65537} the quick brown fox {i % 97}\n" for i in range(20000))
    (folder / "input").write_text(text)
    (folder / "input.gz").unlink(missing_ok=True)
    # The same name for both: programs look at argv[0].
    program_file = folder / "program"
    shutil.copy(binary, program_file)
    run(
        ["setarch", "-R", program_file, *program["run"]],
        cwd=folder,
        env={"PATH": os.environ["PATH"], **env},
    )


def llvm_cov(program, args):
    binary = build(
        program,
        args,
        args.llvm / "clang",
        ["-fprofile-instr-generate", "-fcoverage-mapping"],
        "cov",
    )
    raw = args.work / "cov" / "raw"
    execute(program, args, binary, args.work / "run", {"LLVM_PROFILE_FILE": str(raw)})
    profile = args.work / "cov" / "profile"
    run([args.llvm / "llvm-profdata", "merge", raw, "-o", profile])
    common = ["--instr-profile", profile, binary]
    lines = {}
    file = None
    for line in run([args.llvm / "llvm-cov", "export", "-format=lcov", *common]).splitlines():
        if line.startswith("SF:"):
            file = line[3:]
        elif line.startswith("DA:"):
            number, count = line[3:].split(",")[:2]
            lines[file, int(number)] = int(count)
    functions = collections.Counter()
    exported = json.loads(run([args.llvm / "llvm-cov", "export", *common]))
    for function in exported["data"][0]["functions"]:
        name = re.sub(r"^[^:;]*[:;]", "", function["name"])
        functions[function["filenames"][0], name] += function["count"]
    return lines, functions


def ours(program, args):
    spec = args.work / "spec.yaml"
    spec.write_text(SPEC)
    binary = build(
        program, args, args.build / "bin/udpc-clang", [f"-fudpc-spec={spec}"], "udpc"
    )
    profile = args.work / "udpc.prof"
    execute(program, args, binary, args.work / "run", {"UDPC_OPTIONS": f"output={profile}"})
    report = json.loads(run([args.build / "bin/udpc", "report", "--json", profile]))
    lines, functions = {}, collections.Counter()
    for event in report["events"]:
        assert event["total"] == sum(t["count"] for t in event["threads"]), event["event"]
        for row in event["rows"]:
            if row["kind"] == "line":
                lines[row["file"], row["line"]] = row["count"]
            else:
                functions[row["file"], row["function"]] += row["count"]
    return lines, functions


def compare(what, theirs, mine, source):
    # llvm-cov leaves out what system headers define.
    mine = {key: count for key, count in mine.items() if key[0].startswith(str(source))}
    differences = []
    for key in sorted(set(theirs) | set(mine)):
        a, b = theirs.get(key), mine.get(key)
        if a != b:
            differences.append(f"  {what} {key[0]}:{key[1]}: llvm-cov {a}, udpc {b}")
    covered = sum(1 for count in theirs.values() if count)
    print(
        f"{what}s: {len(theirs)} in llvm-cov, {covered} of them executed, "
        f"{len(differences)} different"
    )
    print("\n".join(differences[:200]))
    assert covered > 40, f"too few {what}s were executed for a comparison"
    return len(differences)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", choices=sorted(PROGRAMS), required=True)
    parser.add_argument("--level", required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--llvm", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    args = parser.parse_args()
    program = PROGRAMS[args.program]

    source = run([ROOT / "scripts/fetch-source.sh", program["package"]]).strip()
    shutil.rmtree(args.work, ignore_errors=True)
    args.work.mkdir(parents=True)
    shutil.copytree(source, args.work / "source")

    their_lines, their_functions = llvm_cov(program, args)
    our_lines, our_functions = ours(program, args)
    different = compare("line", their_lines, our_lines, args.work)
    different += compare("function", their_functions, our_functions, args.work)
    sys.exit(different != 0)


if __name__ == "__main__":
    main()
