#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts instructions of installed programs by gdb's breakpoints, by udpc convert
and by udpc run --spec: all three must agree.

    breakpoints.py [--program bash|python3|sqlite3|openssl] [--places N] [--build build/release]

Of each program N functions are chosen among those that are entered at most 300
times, and in each of these one more instruction. gdb executes the original with
breakpoints there that it passes over; it shares nothing with our decoder, the
planner and the runtime. The converted program runs twice: places where that
differs change from run to run, are named, and not compared.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import struct
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "test/lit/convert/Inputs/script.sh"
MOST = 300
PYTHON = """
import json, re, collections
data = json.loads(json.dumps({i: [i, str(i)] * 3 for i in range(40)}))
words = collections.Counter(re.findall(r"[a-z]+", "the quick brown the lazy dog " * 9))
class A:
    def __init__(self, x): self.x = x
    def __lt__(self, other): return self.x < other.x
def generate(n):
    for i in range(n): yield i * i
try: {}[1]
except KeyError as e: print(repr(e))
print(sorted(map(A, [3, 1, 2]))[0].x, sum(generate(50)), words.most_common(2), len(data), 2**300 % 97, f"{3.14159:.3f}")
"""
SQL = """
create table t(a integer primary key, b text, c real);
with recursive n(x) as (select 1 union all select x+1 from n where x<60) insert into t select x, 'row ' || x, x*1.5 from n;
create index i on t(b); select count(*), sum(c), max(b) from t where b like 'row 1%';
update t set c = c + 1 where a % 7 = 0; delete from t where a > 50;
select a, group_concat(b) over (order by a rows 2 preceding) from t limit 5; explain query plan select * from t where b = 'x';
"""
# Each: the executable, the module whose instructions are counted, arguments, input.
PROGRAMS = {
    "bash": ("/bin/bash", None, [SCRIPT], ""),
    # Without -E, by which Python ignores PYTHONHASHSEED and PYTHONMALLOC.
    "python3": ("/usr/bin/python3", None, ["-S", "input"], PYTHON),
    "sqlite3": ("/usr/bin/sqlite3", "libsqlite3.so.0", [":memory:"], SQL),
    "openssl": ("/usr/bin/openssl", "libcrypto.so.3", ["dgst", "-sha256", SCRIPT], ""),
}

GDB = """
import gdb, json, os
with open("../places.json") as file:
    job = json.load(file)
def base():
    with open(f"/proc/{gdb.selected_inferior().pid}/maps") as maps:
        for line in maps:
            if os.path.basename(line.split(None, 5)[-1].strip()) == job["module"]:
                return 0 if job["fixed"] else int(line.split("-")[0], 16)
for command in ("set pagination off", "set confirm off", "set disable-randomization on",
                "set auto-solib-add off", "set stop-on-solib-events 1", "handle all nostop noprint pass", "unset environment"):
    gdb.execute(command)
for name, value in job["environment"].items():
    gdb.execute(f"set environment {name}={value}")
gdb.execute(f"set args {job['arguments']} < input > ../gdb.out")
gdb.execute("starti")
# Libraries are mapped, and have not been relocated, when gdb stops for them.
while base() is None:
    gdb.execute("continue")
gdb.execute("set stop-on-solib-events 0")
breakpoints = []
for address in job["addresses"]:
    b = gdb.Breakpoint(f"*{base() + address}", internal=False)
    b.ignore_count = 1 << 30
    breakpoints.append(b)
gdb.execute("continue")
with open("../gdb.json", "w") as file:
    json.dump({hex(a): b.hit_count for a, b in zip(job["addresses"], breakpoints)}, file)
"""


def run(command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{command[0]}: exit status {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout


def loads(image):
    """Of each PT_LOAD of an ELF64 file: the offset of its program header, its address, its size in memory."""
    first, = struct.unpack_from("<Q", image, 32)
    count, = struct.unpack_from("<H", image, 56)
    headers = [first + 56 * i for i in range(count)]
    return [(h, *struct.unpack_from("<Q", image, h + 16), *struct.unpack_from("<Q", image, h + 40))
            for h in headers if struct.unpack_from("<I", image, h)[0] == 1]


def endWith(image, other):
    """The executable, larger in memory, so that its heap begins where that of the other does: Python's cache of methods
    is indexed by addresses."""
    end = max(address + size for _, address, size in loads(other))
    header, address, _ = max(loads(image), key=lambda load: load[1])
    struct.pack_into("<Q", image, header + 40, end - address)
    return image


class Truth:
    """One program, in orig/ and conv/, which have the same names and nothing else in them: programs read their folder."""

    def __init__(self, name, build, work, seed):
        self.udpc, self.runtime = build / "bin/udpc", build / "lib/udpc/libudpc_rt.so"
        executable, module, self.arguments, text = PROGRAMS[name]
        self.random = random.Random(f"{name} {seed}")
        self.work = work / name
        shutil.rmtree(self.work, ignore_errors=True)
        for folder in ("orig", "conv"):
            (self.work / folder).mkdir(parents=True)
            shutil.copy(os.path.realpath(executable), self.work / folder / name)
            (self.work / folder / "input").write_text(text)
        self.program = name
        self.module = module or name
        (self.work / "plain").mkdir()
        if not module:
            shutil.copy(os.path.realpath(executable), self.work / "plain" / name)
        if module:
            listed = run(["ldd", executable])
            path = re.search(rf"{re.escape(module)} => (\S+)", listed)[1]
            shutil.copy(os.path.realpath(path), self.work / "orig" / module)
            shutil.copy(os.path.realpath(path), self.work / "plain" / module)
        with open(self.work / "orig" / self.module, "rb") as file:
            self.fixed = file.read(18)[16] == 2  # ET_EXEC
        # The same number of variables in each run: programs read them. PWD is set by the shell by which gdb starts programs.
        self.environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "PYTHONHASHSEED": "0", "PYTHONMALLOC": "malloc", "LD_LIBRARY_PATH": "."}
        self.options = self.optionsAsLongAs(self.optionsOfUdpcRun())

    def optionsOfUdpcRun(self):
        (self.work / "spec.yaml").write_text("version: 1\nevents:\n  - {event: calls, entry: '*'}\n")
        command = [self.udpc, "run", "--spec", self.work / "spec.yaml", "--only=env", "-o", self.work / "report", "--", "env"]
        return re.search(r"^UDPC_OPTIONS=(.*)$", run(command, env=self.environment), re.M)[1]

    @staticmethod
    def optionsAsLongAs(other):
        """Python keeps its variables in objects, so the length of one moves others to other addresses."""
        begin, end = "output=..", "p.prof"
        return begin + "/" * (len(other) - len(begin) - len(end)) + end

    def convert(self, spec):
        (self.work / "spec.yaml").write_text("version: 1\nevents:\n" + "".join(spec))
        target = self.work / "conv" / self.module
        target.unlink(missing_ok=True)
        plain = self.work / "plain" / self.module
        listing = run([self.udpc, "convert", plain, "--spec", self.work / "spec.yaml", "-o", target, f"--runtime={self.runtime}", "--verbose"])
        if self.module == self.program:
            original = self.work / "orig" / self.module
            original.write_bytes(endWith(bytearray(plain.read_bytes()), target.read_bytes()))
        return listing

    def execute(self, folder, prefix, **variables):
        # Python, for one, does something else if its output is a pipe.
        with open(self.work / folder / "input") as stream, open(self.work / "out", "w") as out:
            # gdb starts programs by their absolute paths.
            command = ["setarch", "-R", *prefix, self.work / folder / self.program, *self.arguments]
            environment = {**self.environment, "PWD": str(self.work / folder), **variables}
            # What standard error is matters, too: a pipe, as under gdb.
            done = subprocess.run(list(map(str, command)), cwd=self.work / folder, stdin=stream, stdout=out, stderr=subprocess.PIPE, env=environment)
        if done.returncode:
            sys.exit(f"{self.program}: exit status {done.returncode}: {done.stderr.decode()[-2000:]}")
        report = json.loads(run([self.udpc, "report", "--json", self.work / "p.prof"]))
        return (self.work / "out").read_text(), report

    def executeConverted(self):
        return self.execute("conv", [], LD_PRELOAD=self.runtime, UDPC_OPTIONS=self.options)

    def executeAsItIs(self):
        prefix = [self.udpc, "run", "--spec", self.work / "spec.yaml", f"--only={self.module}", "-o", "../report", "--profile=../p.prof", "--"]
        return self.execute("orig", prefix)

    def executeGdb(self, addresses):
        job = {"module": self.module, "fixed": self.fixed, "addresses": addresses,
               "arguments": shlex.join(map(str, self.arguments)),
               "environment": {**self.environment, "LD_PRELOAD": str(self.runtime), "UDPC_OPTIONS": self.options}}
        folder = self.work / "orig"
        (self.work / "places.json").write_text(json.dumps(job))
        (self.work / "count.py").write_text(GDB)
        run(["gdb", "-nx", "-batch", "-x", "../count.py", "./" + self.program], cwd=folder,
            env={**os.environ, "SHELL": "/bin/sh"})
        counts = json.loads((self.work / "gdb.json").read_text())
        return (self.work / "gdb.out").read_text(), {int(a, 16): n for a, n in counts.items()}

    def instructions(self):
        text = run(["objdump", "-d", "--no-show-raw-insn", "--section=.text", self.work / "orig" / self.module])
        # gdb counts each element of a string instruction.
        return [int(m[1], 16) for m in re.finditer(r"^ *([0-9a-f]+):\t(?!rep)", text, re.M)]

    def chooseFunctions(self, places):
        """Addresses of functions that are entered, but not often."""
        listing = self.convert(['  - {event: calls, entry: "*"}\n'])
        found = re.finditer(r"event 'calls': entry (.*) at (0x[0-9a-f]+)(?: \(.*\))?: (?!not counted)", listing)
        addresses = {m[1]: int(m[2], 16) for m in found}
        _, report = self.executeConverted()
        counts = {row["function"]: row["count"] for row in report["events"][0]["rows"]}
        chosen = sorted(a for f, a in addresses.items() if 0 < counts.get(f, 0) <= MOST)
        return sorted(self.random.sample(chosen, min(places, len(chosen)))), sorted(addresses.values())

    def addInstructions(self, functions, all_functions):
        """Besides each function's first instruction another one of it."""
        starts = self.instructions()
        places = list(functions)
        following = dict(zip(all_functions, all_functions[1:] + [starts[-1]]))
        for address in functions:
            inside = [a for a in starts if address < a < following[address]]
            places += [self.random.choice(inside)] if inside else []
        return sorted(set(places))

    def check(self, places):
        functions, all_functions = self.chooseFunctions(places)
        addresses = self.addInstructions(functions, all_functions)
        spec = [f'  - {{event: "at {a:#x}", offset: "{self.module}+{a:#x}"}}\n' for a in addresses]
        listing = self.convert(spec)
        refused = collections.Counter(
            re.sub(r" \(0x[0-9a-f]+\)$", "", m[1]) for m in re.finditer(r": not counted: (.*)", listing))

        def counts(report):
            return {int(e["event"].split()[1], 16): e["total"] for e in report["events"] if e["rows"]}

        out, report = self.executeConverted()
        converted = counts(report)
        addresses = [a for a in addresses if converted.get(a, -1) >= 0 and converted[a] <= 20 * MOST]
        again = counts(self.executeConverted()[1])
        changing = {a for a in addresses if again[a] != converted[a]}
        for a in sorted(changing):
            print(f"{self.program}: {self.module}+{a:#x} is executed {converted[a]} times, and {again[a]} times in the next run")
        out_as_is, report = self.executeAsItIs()
        as_is = counts(report)
        out_gdb, gdb = self.executeGdb(addresses)
        wrong = [a for a in addresses if a not in changing and not gdb[a] == converted[a] == as_is.get(a)]
        # Hash tables depend on addresses and on times of files, which a new copy changes.
        for _ in range(6 if wrong else 0):
            self.convert(spec)
            again = counts(self.executeConverted()[1])
            for a in [a for a in wrong if again[a] != converted[a]]:
                print(f"{self.program}: {self.module}+{a:#x} is executed {converted[a]} times, and {again[a]} times in a later run")
                wrong.remove(a)
                changing.add(a)
        for a in wrong:
            print(f"{self.program}: {self.module}+{a:#x}: gdb {gdb[a]}, converted {converted[a]}, run as it is {as_is.get(a)}")
        if not out == out_as_is == out_gdb:
            print(f"{self.program}: the outputs differ")
            wrong.append(0)
        executed = sum(gdb[a] > 0 for a in addresses)
        print(f"{self.program}: {self.module}: {len(addresses)} places, {executed} executed, {sum(gdb.values())} times: "
              f"{len(wrong)} differ, {len(changing)} change from run to run; {sum(refused.values())} refused {dict(refused) or ''}", flush=True)
        return not wrong and executed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", choices=PROGRAMS, action="append")
    parser.add_argument("--places", type=int, default=120)
    parser.add_argument("--seed", default="1", help="chooses other places")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("breakpoints"))
    args = parser.parse_args()
    results = [Truth(name, args.build.resolve(), args.work.resolve(), args.seed).check(args.places)
               for name in args.program or PROGRAMS]
    sys.exit(not all(results))


main()
