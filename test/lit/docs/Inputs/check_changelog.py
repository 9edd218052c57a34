"""Checks that CHANGELOG.md is about this release: its newest version is CMake's and
the Debian changelog's, and its table has the versions that the headers declare.

  check_changelog.py <source tree>
"""

import pathlib
import re
import sys


def wrong_lines(root):
    text = (root / "CHANGELOG.md").read_text()
    newest = re.search(r"^## (\S+)$", text, re.M)[1]
    for file, pattern in (("CMakeLists.txt", r"project\(udpc VERSION (\S+)"), ("packaging/changelog", r"\((\S+)\)")):
        version = re.search(pattern, (root / file).read_text())[1]
        if version != newest:
            yield f"{file}: {version}, not {newest}"
    declared = {}
    for header in sorted((root / "include/udpc").glob("*.h")):
        for name, version in re.findall(r"constexpr uint(?:16|32)_t (\w*Version) = (\d+);", header.read_text()):
            declared[f"`{name}`, `{header.relative_to(root)}`"] = version
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    listed = {r[3].strip(): r[1].strip() for r in rows if len(r) > 3 and r[3].strip() in declared}
    for name, version in declared.items():
        if listed.get(name) != version:
            yield f"{name}: {version}, not {listed.get(name)}"


wrong = list(wrong_lines(pathlib.Path(sys.argv[1])))
print("\n".join(wrong) or "the changelog is of this release")
