#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles gcc's c-torture programs (Debian's gcc-12-source) with every line
counted, and demands that clang neither crashes nor hangs, and refuses none that
it accepts without us.

By default every second program is compiled, in one way: lowering and level
rotate over the sorted list. --all compiles every program in every way.
--preload is for a plugin under AddressSanitizer, whose runtime must then be in
clang: programs take several times as long.
"""

import argparse
import itertools
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "truth"))

from programs import ALLOCATOR

LOWERINGS = ("inline", "call", "instruction")
LEVELS = ("-O0", "-O2")
WAYS = list(itertools.product(LOWERINGS, LEVELS))

# One clang process compiles this many programs, and may take this long.
BATCH = 30
SECONDS = 60
SECONDS_FOR_ONE = 20

# clang's own coverage mapping takes minutes of its 100,000 cases.
LEFT_OUT = {"limits-caselabels.c"}

SPEC = 'version: 1\nevents:\n  - {event: lines, line: "*:*"}\n'


def fetch(work):
    """Unpacks the programs once."""
    programs = work / "c-torture"
    if programs.is_dir():
        return programs
    tarballs = sorted(pathlib.Path("/usr/src/gcc-12").glob("gcc-12*.tar.xz"))
    if not tarballs:
        sys.exit("no source of gcc: install gcc-12-source")
    unpacked = work / "unpacked"
    shutil.rmtree(unpacked, ignore_errors=True)
    unpacked.mkdir(parents=True)
    subprocess.run(["tar", "-xf", tarballs[0], "-C", unpacked, "--strip-components=4", "--wildcards",
                    "*/gcc/testsuite/gcc.c-torture/compile/*", "*/gcc/testsuite/gcc.c-torture/execute/*"],
                   check=True)
    unpacked.rename(programs)
    return programs


def sanitized(preload):
    """The environment of a clang that loads a plugin under AddressSanitizer, whose runtime is preload."""
    # clang itself gives no memory back at its end.
    return {**os.environ, "LD_PRELOAD": str(preload), "ASAN_OPTIONS": "detect_leaks=0:allow_user_poisoning=0",
            "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1"}


class Compiler:
    """The command of one way to compile. It runs clang's front end directly,
    which takes many files at once: a process for each costs ten times the
    compilation."""

    def __init__(self, build, work, lowering, level, preload):
        self.name = f"{lowering} {level}"
        # With this allocator clang takes less time; AddressSanitizer has its own.
        self.environment = sanitized(preload) if preload else {**os.environ, **ALLOCATOR}
        self.time_factor = 8 if preload else 1
        driver = subprocess.run(
            [build / "bin/udpc-clang", "-w", level, "-std=gnu89", "-ferror-limit=0", "-c", "input.c",
             "-o", "/dev/null", f"-fudpc-spec={work / 'spec.yaml'}", f"-fudpc-lowering={lowering}", "-###"],
            stderr=subprocess.PIPE, text=True, check=True, cwd=work).stderr
        line = next(l for l in driver.splitlines() if '"-cc1"' in l)
        self.command = shlex.split(line)[:-1]

    def run(self, files, seconds):
        try:
            done = subprocess.run(self.command + [str(f) for f in files], stderr=subprocess.PIPE,
                                  timeout=seconds * self.time_factor, env=self.environment)
        except subprocess.TimeoutExpired:
            return None, f"takes more than {seconds * self.time_factor} s"
        return done.returncode, done.stderr.decode(errors="replace")

    def failures(self, files):
        """(file, what went wrong) of each of files that fails."""
        if not files:
            return
        status, text = self.run(files, SECONDS if len(files) > 1 else SECONDS_FOR_ONE)
        if status == 0:
            return
        if len(files) == 1:
            yield files[0], text if status is None else f"exit status {status}:\n{text}"
            return
        # Once clang has met an error it makes no more code: those behind the first again.
        named = set(re.findall(r"^(\S+?\.c)(?::\d+)*: (?:fatal )?error: ", text, re.M)) if status == 1 else set()
        refused = [f for f in files if str(f) in named]
        if refused:
            for f in refused:
                yield from self.failures([f])
            yield from self.failures([f for f in files[files.index(refused[0]):] if f not in refused])
            return
        # One of them ends or holds up the process.
        for f in files:
            yield from self.failures([f])


def syntax_errors(llvm, programs):
    """Those of programs that are not valid for clang, as far as a quick look tells."""
    command = [llvm / "clang", "-cc1", "-w", "-std=gnu89", "-fgnuc-version=4.2.1", "-ferror-limit", "0",
               "-resource-dir", llvm.parent / "lib/clang/22", "-internal-isystem", "/usr/include/x86_64-linux-gnu",
               "-internal-isystem", "/usr/include", "-fsyntax-only"]
    found = set()
    # A fatal error ends the process, so not all in one.
    for first in range(0, len(programs), 60):
        text = subprocess.run([*command, *programs[first:first + 60]], stderr=subprocess.PIPE, text=True,
                              errors="replace").stderr
        found |= set(re.findall(r"^(\S+?\.c)(?::\d+)+: (?:fatal )?error: ", text, re.M))
    return found


def accepted_by_clang(llvm, level, file):
    """Whether stock clang compiles it with its own coverage, and in time."""
    try:
        return not subprocess.run(
            [llvm / "clang", "-w", level, "-std=gnu89", "-fprofile-instr-generate", "-fcoverage-mapping", "-c", file,
             "-o", "/dev/null"], stderr=subprocess.DEVNULL, timeout=SECONDS_FOR_ONE).returncode
    except subprocess.TimeoutExpired:
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("build", "llvm", "work"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--all", action="store_true", help="every program in every way")
    parser.add_argument("--preload", type=pathlib.Path, help="a library for clang's process")
    args = parser.parse_args()
    build, work = args.build.resolve(), args.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    (work / "spec.yaml").write_text(SPEC)
    (work / "input.c").touch()
    programs = sorted(p for p in fetch(work).rglob("*.c") if p.name not in LEFT_OUT)
    if len(programs) < 3000:
        sys.exit(f"only {len(programs)} programs in {work / 'c-torture'}: remove the folder")

    if not args.all:
        programs = programs[::2]
    invalid = syntax_errors(args.llvm, programs)
    # Most programs are valid for clang: else this test would see nothing.
    if len(invalid) * 8 > len(programs):
        sys.exit(f"clang refuses {len(invalid)} of {len(programs)} programs")
    programs = [p for p in programs if str(p) not in invalid]

    refused = wrong = compiled = 0
    for number, (lowering, level) in enumerate(WAYS):
        compiler = Compiler(build, work, lowering, level, args.preload)
        mine = programs if args.all else programs[number::len(WAYS)]
        compiled += len(mine)
        for first in range(0, len(mine), BATCH):
            for file, text in compiler.failures(mine[first:first + BATCH]):
                if not accepted_by_clang(args.llvm, level, file):
                    refused += 1
                    continue
                wrong += 1
                print(f"{file} ({compiler.name}): {text[-3000:]}", flush=True)
    print(f"{compiled} compilations of {len(programs)} programs, {refused} refused by clang itself, {wrong} wrong")
    if wrong or refused * 10 > compiled:
        sys.exit(1)


if __name__ == "__main__":
    main()
