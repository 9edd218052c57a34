"""Shows what a pass has inserted into functions, and checks that all else is as it was.

    inserted.py PLAIN.s COUNTED.s [FUNCTION...]

For each function of both files, or those named: a line "NAME: N inserted", then its instructions and the labels
that these name; inserted instructions begin with "+ ". Fails if an instruction of the plain build is missing or
is not in its place. Directives are left out. Targets of branches are not compared, as labels have other numbers and
a branch may lead to inserted code first.
"""

import re
import sys

LABEL = re.compile(r"\.L(?:BB\d+_|tmp)\d+\b")


def functions(path):
    """The instructions and local labels of each function: a dictionary of lists."""
    found, types, current = {}, set(), None
    for line in open(path):
        if match := re.match(r"\s+\.type\s+([\w.$]+),@function", line):
            types.add(match[1])
        elif match := re.match(r"([\w.$]+):", line):
            if match[1] in types:
                current = found.setdefault(match[1], [])
            elif current is not None and LABEL.match(line):
                current.append(match[0])
        elif re.match(r"\s+\.size\b", line):
            current = None
        elif current is not None and re.match(r"\s+[a-z]", line):
            current.append(" ".join(re.sub(r"\s(#|//).*", "", line).split()))
    return found


def mark(own, counted, compared):
    """Marks the lines of counted; returns them and what is left of own."""
    own, lines = [line for line in own if not line.endswith(":")], []
    for line in counted:
        if line.endswith(":"):
            lines.append(line)
        elif own and compared(line) == compared(own[0]):
            own.pop(0)
            lines.append("  " + line)
        else:
            lines.append("+ " + line)
    return lines, own


def show(name, own, counted):
    # Inserted code has .Ltmp labels, the program .LBB; but a branch of the program may lead to inserted code.
    lines, missing = mark(own, counted, lambda line: LABEL.sub(lambda label: label[0][:4], line))
    if missing:
        lines, missing = mark(own, counted, lambda line: LABEL.sub("", line))
    if missing:
        sys.exit(f"{name}: the plain build's '{missing[0]}' is missing, or is not in its place")
    targets = {label for line in lines if not line.endswith(":") for label in LABEL.findall(line)}
    print(f"{name}: {sum(line.startswith('+') for line in lines)} inserted")
    print(*(line for line in lines if not line.endswith(":") or line[:-1] in targets), sep="\n")


def main(plain_path, counted_path, *names):
    plain, counted = functions(plain_path), functions(counted_path)
    for name in names or [name for name in counted if name in plain]:
        show(name, plain[name], counted[name])


if __name__ == "__main__":
    main(*sys.argv[1:])
