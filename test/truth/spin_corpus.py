#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the spin loops that the plugin finds with a list made by reading the code.

Compiles files of well-known packages (spin_packages.py) with a spec that counts
spin loops, takes the finder's remarks, and holds them against the list of loops
that were read (spin/expected.txt). Prints what is found and no spin loop (false),
what is one and not found (missed), and entries of the list that are no loop of
the code (stale). Fails when that is not what spin/known.txt says.
docs/testing.md says more.
"""

import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys

from programs import ALLOCATOR
from spin_packages import HERE, PACKAGES, prepared, version_of

SPEC = """version: 1
events:
  - {event: spins, spin: executions}
  - {event: loops, loop: executions, in: "*"}
"""
Package = collections.namedtuple("Package", "version like loops")
REMARK = re.compile(r"^(.+?):(\d+):\d+: remark: (.*) \[-Rpass(?:-missed)?=udpc\]$")
VERDICTS = ("spin", "either", "not")
Expected = collections.namedtuple("Expected", "file first last verdict function why")


def read_list(path):
    """By package: its version, and what is expected of its loops."""
    packages = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        words = line.split(None, 3)
        if not words or words[0].startswith("#"):
            continue
        if words[0] == "package":
            name, version, *like = line.split()[1:]
            packages[name] = Package(version, like[1] if like else None, [])
            loops = packages[name].loops
            if like:
                loops.extend(packages[like[1]].loops)
            continue
        place, verdict, function, why = words
        if verdict not in VERDICTS:
            sys.exit(f"{path}:{number}: '{verdict}' is no verdict")
        file, _, lines = place.rpartition(":")
        first, _, last = lines.partition("-")
        if first == "*":
            loops.append(Expected(file, 1, 1 << 30, verdict, function, why))
        else:
            loops.append(Expected(file, int(first), int(last or first), verdict, function, why))
    return packages


def clang(args, language, *rest, **kwargs):
    compiler = args.llvm / ("clang++" if language == "c++" else "clang")
    done = subprocess.run([str(c) for c in (compiler, *rest)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env={**os.environ, **ALLOCATOR}, **kwargs)
    if done.returncode:
        sys.exit(f"failed: {' '.join(map(str, rest))}\n{done.stderr.decode(errors='replace')}")
    return done


def remarks(text, folder, root):
    """The plugin's remarks on loops: all of them, those that it found and those
    that it refused, each by file and line."""
    loops, found, refused = set(), {}, {}
    for line in text.splitlines():
        match = REMARK.match(line)
        if not match:
            continue
        path = os.path.normpath(os.path.join(folder, match[1]))
        for prefix in (f"{root}/usr/include/", f"{root}/"):
            path = path.removeprefix(prefix)
        place, said = (path, int(match[2])), match[3]
        if said.startswith("event 'loops'"):
            loops.add(place)
        elif said.startswith("event 'spins': inc"):
            found[place] = said
        elif said.startswith("no spin loop"):
            refused[place] = said
    return loops, found, refused


def compiled(args, name):
    root, folder, flags, files = prepared(name, args.work)
    resource = clang(args, "c", "-print-resource-dir").stdout.decode().strip()
    spec = args.work / "spec.yaml"
    spec.write_text(SPEC)
    plugin = [
        *("-g", f"-O{args.level}", "-w", f"-fpass-plugin={args.build}/lib/libudpc.so"),
        *("-mllvm", f"-udpc-spec={spec}", "-Rpass=udpc", "-Rpass-missed=udpc"),
        # The finder runs before code is optimised: later passes and code generation are
        # skipped.
        *("-mllvm", "-opt-bisect-limit=0", "-mllvm", "-opt-bisect-verbose=false"),
    ]
    said = ""
    for file, *extra in files:
        language = "c" if str(file).endswith(".c") else "c++"
        flags_here = [flag.replace("%resource", resource) for flag in (*flags, *extra)]
        command = [*plugin, *flags_here, "-c", "-emit-llvm", file, "-o", os.devnull]
        said += clang(args, language, *command, cwd=folder).stderr.decode(errors="replace")
    return (root, *remarks(said, folder, root))


class Comparison:
    def __init__(self, expected, loops, found, refused):
        self.expected, self.found, self.refused = expected, found, refused
        self.loops = {place for place in loops | set(found) | set(refused)}

    def of(self, place):
        """What is expected of the loop at a place: a word for a whole file is
        the last resort."""
        fitting = [e for e in self.expected if e.file == place[0] and e.first in (1, place[1])]
        exact = [e for e in fitting if e.first == place[1]]
        return (exact or fitting or [None])[0]

    def around(self, place):
        """Whether a loop around this one was found, which then counts for both."""
        return any(
            e.file == place[0] and e.first < place[1] <= e.last and e.last < 1 << 30 and (e.file, e.first) in self.found
            for e in self.expected
        )

    def run(self):
        """The found, the missed and the false places, and entries without a loop."""
        spin = {p for p in self.loops if (e := self.of(p)) and e.verdict == "spin"}
        covered = {p for p in spin if p not in self.found and self.around(p)}
        wrong = {p for p in self.found if not (e := self.of(p)) or e.verdict == "not"}
        stale = [e for e in self.expected if not any(self.of(p) is e for p in self.loops)]
        return (spin & set(self.found)) | covered, spin - set(self.found) - covered, wrong, stale


def known_differences(path):
    words = [line.split(None, 3) for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return {(kind, name, place) for kind, name, place, *_ in words}


def compare(args, name, package):
    """The differences, and the counts for the summary."""
    root, loops, found, refused = compiled(args, name)
    have = version_of(PACKAGES[name].get("package", name), root)
    if have != package.version:
        print(f"{name}: the list is of version {package.version}, this is {have}: lines may differ", file=sys.stderr)
    result = Comparison(package.loops, loops, found, refused)
    if args.loops:
        for place in sorted(result.loops):
            verdict = result.of(place).verdict if result.of(place) else "-"
            print(f"{verdict:6} {name} {place[0]}:{place[1]}")
    right, missed, wrong, stale = result.run()
    if package.like:
        stale = []
    differences = {}
    for kind, places, said in ("missed", missed, refused), ("false", wrong, found):
        for place in sorted(places):
            expected = result.of(place)
            text = f" {expected.function}: {expected.why}" if expected else ""
            reason = f"\n       {said[place]}" if place in said else ""
            differences[kind, name, f"{place[0]}:{place[1]}"] = text + reason
    for e in stale:
        differences["stale", name, f"{e.file}:{e.first}"] = f" {e.function}: {e.why}"
    either = {p for p in result.loops if (e := result.of(p)) and e.verdict == "either"}
    return differences, {
        "package": name,
        "loops": len(result.loops),
        "spin": len(right) + len(missed),
        "found": len(right),
        "missed": len(missed),
        "false": len(wrong),
        "either": len(either),
        "of it": len(either & set(found)),
        "stale": len(stale),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True, help="the build tree of udpc")
    parser.add_argument("--llvm", type=pathlib.Path, default=pathlib.Path("/usr/lib/llvm-22/bin"))
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--level", default="2", help="the optimisation level, 2 without")
    parser.add_argument("--loops", action="store_true", help="print all loops with what is expected of them")
    parser.add_argument("packages", nargs="*", help="those to look at; all of the list without any")
    args = parser.parse_args()
    listed = read_list(HERE / "spin/expected.txt")
    for name in args.packages:
        if name not in listed:
            parser.error(f"no package '{name}' in the list; there are: {', '.join(listed)}")
    args.build, args.work = args.build.resolve(), args.work.resolve()
    args.work.mkdir(parents=True, exist_ok=True)
    names = args.packages or list(listed)
    differences, rows = {}, []
    for name in names:
        more, row = compare(args, name, listed[name])
        differences.update(more)
        rows.append(row)
    known = {d for d in known_differences(HERE / "spin/known.txt") if d[1] in names}
    for difference, text in differences.items():
        print("" if difference in known else "NEW ", *difference, text, sep=" ")
    for difference in sorted(known - set(differences)):
        print("GONE", *difference)
    columns = list(rows[0])
    sums = {c: "all" if c == "package" else sum(row[c] for row in rows) for c in columns}
    for row in [dict(zip(columns, columns)), *rows, sums]:
        print(f"{row['package']:18}", *(f"{row[c]:>7}" for c in columns[1:]))
    sys.exit(set(differences) != known)


if __name__ == "__main__":
    main()
