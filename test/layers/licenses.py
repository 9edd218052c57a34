# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that each source file names the license, as LICENSE does.

  licenses.py <source tree>

Left out are inputs of tests and measured programs, as tests name their lines,
examples, which users copy, and what is copied into pages. Exits with 1, with a line for each file without it.
"""
import re
import sys
from pathlib import Path

SUFFIXES = {".c", ".cpp", ".h", ".inc", ".py", ".sh", ".cmake"}
NAMES = {"CMakeLists.txt"}
FOLDERS = "bench clang-plugin cmake include ir passes profdata rewrite runtime scripts spec test tools".split()
OTHERS = re.compile(r"test/(lit|truth/spin)/|(^|/)(Inputs|seeds)/|bench/.*\.(c|cpp|h)$|test/truth/[^/]*\.(c|cpp)$"
                    r"|test/fuzz/\w+Seed\.c$|test/unit/rewrite/compiled\.c$")
# A file has the line in its first comment.
FIRST_LINES = 60


def line_of(tree):
    """The line that LICENSE has."""
    return re.search(r"^SPDX-License-Identifier: .+$", (tree / "LICENSE").read_text(), re.M)[0]


def files(tree):
    """The files that have the line."""
    for path in sorted([tree / "CMakeLists.txt", *(p for top in FOLDERS for p in (tree / top).rglob("*"))]):
        is_source = path.suffix in SUFFIXES or path.name in NAMES
        if is_source and path.is_file() and not OTHERS.search(str(path.relative_to(tree))):
            yield path


def check(tree):
    """Returns what is wrong, a line each."""
    line = line_of(tree)
    return [f"{path.relative_to(tree)}: the line '{line}' is not in its first comment"
            for path in files(tree) if line not in "\n".join(path.read_text().splitlines()[:FIRST_LINES])]


def main():
    tree = Path(sys.argv[1])
    wrong = check(tree)
    print("\n".join(wrong) or f"{sum(1 for _ in files(tree))} files name the license")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
