"""Changes bytes of an executable's headers and cuts it off. No version may
make the machine itself crash: it ends by an error or as the program does."""

import os
import random
import signal
import subprocess
import sys

program, machine = sys.argv[1:]
contents = open(program, "rb").read()
damaged = program + ".damaged"
numbers = random.Random(1)
versions = [contents[:size] for size in (0, 4, 63, 64, 200, 4096)]
for _ in range(40):
    version = bytearray(contents)
    for _ in range(3):
        version[numbers.randrange(4, 64 + 6 * 56)] = numbers.choice(
            [0, 1, 0x7F, 0x80, 0xFF, numbers.randrange(256)]
        )
    versions.append(bytes(version))
# What the program itself may end by.
own = {0, 125, -signal.SIGSEGV, -signal.SIGILL, -signal.SIGTRAP, -signal.SIGBUS}
for number, version in enumerate(versions):
    with open(damaged, "wb") as file:
        file.write(version)
    run = subprocess.run(
        [machine, damaged], capture_output=True, timeout=20, text=True
    )
    assert run.returncode in own, (number, run)
    if run.returncode != 0:
        assert run.stderr.startswith("udpc-machine: "), (number, run)
        assert run.stderr.count("\n") == 1, (number, run)
os.remove(damaged)
