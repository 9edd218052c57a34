"""Compares what each command makes of one profile in all of its forms.

  kinds.py <program>

The program leaves event and cache profiles. Each command has to say the same of
a profile as it is, without tables, compressed, both, and by standard input, alone
and as one of two. Prints a line for each that differs.
"""
import os
import re
import subprocess
import sys
from pathlib import Path

PROGRAM = sys.argv[1]


def profile(name, options):
    """Runs the program; its profiles are name.prof and name.cache. Each run has
    the same addresses, so that the same accesses miss the caches."""
    given = f"output={name}.prof:cache_output={name}.cache:cachegrind_output='':summary=0:{options}"
    subprocess.run(["setarch", "-R", PROGRAM], check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "UDPC_OPTIONS": given.ljust(120, ":")})


def compressed(name):
    subprocess.run(["zstd", "-q", "-f", name, "-o", f"{name}.zst"], check=True)
    return f"{name}.zst"


def forms(plain, small=None):
    """Each form of a profile: what it is, the file's name in the command, and the
    file for standard input."""
    yield "compressed", compressed(plain), None
    if not small:
        yield "compressed, by standard input", "-", compressed(plain)
        return
    yield "by standard input", "-", plain
    yield "small", small, None
    yield "small, compressed, by standard input", "-", compressed(small)


def said(command, names, stdin=None, output=None):
    """What a command says and writes, without the names of the files."""
    words = [w for c in command for w in (names if c == "FILES" else [c.replace("FILE", names[0])])]
    if output:
        Path(output).unlink(missing_ok=True)
    with open(stdin or os.devnull, "rb") as given:
        run = subprocess.run(["udpc", *words], stdin=given, capture_output=True)
    text = run.stdout + run.stderr
    if output and Path(output).exists():
        # A sum of small profiles is small.
        text += (subprocess.run(["udpc", "baseline", output], capture_output=True).stdout if output == "sum"
                 else Path(output).read_bytes())
    text = text.decode(errors="replace")
    for name in sorted(set(names), key=len, reverse=True):
        # As standard input is called; tables have dashes of their own.
        text = re.sub(rf"(?<![\w/.-]){re.escape(name)}(?![\w.-])", "-", text)
    # Profiles with and without tables are of two runs.
    text = re.sub(r"^pid: [0-9]+$", "pid: PID", text, flags=re.MULTILINE)
    return run.returncode, re.sub(r'"(batch|time)":[^,]*', "", text)


def check(kind, commands, forms, plain, other):
    for command in commands:
        output = command[command.index("-o") + 1] if "-o" in command else None
        takes_many = "FILES" in command
        usual = said(command, [plain], None, output)
        both = said(command, [other, plain], None, output) if takes_many else None
        if usual[0] not in (0, 1):
            print(f"{kind}: udpc {' '.join(command)}: status {usual[0]}: {usual[1]}")
        for what, name, stdin in forms:
            this = said(command, [name], stdin, output)
            if this != usual:
                print(f"{kind}, {what}: udpc {' '.join(command)}: {this[1][:300]}")
        what, name, stdin = forms[-1]
        if takes_many and said(command, [other, name], stdin, output) != both:
            print(f"{kind}, {what}, with another: udpc {' '.join(command)}")
    return len(commands) * len(forms)


for name in "a", "b":
    profile(name, "")
    profile(f"{name}-small", "tables=0")
    for form in "cachegrind", "callgrind":
        subprocess.run(["udpc", "export", f"--format={form}", f"{name}.cache", "-o", f"{name}.{form}"], check=True)
subprocess.run(["udpc", "baseline", "a.cache", "-o", "costs.baseline"], check=True)
subprocess.run(["udpc", "baseline", "a.prof", "-o", "events.baseline"], check=True)
subprocess.run(["udpc", "baseline", "a.cachegrind", "-o", "valgrind.baseline"], check=True)

ROWS = [["export", "--format=rows", "--time=1", "--host=h", "FILES"], ["export", "--format=openmetrics", "--time=1", "--host=h", "FILES"],
        ["query", "SELECT event, function, sum(count) FROM counts GROUP BY event, function", "FILES"]]
STACKS = [["export", f"--format={form}", "FILES"] for form in ("folded", "speedscope")]
MERGE = [["merge", "FILES", "-o", "sum"]]


def gate(baseline, profile):
    return [["baseline", "FILES"], ["check", f"--baseline={baseline}", "FILES"],
            ["check", "--baseline=FILE", profile]]


COSTS = [["annotate", "FILES"], ["annotate", "--json", "FILES"], ["annotate", "--diff", "b.cachegrind", "FILE"],
         ["annotate", "--html=page.html", "FILES"]]
LINES = [["export", f"--format={form}", "FILES"] for form in ("cachegrind", "callgrind", "json", "csv")]
number = check("events", [["report", "FILES"], ["report", "--json", "FILES"], ["diff", "b.prof", "FILE"],
                          ["export", "--format=lcov", "FILES"], ["export", "--format=cobertura", "FILES"],
                          *gate("events.baseline", "b.prof"), *ROWS, *STACKS, *MERGE],
               list(forms("a.prof", "a-small.prof")), "a.prof", "b.prof")
LOOP = ["prefetch-loop", "--work=loop", "--profile=FILE", "--", "false", "--", "false"]
number += check("costs", [*COSTS, *LINES, ["export", "--format=autofdo", "FILES", "-o", "afdo"], ["recommend", "--all", "FILES"], LOOP,
                          *gate("costs.baseline", "b.cache"), *ROWS, *STACKS, *MERGE],
                list(forms("a.cache", "a-small.cache")), "a.cache", "b.cache")
for form in "cachegrind", "callgrind":
    number += check(form, [*COSTS, *LINES, *gate("valgrind.baseline", f"b.{form}"), *STACKS, *MERGE],
                    list(forms(f"a.{form}")), f"a.{form}", f"b.{form}")
print(f"{number} compared")
