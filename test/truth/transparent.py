#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Proves that transparent counting leaves a program as it is.

Compiles each source file twice, plain and with the spec, takes the udpc
instructions out of the disassembly of the second, and compares function by
function and instruction by instruction. What may differ is distances: branches
are compared by the instruction that they go to, addresses by the relocation
that fills them in. NOPs that only align are not looked at; x86-64 code of clang
has no others.

    transparent.py --build B --llvm L --work W [--target T] [--share]
                   [--spec S] --program P --level N [--common]
                   [--spec S] <source>... -- <flags>

Exit code 0: all equal. --share: report the share of functions unchanged, as for
exact fidelity, which guarantees nothing; exit code 0 in any case. With --common the
flags are those of most truth tests (programs.py, COMMON), whose plain build
ccache has then.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import sys

from programs import COMMON, PROGRAMS, prepare, run, stock

SPEC = """version: 1
events:
  - {event: entries, entry: "*"}
  - {event: returns, return: "*"}
  - {event: lines, line: "*:*"}
  - {event: executions, loop: executions}
  - {event: iterations, loop: iterations}
defaults: {fidelity: transparent}
"""

X86_SITE = re.compile(r"^nopw -(0x[0-9a-f]+)\(%rax,%rax\)$")
RISCV_SITE = re.compile(r"^slti zero, zero, 0x[0-9a-f]+$")
HEX = re.compile("[0-9a-f]+")
# What the assembler chooses by distance alone.
INVERSE = dict(p.split() for p in ("beq bne", "blt bge", "bltu bgeu", "beqz bnez", "bltz bgez", "blez bgtz",
                                    "ble bgt", "bleu bgtu"))
INVERSE.update({b: a for a, b in INVERSE.items()})


def is_site(text):
    if not text.startswith(("nopw", "slti")):
        return False
    match = X86_SITE.match(text)
    if match:  # The displacement's upper half is 0xdcff.
        return (-int(match[1], 16) & 0xFFFFFFFF) >> 16 == 0xDCFF
    return bool(RISCV_SITE.match(text))


def is_padding(text):
    if "nop" not in text and "xchg" not in text:
        return False
    return re.match(r"(data16\s+)*(cs\s+)?(nop[wl]?|xchgw\s+%ax, %ax)\b", text) is not None and not is_site(text)


def disassemble(objdump, path):
    """Functions of an object file: name to [(address, text, relocations)]."""
    functions, current = {}, None
    text = run([objdump, "-dr", "--no-show-raw-insn", "--no-leading-headers", path])
    for line in text.splitlines():
        head = line.endswith(">:") and re.match(r"^([0-9a-f]+) <(.*)>:$", line)
        if head:
            current = functions.setdefault(head[2], []) if not head[2].startswith(".L") else current
            continue
        reloc = "R_" in line and re.match(r"^\s+[0-9a-f]+:\s+(R_\S+)\s+(.*)$", line)
        if reloc:
            # RELAX only says that the linker may shorten what is there.
            if current and reloc[1] not in ("R_RISCV_RELAX", "R_RISCV_ALIGN"):
                current[-1][2].append((reloc[1], reloc[2]))
            continue
        address, colon, code = line.partition(":")
        if current is not None and colon and HEX.fullmatch(address.strip()) and code[:1].isspace():
            current.append((int(address, 16), " ".join(code.split()), []))
    return functions


def normalise(function, is_site=is_site):
    """Takes sites and padding out, and makes branch targets instruction numbers.

    Returns the instructions, how many far branches were merged, and how many
    sites there were."""
    sites = sum(is_site(text) for _, text, _ in function)
    kept = [i for i in function if not is_site(i[1]) and not is_padding(i[1])]
    start = function[0][0] if function else 0
    end = function[-1][0] if function else 0
    addresses = [i[0] for i in kept]

    def number(address):
        # A branch to a site or to padding goes to what comes after it.
        low, high = 0, len(addresses)
        while low < high:
            middle = (low + high) // 2
            if addresses[middle] < address:
                low = middle + 1
            else:
                high = middle
        return low

    def place(address, symbol):
        if start <= int(address, 16) <= end:
            return f"@{number(int(address, 16))}"
        return re.sub(r"\+0x[0-9a-f]+$", "+", symbol)

    result, uppers = [], {}
    for at, text, relocs in kept:
        # jalr's target is auipc's: the disassembler sees half of it.
        if text.startswith("j"):
            text = re.sub(r"^(jalr|jr) (.*?) <[^>]*>$", r"\1 \2", text)
        # The function's own address, to call or to keep, is a distance in halves.
        lower = uppers and (
            re.match(r"^(jalr|jr) (?P<by>-?0x[0-9a-f]+)?\(?(?P<reg>\w+)\)?$", text) or
            re.match(r"^(addi \w+), (?P<reg>\w+), (?P<by>-?0x[0-9a-f]+)$", text))
        if lower and lower["reg"] in uppers and not relocs:
            base, index = uppers[lower["reg"]]
            result[index][0] = f"auipc {lower['reg']}"
            text = f"{lower[1]} {place(hex((base + int(lower['by'] or '0', 16)) & 0xffffffff), 'elsewhere')}"
        written = uppers and re.match(r"^\S+ (\w+)", text)
        if written:
            uppers.pop(written[1], None)
        upper = text.startswith("auipc") and re.match(r"^auipc (\w+), (0x[0-9a-f]+)$", text)
        if upper and not relocs:
            uppers[upper[1]] = (at + (int(upper[2], 16) << 12), len(result))
        # "target <symbol+offset>" of a branch, "# address <...>" of an address.
        text, _, comment = text.partition(" # ")
        branch = text.endswith(">") and re.match(r"^(.*?)(0x[0-9a-f]+) <([^>]*)>$", text)
        address = comment and re.match(r"^(0x[0-9a-f]+) <([^>]*)>$", comment.strip())
        if relocs:
            text = branch[1] if branch else re.sub(r"-?0x[0-9a-f]+\(%rip\)", "(%rip)", text)
        elif branch:
            text = branch[1] + place(branch[2], branch[3])
        elif address:
            text = re.sub(r"-?0x[0-9a-f]+\(%rip\)", place(address[1], address[2]) + "(%rip)", text)
        result.append([text, [relocation(r) for r in relocs]])
    return (*merge_far_branches(result), sites)


def relocation(reloc):
    kind, symbol = reloc
    # Local code and labels move: what they are called by does not matter.
    if re.match(r"(\.text\S*|\.L\S*|\.rodata\S*|\.LJTI\S*)([+-]0x[0-9a-f]+)?$", symbol):
        symbol = re.sub(r"[+-]0x[0-9a-f]+$", "", symbol)
        symbol = re.sub(r"^\.L.*", ".L", symbol)
        # With -fdata-sections: LLVM's number for a private variable of the same name.
        symbol = re.sub(r"^(\.rodata\.\.L.*)\.\d+$", r"\1", symbol)
    return f"{kind} {symbol}"


def merge_far_branches(code):
    """riscv64: a branch that cannot reach goes around a jump that can."""
    result, index, removed = [], 0, []
    for i, (text, relocs) in enumerate(code):
        match = re.match(r"^(b\w+) (.*)@(\d+)$", text)
        jump = re.match(r"^j @(\d+)$", code[i + 1][0]) if i + 1 < len(code) else None
        if match and jump and match[1] in INVERSE and int(match[3]) == i + 2:
            removed.append(i + 1)
    if not removed:
        return code, 0
    drop = set(removed)
    new_number = []
    count = 0
    for i in range(len(code) + 1):
        new_number.append(count)
        if i not in drop:
            count += 1
    for i, (text, relocs) in enumerate(code):
        if i in drop:
            continue
        if i + 1 in drop:
            match = re.match(r"^(b\w+) (.*)@(\d+)$", text)
            text = f"{INVERSE[match[1]]} {match[2]}{code[i + 1][0][2:]}"
        text = re.sub(r"@(\d+)$", lambda m: f"@{new_number[int(m[1])]}", text)
        result.append([text, relocs])
    return result, len(removed)


def compare(args, folder, source, flags, index):
    plain, counted = args.work / f"{index}.plain.o", args.work / f"{index}.udpc.o"
    target = [f"--target={args.target}"] if args.target else []
    # Branches within a function without relocations, calls with them.
    if "riscv" in (args.target or ""):
        target += ["-mno-relax", "-ffunction-sections"]
    common = [*target, *flags, "-c", source]
    run([*stock(args.llvm / "clang"), *common, "-o", plain], cwd=folder)
    run([args.build / "bin/udpc-clang", *common, f"-fudpc-spec={args.spec}", "-o", counted], cwd=folder)
    objdump = args.llvm / "llvm-objdump"
    before, after = disassemble(objdump, plain), disassemble(objdump, counted)
    result = {"problems": [], "functions": len(before), "same": 0, "sites": 0, "far": 0}

    def problem(text):
        result["problems"].append(f"{source}: {text}")

    for name, code in before.items():
        if name not in after:
            problem(f"{name} is missing")
            continue
        (a, far_before, already), (b, far, sites) = normalise(code), normalise(after[name])
        result["sites"] += sites
        result["far"] += far - far_before
        if already:
            problem(f"{name} has udpc instructions in the plain build")
        if a == b:
            result["same"] += 1
            continue
        where = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
        problem(f"{name} differs at instruction {where}:\n"
                f"  plain {a[where:where + 2]}\n  udpc  {b[where:where + 2]}")
    for name in after:
        if name not in before and not name.startswith("__udpc_"):
            problem(f"{name} is new")
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("build", "llvm", "work"):
        parser.add_argument(f"--{name}", required=True, type=pathlib.Path)
    parser.add_argument("--spec", type=pathlib.Path)
    parser.add_argument("--program", choices=sorted(PROGRAMS))
    parser.add_argument("--level", default="2")
    parser.add_argument("--target")
    parser.add_argument("--common", action="store_true")
    parser.add_argument("--share", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("rest", nargs="*")
    own = sys.argv[1:]
    flags = own[own.index("--") + 1:] if "--" in own else []
    args = parser.parse_args(own[:own.index("--")] if "--" in own else own)
    folder, sources = ".", [str(pathlib.Path(r).resolve()) for r in args.rest]
    if args.program:
        folder, sources = prepare(args.program, args.work)
        flags = [f"-O{args.level}", *(COMMON if args.common else []), "-w", *PROGRAMS[args.program]["flags"], *flags]
    args.work.mkdir(parents=True, exist_ok=True)
    args.work, args.build, args.llvm = (p.resolve() for p in (args.work, args.build, args.llvm))
    if not args.spec:
        args.spec = args.work / "spec.yaml"
        args.spec.write_text(SPEC)
    args.spec = args.spec.resolve()
    if not sources:
        sys.exit("transparent.py: no sources")

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        results = list(pool.map(lambda s: compare(args, folder, s[1], flags, s[0]), enumerate(sources)))
    problems = [p for r in results for p in r["problems"]]
    functions, same, sites, far = (sum(r[k] for r in results) for k in ("functions", "same", "sites", "far"))
    if not args.share:
        print("\n".join(problems[:20]))
    print(f"{sites} udpc instructions; {same} of {functions} functions equal without them "
          f"({100 * same / max(functions, 1):.1f} %)")
    if far:
        print(f"{far} branches no longer reach, and go around a jump that does")
    if not args.share and (problems or not sites or not functions):
        sys.exit(1)


if __name__ == "__main__":
    main()
