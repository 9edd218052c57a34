#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What sites cost in programs that were not compiled with udpc.

Two tables: the cost of one site in a loop of calls (nanoseconds of CPU time,
the least of all rounds), and the CPU time of installed programs with every
entry and every return counted, beside the plain run. Runs are interleaved.

    python3 bench/rewrite/run.py [--build build/release] [--rounds N] [--json FILE]
"""

import argparse
import pathlib
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import write_results  # noqa: E402

SPEC = "version: 1\nevents:\n"
ENTRY = '  - event: calls\n    entry: "{0}"\n'
RETURN = '  - event: returns\n    return: "{0}"\n'
SITES = {"entry": ENTRY, "return": RETURN, "entry and return": ENTRY + RETURN}

PROGRAMS = {
    "sqlite3": (
        ["sqlite3", ":memory:"],
        "sqlite3,libsqlite3*",
        "with recursive c(x) as (select 1 union all select x+1 from c where x<600000)"
        " select count(*), sum(x*x%7) from c;\n",
    ),
    "python3": (
        ["/usr/bin/python3", "-c", "print(sum(hash(str(i)) & 7 for i in range(900000)))"],
        "python3*",
        "",
    ),
    "openssl": (
        ["openssl", "enc", "-aes-256-cbc", "-pbkdf2", "-iter", "300000", "-k", "x", "-S", "0123456789abcdef"],
        "openssl,lib*",
        "text\n",
    ),
    "bash": (["bash", "-c", "for ((i = 0; i < 120000; ++i)); do x=$((x + i)); done"], "bash", ""),
}


def cpu_time(command, **options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def write(path, text):
    path.write_text(SPEC + text)
    return path


def measure_calls(udpc, folder, rounds):
    program = folder / "calls"
    subprocess.run(["clang", "-O2", HERE / "calls.c", "-o", program], check=True)
    modes = {"plain": [program]}
    names = ("twoInstructions", "oneInstruction")
    for name, text in SITES.items():
        spec = write(folder / f"{name}.yaml", "".join(text.format(n) for n in names))
        modes[name] = [udpc, "run", "--spec", spec, "--only=calls", "--", program]
    modes["off"] = modes["entry and return"][:]
    modes["off"].insert(2, "--enable=none")
    least = {mode: [1e9, 1e9] for mode in modes}
    for _ in range(rounds):
        for mode, command in modes.items():
            out = subprocess.run(
                command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=mode != "off"
            ).stdout
            least[mode] = [min(a, float(b)) for a, b in zip(least[mode], out.split())]
    print(f"{'sites':18}{'ns a call':>12}{'more':>8}")
    for mode, (two, one) in least.items():
        more = max(two - least["plain"][0], one - least["plain"][1])
        print(f"{mode:18}{two:6.2f}{one:6.2f}{more:8.2f}")


def measure_programs(udpc, folder, rounds):
    spec = write(folder / "all.yaml", SITES["entry and return"].format("*"))
    result = {}
    print(f"\n{'program':10}{'plain s':>9}{'counted s':>11}{'ratio':>7}{'M counts':>10}{'ns each':>9}")
    for name, (command, only, text) in PROGRAMS.items():
        profile, script = folder / "p.prof", folder / "input"
        script.write_text(text)
        counted = [udpc, "run", "--spec", spec, "--only", only, "-o", folder / "report"]
        times = {"plain": [], "start": [], "counted": []}
        for _ in range(rounds):
            for mode, words in (
                ("plain", command),
                ("counted", counted + ["--profile", profile, "--"] + command),
            ):
                with open(script) as stream:
                    times[mode].append(cpu_time(words, stdin=stream, stdout=subprocess.DEVNULL))
            # Planning the sites takes the same time in each run.
            times["start"].append(cpu_time(counted + ["--", command[0], "version" if name == "openssl" else "--version"], stdout=subprocess.DEVNULL))
        rows = subprocess.run([udpc, "report", "--csv", profile], capture_output=True, text=True).stdout
        counts = sum(int(line.rsplit(",", 1)[1]) for line in rows.splitlines()[1:])
        plain, all_of = min(times["plain"]), min(times["counted"]) - min(times["start"])
        each = (all_of - plain) / counts * 1e9
        result[name] = {"plain": plain, "counted": all_of}
        print(f"{name:10}{plain:9.2f}{all_of:11.2f}{all_of / plain:7.2f}{counts / 1e6:10.1f}{each:9.1f}")
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=HERE.parents[1] / "build/release")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=pathlib.Path, help="write the processor times of the programs here, too")
    args = parser.parse_args()
    udpc = args.build.resolve() / "bin/udpc"
    with tempfile.TemporaryDirectory() as folder:
        measure_calls(udpc, pathlib.Path(folder), args.rounds)
        write_results(args, measure_programs(udpc, pathlib.Path(folder), args.rounds))


main()
