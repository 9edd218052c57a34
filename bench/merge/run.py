#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Merges many profiles of one program, by udpc merge and by llvm-profdata merge.

usage: run.py --runs N --count PROGRAM --llvm PROGRAM [--repeat N] [--costs] -- ARGUMENT...

--count and --llvm name the program compiled with `udpc-clang -fudpc-spec=` (every
line) and with `clang -fprofile-instr-generate`. Each is run 10 times, with the
arguments and {} replaced by 1 to 10; the profiles have N names, as hard links.
Both tools add the same runs up; udpc also those of tables=0. Prints user and
system CPU seconds, elapsed ones, and the peak memory, the least of the
repetitions. With --costs, the program of --count is one of -fudpc-profile=.
"""

import argparse
import os
import subprocess
import tempfile
import time


def measure(command, repeat):
    best = None
    for _ in range(repeat):
        begin = time.monotonic()
        process = subprocess.Popen(command)
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            raise SystemExit(f"{command[0]}: status {status}")
        figures = (usage.ru_utime + usage.ru_stime, time.monotonic() - begin,
                   usage.ru_maxrss / 1024)
        best = figures if best is None else tuple(map(min, best, figures))
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--count", required=True)
    parser.add_argument("--llvm", required=True)
    parser.add_argument("--costs", action="store_true")
    parser.add_argument("--profdata", default="llvm-profdata-22")
    parser.add_argument("arguments", nargs="*")
    options = parser.parse_args()
    output = "summary=0:cache_output={}" if options.costs else "output={}"
    kinds = {
        "udpc merge": (options.count, "UDPC_OPTIONS", output + ":cachegrind_output="),
        "udpc merge, tables=0": (options.count, "UDPC_OPTIONS", "tables=0:" + output),
        "llvm-profdata merge": (options.llvm, "LLVM_PROFILE_FILE", "{}"),
    }
    with tempfile.TemporaryDirectory() as folder:
        for name, (program, variable, value) in kinds.items():
            files = []
            for number in range(10):
                file = os.path.join(folder, f"{number}.raw")
                arguments = [a.replace("{}", str(number + 1)) for a in options.arguments]
                subprocess.run([os.path.abspath(program), *arguments], check=True,
                               stdout=subprocess.DEVNULL,
                               env=os.environ | {variable: value.format(file)})
                for copy in range(number, options.runs, 10):
                    files.append(os.path.join(folder, f"{copy}.copy"))
                    if os.path.exists(files[-1]):
                        os.unlink(files[-1])
                    os.link(file, files[-1])
                os.unlink(file)
            lists = os.path.join(folder, "list")
            with open(lists, "w") as f:
                f.write("\n".join(files) + "\n")
            sizes = sum(map(os.path.getsize, files))
            output = os.path.join(folder, "out")
            command = ([options.profdata, "merge", "-o", output, f"--input-files={lists}"]
                       if name.startswith("llvm") else
                       ["udpc", "merge", "-o", output, f"@{lists}"])
            cpu, elapsed, memory = measure(command, options.repeat)
            print(f"{name:22} {sizes / len(files) / 1e3:9.1f} KB a profile {cpu:8.2f} s CPU "
                  f"{elapsed:8.2f} s {memory:8.1f} MB", flush=True)


if __name__ == "__main__":
    main()
