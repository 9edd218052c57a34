"""Runs programs under other names and in environments of other sizes.

usage: runs.py NUMBER PROGRAM...

Leaves PROGRAM.runs/<n>.cache, and in <n>.places where program and stack were.
"""

import os
import pathlib
import subprocess
import sys

number = int(sys.argv[1])
for program in map(pathlib.Path, sys.argv[2:]):
    folder = program.with_name(program.name + ".runs")
    folder.mkdir()
    for n in range(number):
        name = folder / ("x" * (1 + 3 * n))
        os.link(program, name)
        environment = {
            "PATH": os.environ["PATH"],
            "LD_SHOW_AUXV": "1",
            "FILL": "y" * (37 * n),
            "UDPC_OPTIONS": f"cache_output={folder}/{n}.cache:cachegrind_output=:summary=0",
        }
        ran = subprocess.run([name.absolute()], env=environment, stdout=subprocess.PIPE, check=True)
        # The dynamic linker names the addresses of the program and of its stack.
        places = [line for line in ran.stdout.decode().splitlines() if line.startswith(("AT_ENTRY", "AT_RANDOM"))]
        assert len(places) == 2
        (folder / f"{n}.places").write_text(" ".join(places) + "\n")
        name.unlink()
