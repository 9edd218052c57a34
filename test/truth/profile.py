#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares a profile by counters with Cachegrind's of the plain build.

Builds a program twice, plain and with -fudpc-profile=counts, runs the first
under `valgrind --tool=cachegrind` and the second as it is, and compares Ir, Dr
and Dw of every (file, function, line) of the program's own code.

    profile.py --build B --llvm L --work W --program P [--level N] [--debug FLAGS] [--common] [--show N] [--library]

With --common the flags are those of most truth tests (programs.py, COMMON), else the code is for a PIE.
With --library all but the file with main is a shared library, in both builds.

Known classes of difference (docs/cache-simulation.md), the first two distinguished by
Callgrind's counts of single instructions of the plain build:

    bit tests   bt, bts, btr, btc of a register: Valgrind stores the register and loads it again
    abandoned   functions that were left by exit, longjmp or an exception: a line may differ by the
                number of its instructions each time
    neighbours  one line number in two files, in neighbouring rows of the line table: Valgrind
                counts all for one of the files

Exit code 0: all other lines agree exactly, and the classes are within LIMITS.
"""

import collections
import os
import re
import sys

from programs import COMMON, SAME_FOLDER, arguments, build, execute, prepare, run, stock

EVENTS = ("Ir", "Dr", "Dw")
# Shares of an event's total.
LIMITS = {"bit tests": 0.02, "abandoned": 0.0001, "neighbours": 0.002}


def read_cachegrind(path, wanted=EVENTS):
    """(file, function, line) to the counts of the wanted events."""
    counts, columns = {}, []
    file = function = ""
    for text in path.read_text(errors="replace").splitlines():
        if text.startswith("events:"):
            events = text.split()[1:]
            columns = [events.index(e) for e in wanted]
        elif text.startswith("fl="):
            file = os.path.normpath(text[3:])
        elif text.startswith("fn="):
            function = text[3:]
        elif text[:1].isdigit():
            line, *values = map(int, text.split())
            values += [0] * (max(columns) + 1 - len(values))
            entry = counts.setdefault((file, function, line), [0] * len(wanted))
            for i, column in enumerate(columns):
                entry[i] += values[column]
    return counts


def instructions(objdump, binary):
    """Address to text."""
    matches = (re.match(r"\s*([0-9a-f]+):\s+(.*)", text)
               for text in run([objdump, "-d", "--no-show-raw-insn", binary]).splitlines())
    return {int(m[1], 16): m[2].strip() for m in matches if m}


def name_reader():
    """A function of the kind and text of a name in Callgrind's file, which has each name once, with
    a number, and then its number."""
    names = {}

    def name(kind, text):
        match = re.match(r"\((\d+)\)(?: (.*))?$", text)
        if not match:
            return text
        if match[2] is not None:
            names[kind, match[1]] = match[2]
        return names[kind, match[1]]

    return name


def executed(path, binary):
    """(file, function, line, address) to Ir in the program itself, by Callgrind's file."""
    counts = collections.Counter()
    current, in_binary, function = {"fl": "", "fn": ""}, False, ""
    name = name_reader()
    address = line = 0
    is_call = False
    for text in path.read_text(errors="replace").splitlines():
        key, _, value = text.partition("=")
        if key == "ob":
            in_binary = name("ob", value).endswith(f"/{binary.name}")
        elif key in ("fl", "fi", "fe"):
            current["fl"] = name("fl", value)
        elif key == "fn":
            function = re.sub(r"'\d+$", "", name("fn", value))  # Depths of recursion.
        elif key in ("cfn", "cfi", "cfl", "cob"):
            name({"cfn": "fn", "cob": "ob"}.get(key, "fl"), value)
        elif key == "calls":
            is_call = True
        elif re.match(r"(0x|\+|-|\*)", text):
            where, where_line, *values = text.split()
            address = int(where, 16) if where.startswith("0x") else address if where == "*" else address + int(where, 0)
            line = line if where_line == "*" else line + int(where_line) if where_line[0] in "+-" else int(where_line)
            if is_call:
                is_call = False
                continue
            if in_binary and values:
                counts[os.path.normpath(current["fl"]), function, line, address] += int(values[0])
    return counts


BIT_TEST = re.compile(r"bt[scr]?[wlq]?\s+%\w+, %\w+")


def relocated(counts, code):
    """The counts with the addresses that the file has: Valgrind loads it anywhere."""
    first = min(key[3] for key in counts)
    biases = {first - a for a in code if (first - a) % 4096 == 0}
    (bias,) = [b for b in biases if all(key[3] - b in code for key in counts)]
    return {(*key[:3], key[3] - bias): count for key, count in counts.items()}


def known_differences(counts, code):
    """By class: (file, function, line) to what Cachegrind counts there and udpc does not."""
    known = {"bit tests": {}}
    for key, count in counts.items():
        text = code[key[3]]
        if BIT_TEST.match(text):
            add(known["bit tests"], key[:3], [0, count * (2 if text[2] in "src" else 1), count])
    return known


def abandoned(counts, code):
    """(file, function, line) to the most by which each event may differ there, and function to the
    most for a line that was never reached."""
    functions = collections.defaultdict(dict)
    for key, count in counts.items():
        at = functions[key[1]]
        at[key[3]] = at.get(key[3], 0) + count
    times, most_of_function = {}, {}
    for function, at in functions.items():
        first, last = min(at), max(at)
        left = 0
        for address, count in at.items():
            text = code[address]
            jump = re.match(r"jmpq?\s+0x([0-9a-f]+)", text)
            if text.startswith("ret") or (jump and not first <= int(jump[1], 16) <= last):
                left += count
        times[function] = abs(at[first] - left)
        if times[function]:
            most_of_function[function] = times[function] * sum(first <= a <= last for a in code)
    most = {}
    for key in counts:
        if times[key[1]]:
            add(most, key[:3], [times[key[1]]] * len(EVENTS))
    return most, most_of_function


def add(counts, key, values):
    entry = counts.setdefault(key, [0] * len(values))
    for i, value in enumerate(values):
        entry[i] += value


def demangled(cxxfilt, counts):
    """The same with functions' names as they are in the source."""
    symbols = sorted({key[1] for key in counts})
    names = run([cxxfilt], input="\n".join(symbols).encode()).splitlines()
    name_of = dict(zip(symbols, names))
    result = {}
    for (file, symbol, line), values in counts.items():
        # Of a constructor's symbols Valgrind takes one.
        add(result, (file, name_of[symbol], line), values)
    return result


def neighbours(wrong):
    """The different lines whose sums over all files with the same line number are equal."""
    groups = collections.defaultdict(list)
    for entry in wrong:
        groups[entry[0][1:]].append(entry)
    return [entry for group in groups.values()
            if len(group) > 1
            and all(sum(left[i] for _, left, _ in group) == sum(right[i] for _, _, right in group)
                    for i in range(len(EVENTS)))
            for entry in group]


def compare(ours, theirs, known, most, most_of_function, show):
    """Prints the differences. Returns whether they are within the limits."""
    # Libraries have functions of the same names.
    functions, files = {key[1] for key in ours}, {key[0] for key in ours} | {"???"}
    theirs = {key: v for key, v in theirs.items() if key[1] in functions and key[0] in files}
    total = [max(sum(v[i] for v in theirs.values()), 1) for i in range(len(EVENTS))]
    in_limits = True

    def report(name, lines, sums):
        nonlocal in_limits
        shares = [s / t for s, t in zip(sums, total)]
        in_limits &= max(shares) <= LIMITS[name]
        print(f"{name}: {lines} lines, " + ", ".join(f"{e} {s} ({p:.4%})" for e, s, p in zip(EVENTS, sums, shares)))

    for name, counts in known.items():
        found = {key: values for key, values in counts.items() if key in theirs}
        for key, values in found.items():
            add(theirs, key, [-v for v in values])
        report(name, len(found), [sum(v[i] for v in found.values()) for i in range(len(EVENTS))])
    wrong, aside = [], []
    for key in sorted(set(ours) | set(theirs), key=str):
        nothing = [0] * len(EVENTS)
        left, right = ours.get(key, nothing), theirs.get(key, nothing)
        limits = most.get(key) or [0 if any(right) else most_of_function.get(key[1], 0)] * len(EVENTS)
        if left != right:
            fits = all(abs(a - b) <= m for a, b, m in zip(left, right, limits))
            (aside if fits else wrong).append((key, left, right))
    joined = neighbours(wrong)
    wrong = [entry for entry in wrong if entry not in joined]
    for name, entries in ("abandoned", aside), ("neighbours", joined):
        report(name, len(entries), [sum(abs(left[i] - right[i]) for _, left, right in entries) for i in range(len(EVENTS))])
    wrong.sort(key=lambda w: (-max(abs(a - b) for a, b in zip(w[1], w[2])), str(w[0])))
    for key, left, right in wrong[:show]:
        print(f"  {key[0]}:{key[2]} {key[1]}: ours {left}, Cachegrind {right}")
    for i, event in enumerate(EVENTS):
        a, b = sum(v[i] for v in ours.values()), sum(v[i] for v in theirs.values())
        print(f"{event}: ours {a}, Cachegrind {total[i]}; without bit tests {a - b:+}")
    print(f"lines: {len(set(ours) | set(theirs))}, different {len(wrong)}", flush=True)
    return in_limits and not wrong


def main():
    args = arguments()
    source, files = prepare(args.program, args.work)
    # Valgrind 3.19 cannot read what clang makes of several files in DWARF 5.
    flags = [f"-O{args.level}", *(COMMON if args.common else [SAME_FOLDER, "-gdwarf-4", *args.debug.split()])]
    link = ["-no-pie"] if args.common else []
    suffix = "++" if any(f.endswith(".cpp") for f in files) else ""
    library = "libprogram.so" if args.library else None
    plain = build(args.program, source, files, [*stock(args.llvm / f"clang{suffix}"), *flags], args.work / "plain",
                  link, library=library)
    counted = build(args.program, source, files,
                    [args.build / f"bin/udpc-clang{suffix}", "-fudpc-profile=counts", *flags], args.work / "counted",
                    link, library=library)

    work = args.work / "run"
    # By default Valgrind joins what `a && b` becomes, and then executes, and counts, code for b
    # whatever a is (guest_generic_bb_to_IR.c).
    # Both sides' C++ names are demangled here, by LLVM's demangler.
    valgrind = ["valgrind", "-q", "--vex-guest-chase=no", "--demangle=no"]
    oracle, by_address = args.work / "oracle.out", args.work / "address.out"
    execute(args.program, plain, work, {},
            [*valgrind, "--tool=cachegrind", "--cache-sim=yes", f"--cachegrind-out-file={oracle}"])
    execute(args.program, plain, work, {},
            [*valgrind, "--tool=callgrind", "--dump-instr=yes", f"--callgrind-out-file={by_address}"])
    for old in work.glob("cachegrind.out.*"):
        old.unlink()
    execute(args.program, counted, work, {})
    (profile,) = work.glob("cachegrind.out.*")

    known, most, most_of_function = {}, {}, {}
    for file in [plain, *([plain.parent / library] if library else [])]:
        code = instructions(args.llvm / "llvm-objdump", file)
        counts = relocated(executed(by_address, file), code)
        for name, differences in known_differences(counts, code).items():
            for key, values in differences.items():
                add(known.setdefault(name, {}), key, values)
        lines, functions = abandoned(counts, code)
        for key, values in lines.items():
            add(most, key, values)
        for function, times in functions.items():
            most_of_function[function] = max(times, most_of_function.get(function, times))
    functions = args.llvm / "llvm-cxxfilt"
    theirs = demangled(functions, read_cachegrind(oracle))
    known = {name: demangled(functions, counts) for name, counts in known.items()}
    most = demangled(functions, most)
    names = run([functions], input="\n".join(most_of_function).encode()).splitlines()
    most_of_function = dict(zip(names, most_of_function.values()))
    if not compare(read_cachegrind(profile), theirs, known, most, most_of_function, args.show):
        sys.exit("the profile is not what Cachegrind says")


if __name__ == "__main__":
    main()
