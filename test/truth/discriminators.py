#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the discriminators of memory operations with those of LLVM's own
pass, which LLVM 14 of Debian 12 still has.

SQLite's IR by clang 14 at -O0 goes through llc 14 with -x86-discriminate-memops
and through llc 22 with the plugin. At -O0 both generate the same code for nearly
all functions; in these every memory operation must have the same line and
discriminator. (At higher levels the two releases move code differently, and udpc
gives keys to operations of line 0, LLVM does not: see docs/hints.md.) Then both
compile with one hint for each operation of those functions and must insert the same
prefetches, except where LLVM 14 computes wrong addresses for operands that name a
symbol.

    discriminators.py --build B --llvm L --work W

Exit code 0: no difference.
"""

import argparse
import pathlib
import re
import sys

from programs import PROGRAMS, prepare, run

LOC = re.compile(r"^\t\.loc\t\d+ (\d+) \d+(?:.* discriminator (\d+))?")


def functions(path):
    """Name to [(mnemonic, operands, (line, discriminator))]."""
    found, current, place = {}, None, None
    for line in path.read_text().splitlines():
        line = line.split("#")[0].rstrip()
        label = re.match(r"^([A-Za-z_][\w.$]*):", line)
        if label:
            current, place = found.setdefault(label[1], []), None
        elif match := LOC.match(line):
            place = (int(match[1]), int(match[2] or 0))
        elif (match := re.match(r"^\t([a-z]\S*)(?:\s+(.*))?$", line)) and current is not None:
            current.append((match[1], re.sub(r"\.L\w+", "label", match[2] or ""), place))
    return found


def code_of(function):
    return [(op, args) for op, args, _ in function]


def base(encoded):
    """LLVM's encoding of base discriminators (DILocation::encodeDiscriminator)."""
    if encoded & 1:
        return 0
    bits = encoded >> 1
    return ((bits >> 1) & 0xFE0) | (bits & 0x1F) if bits & 0x20 else bits & 0x1F


def hints_for(function, start):
    """A line of a hints file for each key of `function`."""
    keys = {(line - start & 0xFFFF, base(disc)) for op, args, (line, disc) in function if "(" in args}
    for offset, disc in sorted(keys):
        place = f"{offset}.{disc}" if disc else str(offset)
        yield f" {place}: 0 __prefetch_t0_1:64 __prefetch_nta_0:{2**64 - 4096}"


def same_prefetches(old, new):
    """Whether `new` is `old`, but that LLVM 14 takes the memory of an operand that
    names a symbol or a table for a displacement."""
    old, new = list(old), list(new)
    while old and new:
        is_symbolic = re.match(r"(%fs:)?[A-Za-z_.]", new[0][1])
        if old[0] == new[0] or old[0][0] == new[0][0] and old[0][0].startswith("prefetch") and is_symbolic:
            old.pop(0), new.pop(0)
        # We do not prefetch entries of tables of jumps.
        elif old[0][0].startswith("prefetch") and abs(int(old[0][1].split("(")[0] or 0)) >= 2**31:
            old.pop(0)
        else:
            return False
    return not old and not new


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--llvm", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    args = parser.parse_args()
    source, _ = prepare("sqlite", args.work)
    ir = args.work / "sqlite3.ll"
    run(["clang-14", "-O0", "-w", "-gdwarf-4", "-gmlt", "-fdebug-info-for-profiling", *PROGRAMS["sqlite"]["flags"],
         "-S", "-emit-llvm", "sqlite3.c", "-o", ir], cwd=source)
    plugin = f"-load={args.build / 'lib/libudpc.so'}"

    def compile_both(name, old_flags, new_flags):
        old, new = args.work / f"{name}.14.s", args.work / f"{name}.22.s"
        run(["llc-14", "-O0", *old_flags, ir, "-o", old])
        run([args.llvm / "llc", "-O0", plugin, *new_flags, ir, "-o", new])
        return functions(old), functions(new)

    theirs, ours = compile_both("keys", ["-x86-discriminate-memops"], ["-x86-discriminate-memops"])
    lines = {m[1]: int(m[2]) for m in re.finditer(
        r'^!\d+ = distinct !DISubprogram\(name: "(\w+)".*?, line: (\d+),', ir.read_text(), re.MULTILINE)}
    theirs = {f: code for f, code in theirs.items() if f in lines}
    same = [f for f in theirs if f in ours and code_of(theirs[f]) == code_of(ours[f])]
    operations = differences = 0
    for name in same:
        for old, new in zip(theirs[name], ours[name]):
            if "(" not in old[1]:
                continue
            operations += 1
            if old != new:
                differences += 1
                print(f"{name}: {old[0]} {old[1]}: LLVM 14 says {old[2]}, we {new[2]}")
    print(f"{len(same)} of {len(theirs)} functions have the same code; of their {operations} memory operations "
          f"{differences} have another line or discriminator")

    hints = args.work / "hints.afdo"
    hints.write_text("".join(
        f"{f}:0:0\n" + "".join(h + "\n" for h in hints_for(theirs[f], lines[f])) for f in sorted(same)))
    flags = ["-x86-discriminate-memops", f"-prefetch-hints-file={hints}"]
    theirs, ours = compile_both("hints", flags, flags)
    prefetches = wrong = 0
    for name in same:
        old, new = code_of(theirs[name]), code_of(ours[name])
        prefetches += sum(op.startswith("prefetch") for op, _ in new)
        if not same_prefetches(old, new):
            wrong += 1
            print(f"{name}: the code with prefetches differs")
    print(f"{prefetches} prefetches in them; {wrong} functions differ")
    if not same or not operations or not prefetches or differences or wrong:
        sys.exit(1)


main()
