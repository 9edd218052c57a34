#!/usr/bin/env python3
"""Compares the spin loops that the plugin finds with those that a person found.

Compiles files of well-known packages (spin_packages.py) with a spec that counts
spin loops, takes the finder's remarks, and holds them against the list of loops
that were read (spin/expected.txt). What is found and no spin loop, what is one
and not found, and entries of the list that are no loop of the code are printed;
docs/spin-corpus.md says more.
"""

import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys

from spin_packages import HERE, PACKAGES, prepared, version_of

SPEC = """version: 1
events:
  - {event: spins, spin: executions}
  - {event: loops, loop: executions, in: "*"}
"""
REMARK = re.compile(r"^(.+?):(\d+):\d+: remark: (.*) \[-Rpass(?:-missed)?=udpc\]$")
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
            packages[name] = (version, packages[like[1]][1] if like else [])
            loops = packages[name][1]
            continue
        place, verdict, function, why = words
        if verdict not in ("spin", "either", "not"):
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
    done = subprocess.run([str(c) for c in (compiler, *rest)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **kwargs)
    if done.returncode:
        sys.exit(f"failed: {' '.join(map(str, rest))}\n{done.stderr.decode(errors='replace')}")
    return done


def compiled(args, name):
    """What the plugin says of the package's loops: all, found and refused, each
    by file and line."""
    root, folder, flags, files = prepared(name, args.work)
    resource = clang(args, "c", "-print-resource-dir").stdout.decode().strip()
    spec = args.work / "spec.yaml"
    spec.write_text(SPEC)
    plugin = [
        *("-g", f"-O{args.level}", "-w", f"-fpass-plugin={args.build}/lib/libudpc.so"),
        *("-mllvm", f"-udpc-spec={spec}", "-Rpass=udpc", "-Rpass-missed=udpc"),
    ]
    loops, found, refused = set(), {}, {}
    for file, *extra in files:
        language = "c" if str(file).endswith(".c") else "c++"
        flags_here = [flag.replace("%resource", resource) for flag in (*flags, *extra)]
        command = [*plugin, *flags_here, "-c", file, "-o", os.devnull]
        for line in clang(args, language, *command, cwd=folder).stderr.decode(errors="replace").splitlines():
            match = REMARK.match(line)
            if not match:
                continue
            path = os.path.normpath(os.path.join(folder, match[1]))
            for prefix in (f"{root}/usr/include/", f"{root}/"):
                path = path.removeprefix(prefix)
            place, text = (path, int(match[2])), match[3]
            if text.startswith("event 'loops'"):
                loops.add(place)
            elif text.startswith("event 'spins': inc"):
                found[place] = text
            elif text.startswith("no spin loop"):
                refused[place] = text
    return root, loops, found, refused


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
        """Whether a loop around this one was found, which then stands for both."""
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


def report(kind, name, place, expected, reason):
    line = f"{kind:6} {name} {place[0]}:{place[1]}"
    if expected:
        line += f" {expected.function}: {expected.why}"
    print(line)
    if reason:
        print(f"       {reason}")


def compare(args, name, version, expected):
    root, loops, found, refused = compiled(args, name)
    package = PACKAGES[name].get("package", name)
    if (have := version_of(package, root)) != version:
        print(f"{name}: the list is of version {version}, this is {have}: its lines may be others", file=sys.stderr)
    if args.loops:
        for place in sorted(loops):
            print(f"{name} {place[0]}:{place[1]}")
    result = Comparison(expected, loops, found, refused)
    right, missed, wrong, stale = result.run()
    for place in sorted(missed):
        report("missed", name, place, result.of(place), refused.get(place, ""))
    for place in sorted(wrong):
        report("false", name, place, result.of(place), found[place])
    for entry in stale:
        if not name.endswith("-asm"):
            report("stale", name, (entry.file, entry.first), entry, "")
    either = {p for p in result.loops if (e := result.of(p)) and e.verdict == "either"}
    return {
        "package": name,
        "loops": len(loops),
        "spin": len(right) + len(missed),
        "found": len(right),
        "missed": len(missed),
        "false": len(wrong),
        "either": f"{len(either & set(found))} of {len(either)}",
        "stale": 0 if name.endswith("-asm") else len(stale),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--llvm", type=pathlib.Path, default=pathlib.Path("/usr/lib/llvm-22/bin"))
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--level", default="2")
    parser.add_argument("--loops", action="store_true", help="print all loops, to read them")
    parser.add_argument("packages", nargs="*", help="all of the list without any")
    args = parser.parse_args()
    args.build, args.work = args.build.resolve(), args.work.resolve()
    args.work.mkdir(parents=True, exist_ok=True)
    listed = read_list(HERE / "spin/expected.txt")
    for name in args.packages:
        if name not in listed:
            sys.exit(f"no package '{name}' in the list; there are: {', '.join(listed)}")
    rows = [compare(args, name, *listed[name]) for name in args.packages or listed]
    columns = list(rows[0])
    sums = {c: sum(r[c] for r in rows) if isinstance(rows[0][c], int) else "" for c in columns}
    for row in [dict(zip(columns, columns)), *rows, {**sums, "package": "all"}]:
        print(f"{row['package']:18}", *(f"{row[c]:>8}" for c in columns[1:]))
    sys.exit(bool(sums["missed"] or sums["false"] or sums["stale"]))


if __name__ == "__main__":
    main()
