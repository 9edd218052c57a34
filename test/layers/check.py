# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that folders include only what layers.txt lets them include.

  check.py <source tree>

A folder may include its own files and those of the folders that layers.txt
names after it, each of which is in an earlier line: so there are no
cycles. Of a folder with a header in brackets, only that header. Exits with 1,
with a line for each #include that breaks this, each folder without a line, and
each entry that nothing needs.
"""
import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')
LINE = re.compile(r"([^ :]+)(?: \[([^]]+)\])?:(.*)")
LIST = Path(__file__).with_name("layers.txt")


def read_layers(text):
    """Folder -> (line of layers.txt, folders it may include), and folder -> its
    only header for others."""
    layers, headers = {}, {}
    for number, line in enumerate(text.splitlines(), 1):
        match = LINE.match(line.split("#")[0].strip())
        if match:
            folder, header, allowed = match.groups()
            layers[folder] = number, allowed.split()
            if header:
                headers[folder] = f"{folder}/{header}"
    return layers, headers


def folder_of(path, layers):
    """The folder of layers.txt that has the file: the innermost, or None."""
    return next((str(p) for p in Path(path).parents if str(p) in layers), None)


def includes(tree, files):
    """Yields (file, line, file that it includes) for files of the tree."""
    roots = ["", "include"]
    for file in files:
        for number, line in enumerate((tree / file).read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            for root in (str(Path(file).parent), *roots):
                target = str(Path(root) / match[1])
                if target in files:
                    yield file, number, target
                    break


def check(tree, files, layers, headers):
    """Returns what is wrong, a line each."""
    wrong = [f"{LIST.name}:{layers[folder][0]}: no file {header}"
             for folder, header in headers.items() if header not in files]
    for folder, (number, allowed) in layers.items():
        for other in allowed:
            if other not in layers:
                wrong.append(f"{LIST.name}:{number}: no folder {other}")
            elif layers[other][0] >= number:
                wrong.append(f"{LIST.name}:{number}: {other} must be above {folder}")
    used = set()
    for file in files:
        if folder_of(file, layers) is None:
            wrong.append(f"{file}: its folder is not in {LIST.name}")
    for file, number, target in includes(tree, files):
        folder, other = folder_of(file, layers), folder_of(target, layers)
        if None in (folder, other) or folder == other:
            continue
        used.add((folder, other))
        if other not in layers[folder][1]:
            wrong.append(f"{file}:{number}: {folder} may not include {other} ({target})")
        elif headers.get(other, target) != target:
            wrong.append(f"{file}:{number}: of {other} only {headers[other]} may be included, not {target}")
    for folder, (number, allowed) in layers.items():
        wrong += [f"{LIST.name}:{number}: {folder} includes nothing of {other}"
                  for other in allowed if (folder, other) not in used]
    return wrong


def main():
    tree = Path(sys.argv[1])
    layers, headers = read_layers(LIST.read_text())
    tops = sorted({folder.split("/")[0] for folder in layers})
    names = [str(p.relative_to(tree)) for top in tops for p in (tree / top).rglob("*")]
    files = {n for n in names
             if n.endswith((".h", ".cpp", ".c", ".inc", ".S")) and (tree / n).is_file()}
    wrong = check(tree, files, layers, headers)
    print("\n".join(sorted(wrong)) or f"{len(files)} files in {len(layers)} folders")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
