#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every indirect access prefetched, in programs that check themselves (gcc's
c-torture) and in random ones (csmith): they must do what they do without.

Of gcc's execute programs those are built whose source has an index in an index,
a pointer in an array, or a list. A random program prints a checksum of its globals.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

from torture import fetch, sanitized

SECONDS = 20
AHEAD = 5
SEEDS = range(1, 9)
# Loops over arrays, which are what is prefetched.
CSMITH = ["--max-array-dim", "2", "--max-block-depth", "4", "--no-packed-struct", "--no-volatiles", "--no-bitfields"]
INDIRECT = re.compile(r"\[[^][\n]*\[|\][.\w]*\s*->|\b(\w+)\s*=\s*\1\s*->")
# Like which hints: in the innermost loops, or around them, with all levels and second nodes of lists.
TYPES = ("indirect", "next4", "pushed")


class Builds:
    def __init__(self, build, llvm, work, preload=None, flags=()):
        self.clang, self.work, self.flags = llvm / "clang", work, list(flags)
        self.plugin = [f"-fpass-plugin={build}/lib/libudpc.so", "-mllvm", f"-udpc-prefetch-indirect={AHEAD}",
                       "-Rpass=udpc"]
        self.environment = sanitized(preload) if preload else None

    def run(self, file, name, *flags):
        """What a build of file does: (its output and status, its prefetches), or None if clang refuses it."""
        program = self.work / name
        command = [self.clang, "-w", "-std=gnu89", *self.flags, *flags, file, "-lm", "-o", program]
        built = subprocess.run(command, capture_output=True, text=True, errors="replace",
                               env=self.environment)
        if built.returncode:
            return None
        try:
            done = subprocess.run([program], capture_output=True, timeout=SECONDS)
            result = done.returncode, done.stdout
        except subprocess.TimeoutExpired:
            result = "no end", b""
        program.unlink()
        return result, built.stderr.count("remark: prefetch ")

    def compare(self, file):
        """(what is wrong, how many prefetches)"""
        prefetches = 0
        plain = None
        for kind in TYPES:
            flags = ["-O3", "-g1", *self.plugin, "-mllvm", f"-udpc-prefetch-indirect-type={kind}"]
            with_prefetches = self.run(file, f"{file.stem}.ahead", *flags)
            if not with_prefetches or not with_prefetches[1]:
                # Without a prefetch there is nothing to compare, and a program that
                # clang refuses is no program; but the plugin may not be the reason.
                if with_prefetches or not self.run(file, f"{file.stem}.plain", "-O3"):
                    continue
                return "does not compile", prefetches
            prefetches += with_prefetches[1]
            plain = plain or self.run(file, f"{file.stem}.plain", "-O3")
            if plain[0] != with_prefetches[0]:
                return f"{plain[0]} without, {with_prefetches[0]} with ({kind})", prefetches
        return None, prefetches


def random_programs(work):
    for seed in SEEDS:
        file = work / f"random-{seed}.c"
        text = subprocess.run(["csmith", *CSMITH, "--seed", str(seed)], capture_output=True, text=True, check=True).stdout
        file.write_text(text)
        yield file


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("build", "llvm", "work"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--all", action="store_true", help="all of gcc's execute programs")
    parser.add_argument("--preload", type=pathlib.Path, help="a library for clang's process, as in torture.py")
    args = parser.parse_args()
    work = args.work.resolve()
    scratch = work / "prefetch"
    scratch.mkdir(parents=True, exist_ok=True)
    programs = sorted(fetch(work).glob("**/execute/**/*.c"))
    if not args.all:
        programs = [p for p in programs if INDIRECT.search(p.read_text(errors="replace"))]
    gcc = Builds(args.build.resolve(), args.llvm, scratch, args.preload)
    csmith = Builds(args.build.resolve(), args.llvm, scratch, args.preload, ["-I/usr/include/csmith"])
    os.chdir(scratch)
    wrong = prefetched = prefetches = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(gcc.compare, programs)) + list(pool.map(csmith.compare, random_programs(scratch)))
    for file, (problem, count) in zip([*programs, *(f"random {s}" for s in SEEDS)], results):
        prefetched += count > 0
        prefetches += count
        if problem:
            wrong += 1
            print(f"{file}: {problem}", flush=True)
    print(f"{len(results)} programs, {prefetched} with {prefetches} prefetches, {wrong} wrong")
    if wrong or prefetched < 5:
        sys.exit(1)


main()
