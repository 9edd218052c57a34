"""hints_everywhere.py <llvm_bin> <executable> <hints>: writes hints of all types
and kinds of distance for every place that the debug information names, memory
operation or not: a compiler with these hints must leave a program as it is."""

import json
import re
import subprocess
import sys

# In turn. Some fit into one prefetch, some need an address computed; odd ones
# cannot be rounded.
HINTS = [
    ("nta", 0),
    ("t0", 64),
    ("t1", -8),
    ("t2", 1000),
    ("w", 32),
    ("nta", 4096),
    ("t0", -5000),
    ("t1", 7),
    ("t2", 100001),
    ("w", -3000000),
    ("nta", 16777000),
    ("t0", 1 << 30),
    ("w", 2048),
    ("t1", -256),
    ("t2", 1 << 40),
]
PER_PLACE = 2


def base_discriminator(d):
    """DILocation::getBaseDiscriminatorFromDiscriminator."""
    if d & 1:
        return 0
    d >>= 1
    return (d >> 1 & 0xFE0) | (d & 0x1F) if d & 0x20 else d & 0x1F


def addresses(llvm_bin, executable):
    # A static program is mostly the C library, which has no line table.
    table = subprocess.run(
        [f"{llvm_bin}/llvm-dwarfdump", "--debug-line", executable],
        check=True, capture_output=True, text=True).stdout
    lines = [int(a, 16) for a in re.findall(r"^(0x[0-9a-f]+) ", table, re.M)]
    listing = subprocess.run(
        [f"{llvm_bin}/llvm-objdump", "-d", "--no-show-raw-insn",
         f"--start-address={min(lines):#x}", f"--stop-address={max(lines):#x}",
         executable],
        check=True, capture_output=True, text=True).stdout
    for line in listing.splitlines():
        head = line.split(":", 1)[0].strip()
        if line.startswith(" ") and head:
            yield "0x" + head


class Function:
    def __init__(self):
        self.places = set()
        self.inlined = {}

    def write(self, out, name, depth, number):
        pad = " " * depth
        out.write(f"{name}:0:0\n" if depth == 0 else f"{name}:0\n")
        for offset, discriminator in sorted(self.places):
            place = f"{offset}.{discriminator}" if discriminator else f"{offset}"
            targets = []
            for index in range(PER_PLACE):
                kind, delta = HINTS[number[0] % len(HINTS)]
                number[0] += 1
                targets.append(f"__prefetch_{kind}_{index}:{delta % (1 << 64)}")
            out.write(f"{pad} {place}: 0 {' '.join(targets)}\n")
        for (offset, discriminator, callee), body in sorted(self.inlined.items()):
            place = f"{offset}.{discriminator}" if discriminator else f"{offset}"
            out.write(f"{pad} {place}: ")
            body.write(out, callee, depth + 1, number)


def main():
    llvm_bin, executable, path = sys.argv[1:]
    lookups = subprocess.run(
        [f"{llvm_bin}/llvm-symbolizer", "--inlines", "--no-demangle",
         "--output-style=JSON", "-e", executable],
        input="\n".join(addresses(llvm_bin, executable)) + "\n",
        check=True, capture_output=True, text=True).stdout
    functions = {}
    for line in lookups.splitlines():
        frames = json.loads(line)["Symbol"][::-1]
        if not frames or not all(f["StartLine"] and f["Line"] for f in frames):
            continue
        body = functions.setdefault(frames[0]["FunctionName"], Function())
        for frame, callee in zip(frames, frames[1:] + [None]):
            place = (frame["Line"] - frame["StartLine"] & 0xFFFF,
                     base_discriminator(frame["Discriminator"]))
            if callee:
                body = body.inlined.setdefault(
                    place + (callee["FunctionName"],), Function())
            else:
                body.places.add(place)
    if not functions:
        sys.exit(f"{executable}: no debug information")
    with open(path, "w") as out:
        number = [0]
        for name, body in sorted(functions.items()):
            body.write(out, name, 0, number)


main()
