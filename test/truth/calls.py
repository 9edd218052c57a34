#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Proves that recorded calls are those that Callgrind sees in the plain build.

Builds a program twice, plain and with -fudpc-profile=counts,calls, runs the first under `valgrind
--tool=callgrind --separate-recs=1` and the second as it is, and compares Ir of every function of the
program's own code, itself and with all that it calls, of every pair of caller and callee the calls
and the inclusive Ir, and of every function the Ir by its DEPTH callers (`--separate-callers`), which the
counted program records with `max_contexts`.

    calls.py --build B --llvm L --work W --program P [--level N] [--show N] [--small] [--pic]

With --pic all is compiled with -fPIC, as libraries are.

Libraries are not profiled, so Callgrind must not collect what they cost. In the plain build each call of
a library goes through a jump of our own (ld --wrap), at whose entry and return Callgrind switches
collection (--toggle-collect); the program's own code is not changed by that.

Exit code 0: all that is not in a class of differences (docs/calls.md#calls) agrees exactly, and the classes are
within LIMITS.
"""

import collections
import re
import sys

from profile import name_reader
from programs import COMMON, PROGRAMS, arguments, build, execute, prepare, run, stock

# Shares of Ir that functions have more or less: those that are left by longjmp, exit or an exception
# (profile.py); pairs have no such difference. And functions that only libraries call.
LIMITS = {"abandoned": 0.0001, "callbacks": 0.001}
# Undefined symbols that are data, or are not called by the program.
NOT_CALLED = re.compile(r"_ZT|_ZS[t][34]c|stdin$|stdout$|stderr$|environ$|__gxx_personality|_GLOBAL_OFFSET|__dso_handle|__stack_chk_guard")
WRAP = "__wrap_"
DEPTH = 4


class Graph:
    def __init__(self):
        self.self = collections.Counter()
        self.calls, self.inclusive = collections.Counter(), collections.Counter()
        self.chains = collections.Counter()  # Ir of a function and its callers, the innermost first.

    def recursive(self):
        """Functions that can reach themselves."""
        callees = collections.defaultdict(set)
        for caller, callee in self.calls:
            callees[caller].add(callee)
        found = set()
        for function in list(callees):
            reached, left = set(), [function]
            while left:
                left += new if (new := callees[left.pop()] - reached) else ()
                reached |= set(left)
            if function in reached:
                found.add(function)
        return found


def read_callgrind(path, binary, event="Ir"):
    """The graph of a file, of the functions in `binary`."""
    column = 1
    graph, function, callee, calls = Graph(), "", "", None
    module = callee_module = ""
    name = name_reader()

    def place(module, chain):
        # Libraries have functions of the same names.
        function = chain.split("'")[0]
        return function if module.endswith(binary) else f"{function} in {module}"

    for text in path.read_text(errors="replace").splitlines():
        key, _, value = text.partition("=")
        if text.startswith("events:"):
            column = text.split().index(event)
        elif key == "ob":
            module = callee_module = name("ob", value)
        elif key == "cob":
            callee_module = name("ob", value)
        elif key == "fn":
            chain = tuple(name("fn", value).split("'"))
            function = place(module, chain[0])
        elif key == "cfn":
            callee = place(callee_module, name("fn", value))
        elif key == "calls":
            calls = int(value.split()[0])
        elif text[:1].isdigit():
            cost = int((text.split() + ["0"] * column)[column])
            if calls is None:
                graph.self[function] += cost
                graph.chains[(function, *chain[1:])] += cost
            else:
                graph.calls[function, callee] += calls
                graph.inclusive[function, callee] += cost
                calls, callee_module = None, module
    return graph


def read_folded(path):
    """The chains of a file of folded stacks."""
    chains = collections.Counter()
    for text in path.read_text().splitlines():
        stack, _, cost = text.rpartition(" ")
        chains[tuple(reversed(stack.split(";")))] += int(cost)
    return chains


def wrapped(llvm, objects, work):
    """Arguments of the linker that lead calls of libraries through jumps."""
    defined, undefined = set(), set()
    for text in run([llvm / "llvm-nm", *objects]).splitlines():
        match = re.match(r"(?:[0-9a-f]+)?\s*([A-Za-z]) (\S+)$", text)
        if match:
            (undefined if match[1] in "Uw" else defined).add(match[2])
    names = sorted(s for s in undefined - defined if not NOT_CALLED.match(s))
    file = work / "wrap.s"
    file.write_text(".text\n" + "".join(
        f".globl {WRAP}{s}\n.type {WRAP}{s}, @function\n{WRAP}{s}: jmp *__real_{s}@GOTPCREL(%rip)\n.size {WRAP}{s}, . - {WRAP}{s}\n" for s in names)
        + '.section .note.GNU-stack,"",@progbits\n')
    return [f"-Wl,--wrap={s}" for s in names] + [file]


def build_both(args, parts):
    """The plain program, with wrapped libraries, and the one with -fudpc-profile=`parts`."""
    source, files = prepare(args.program, args.work)
    flags = [f"-O{args.level}", *COMMON, *(["-fPIC"] if args.pic else [])]
    suffix = "++" if any(f.endswith(".cpp") for f in files) else ""
    compiler, folder = [*stock(args.llvm / f"clang{suffix}"), *flags], args.work / "plain"
    build(args.program, source, files, compiler, folder, ["-no-pie"])
    objects, plain = sorted(folder.glob("*.o")), folder / "wrapped"
    run([*compiler, *objects, *wrapped(args.llvm, objects, folder), *PROGRAMS[args.program]["libs"], "-no-pie", "-o", plain])
    counted = build(args.program, source, files,
                    [args.build / f"bin/udpc-clang{suffix}", f"-fudpc-profile={parts}", *flags], args.work / "counted", ["-no-pie"])
    return plain, counted


def compare(ours, theirs, show):
    """Prints the differences; whether they are within the limits."""
    own = set(ours.self)
    print(f"functions of the profile: {len(own)}")
    # Callgrind does not collect what libraries call back.
    callers = collections.defaultdict(set)
    for caller, callee in theirs.calls:
        if caller in own:
            callers[callee].add(caller)
    back = {callee for caller, callee in ours.calls if caller in own and callee in own and not callers[callee]}

    def different(what, left, right, keys):
        wrong = [(k, left[k], right[k]) for k in keys if left[k] != right[k]]
        wrong.sort(key=lambda w: (-abs(w[1] - w[2]), w[0]))
        print(f"{what}: {len(keys)}, different {len(wrong)}; sums {sum(left[k] for k in keys)}, Callgrind {sum(right[k] for k in keys)}")
        for key, a, b in wrong[:show]:
            print(f"  {key}: ours {a}, Callgrind {b} ({a - b:+})")
        return sum(abs(a - b) for _, a, b in wrong)

    total = sum(ours.self.values())
    ran = {f for f in own - back if ours.self[f] or theirs.self[f]}
    shares = {"abandoned": different("Ir of functions", ours.self, theirs.self, ran) / total,
              "callbacks": sum(ours.self[f] for f in back) / total}
    print(", ".join(f"{name}: {share:.4%} of Ir" for name, share in shares.items()), sorted(back))
    pairs = {p for p in [*ours.calls, *theirs.calls] if p[0] in own - back and p[1] in own - back}
    wrong = different("calls of pairs", ours.calls, theirs.calls, pairs)
    wrong += different("inclusive Ir of pairs", ours.inclusive, theirs.inclusive, pairs)

    # A chain ends where the program's own code is entered. What called a function that is active already is
    # not the same in both: contexts have each function once.
    last = ours.recursive() | back

    def comparable(chains):
        sums = collections.Counter()
        for chain, cost in chains.items():
            known = []
            for function in chain[:DEPTH + 1]:
                if function not in own:
                    break
                known.append(function)
                if function in last:
                    break
            if known and known[0] not in back:
                sums[tuple(known)] += cost
        return sums

    left, right = comparable(ours.chains), comparable(theirs.chains)
    chains = {c for c in [*left, *right] if left[c] or right[c]}
    shares["abandoned"] = max(shares["abandoned"], different("Ir of chains", left, right, chains) / total)
    return wrong == 0 and all(share <= LIMITS[name] for name, share in shares.items())


def main():
    args = arguments()
    plain, counted = build_both(args, "counts,calls")

    work = args.work / "run"
    oracle = args.work / "oracle.out"
    execute(args.program, plain, work, {}, small=args.small,
            emulator=["valgrind", "-q", "--vex-guest-chase=no", "--demangle=no", "--tool=callgrind", "--separate-recs=1", f"--separate-callers={DEPTH}",
             "--compress-strings=no", "--compress-pos=no", f"--toggle-collect={WRAP}*", "--collect-atstart=yes", f"--callgrind-out-file={oracle}"])

    def record(name, format, options):
        cache, exported = args.work / f"{name}.cache", args.work / f"{name}.{format}"
        execute(args.program, counted, work, {"UDPC_OPTIONS": f"cache_output={cache}:cachegrind_output=:summary=0{options}"}, small=args.small)
        run([args.build / "bin/udpc", "export", f"--format={format}", "--no-demangle", cache, "-o", exported])
        return exported

    ours = read_callgrind(record("calls", "callgrind", ""), "/program")
    ours.chains = read_folded(record("contexts", "folded", ":max_contexts=1000000"))
    if not compare(ours, read_callgrind(oracle, "/program"), args.show):
        sys.exit("the calls are not what Callgrind says")


if __name__ == "__main__":
    main()
