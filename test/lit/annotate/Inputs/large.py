"""Writes a profile, large.cg, and sources that cannot be compressed: 14 MB."""
import base64
import random

chance = random.Random(1)
LINES, FILES = 4000, 14
with open("large.cg", "w") as profile:
    print("# callgrind format\nevents: Ir", file=profile)
    for n in range(FILES):
        with open(f"part{n}.c", "w") as source:
            text = base64.b64encode(chance.randbytes(LINES * 190)).decode()
            for line in range(LINES):
                print(text[line * 250:line * 250 + 250], file=source)
        print(f"fl=part{n}.c\nfn=function_{n}", file=profile)
        for line in range(50, LINES, 100 if n < 4 else 12):
            print(line, 1000 - n, file=profile)
