"""Runs programs under other names, in environments of other sizes, with other allocators, and without ASLR.

usage: runs.py NUMBER PROGRAM...

Leaves PROGRAM.runs/<n>.cache, and in <n>.places where program and stack were.
"""

import os
import pathlib
import subprocess
import sys

ALLOCATORS = ["", "libjemalloc.so.2", "libmimalloc.so.2"]
number = int(sys.argv[1])
for program in map(pathlib.Path, sys.argv[2:]):
    folder = program.with_name(program.name + ".runs")
    folder.mkdir()
    for n in range(number):
        name = folder / ("x" * (1 + 2 * n))
        os.link(program, name)
        environment = {
            "PATH": os.environ["PATH"],
            "LD_SHOW_AUXV": "1",
            "FILL": "y" * (37 * n),
            "LD_PRELOAD": ALLOCATORS[n % 3],
            "UDPC_OPTIONS": f"cache_output={folder}/{n}.cache:cachegrind_output=:summary=0",
        }
        same_addresses = ["setarch", "-R"] if n % 10 == 9 else []
        ran = subprocess.run([*same_addresses, name.absolute()], env=environment, stdout=subprocess.PIPE, check=True)
        # The dynamic linker names the addresses of the program, after those of setarch, and of its stack.
        places = [line for line in ran.stdout.decode().splitlines() if line.startswith(("AT_ENTRY", "AT_RANDOM"))]
        assert len(places) == (4 if same_addresses else 2)
        (folder / f"{n}.places").write_text(" ".join(places[-2:]) + "\n")
        name.unlink()
