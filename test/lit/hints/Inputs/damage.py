"""damage.py <program> <runs> <seed>: changes bytes of the program, or cuts it
off, and has `udpc hints keys` read it. damage.py <program> form: gives its line
table a wrong form."""

import random
import re
import subprocess
import sys

program = sys.argv[1]
data = open(program, "rb").read()


def sections():
    out = subprocess.run(
        ["llvm-readelf", "-SW", program], capture_output=True, text=True, check=True
    ).stdout
    row = r"\[ *\d+\] (\S+) +(?!NOBITS|NULL)\S+ +[0-9a-f]+ ([0-9a-f]+) ([0-9a-f]+)"
    return {m[1]: (int(m[2], 16), int(m[3], 16)) for m in re.finditer(row, out)}


def read(damaged):
    with open("damaged", "wb") as f:
        f.write(damaged)
    return subprocess.run(
        ["udpc", "hints", "keys", "--binary", "damaged"],
        capture_output=True,
        text=True,
        errors="replace",
        timeout=60,
    )


def check(run, result):
    if result.returncode not in (0, 1):
        sys.exit(f"run {run}: exit status {result.returncode}\n{result.stderr}")
    if result.returncode == 1 and "damaged: " not in result.stderr:
        sys.exit(f"run {run}: no error names the file\n{result.stderr}")


if sys.argv[2] == "form":
    at, size = sections()[".debug_line"]
    table = data[at : at + size]
    # File names are a path and the number of a folder, a udata.
    where = table.index(b"\x01\x1f\x02\x0f") + 3
    damaged = bytearray(data)
    damaged[at + where] = 0x80
    result = read(damaged)
    check("form", result)
    if "debug information is damaged" not in result.stderr:
        sys.exit(result.stderr)
    sys.exit(0)

random.seed(int(sys.argv[3]))
header_table = int.from_bytes(data[0x28:0x30], "little")
areas = [(0, 64 + 56 * 12), (header_table, len(data) - header_table)]
areas += [
    area
    for name, area in sections().items()
    if name.startswith(".debug") or name in (".symtab", ".strtab", ".dynsym")
]
for run in range(int(sys.argv[2])):
    damaged = bytearray(data)
    if run % 6 == 0:
        damaged = damaged[: random.randrange(len(damaged))]
    else:
        for _ in range(random.choice([1, 1, 2, 4, 16])):
            at, size = random.choice(areas)
            damaged[at + random.randrange(size)] = random.choice(
                [0, 1, 0x7F, 0x80, 0xFF, random.randrange(256)]
            )
    check(run, read(damaged))
