"""Compares what a cg_annotate has printed with what udpc annotate has.

Of both the numbers of each row are taken, without percentages, and what they
are of: functions in files, files of functions, lines with costs. The Perl
cg_annotate has rows of file and function only, ours has more.
"""

import re
import sys
from collections import Counter

SHARE = re.compile(r" *\(? *[0-9.]+%(, *[0-9.]+%)?\)?")


def numbers_and_rest(line):
    """([12, 0], "main") of "12 (0.1%)  0  main" with two columns."""
    line = SHARE.sub(" ", line)
    match = re.match(r"[<>]?\s*((?:(?:[0-9,]+|\.)\s+){%d})(.*)" % columns, line)
    if not match:
        return None
    words = match[1].split()
    if all(w == "." for w in words):
        return None
    return tuple(int(w.replace(",", "")) for w in words if w != "."), match[2].strip()


def sections(text):
    """The lines below each title."""
    found = {}
    title = ""
    lines = text.splitlines()
    for line in lines:
        if re.fullmatch(r"-+", line):
            continue
        match = re.match(r"-- (?!line )(.*?)[ -]*$", line)
        if match:
            title = match[1]
        elif re.search(r"file:function$", line) and not title.startswith("File"):
            title = "file:function"  # As Perl has it.
        found.setdefault(title, []).append(line)
    return found


def pairs(lines, swapped):
    """{(file, function): numbers}; the numbers of groups under (name, "")."""
    rows, group = {}, None
    for line in lines:
        row = numbers_and_rest(line)
        if not row:
            continue
        numbers, name = row
        if name.endswith(":") or ":" in name and not name.endswith("GLIBC"):
            group, _, inner = name.rpartition(":")
        else:
            inner = name
        key = (inner, group) if swapped and inner else (group, inner)
        assert key not in rows, key
        rows[key] = numbers
    return rows


def source_rows(found):
    """How often each row of numbers is beside each text. (In ours there is
    a line number before it.)"""
    rows = Counter()
    for title, lines in found.items():
        name = re.sub(r"^(Auto-annotated source|Annotated source file): ", "", title)
        if not re.search(r"(\.[ch]|/x)$", name):
            continue
        for line in lines:
            row = numbers_and_rest(line)
            if row:
                numbers, text = row
                rows[re.sub(r"^\d+  ", "", text).strip(), numbers] += 1
    return rows


def compare(what, theirs, ours):
    assert theirs, f"{what}: nothing to compare"
    for key in sorted(set(theirs) | set(ours), key=str):
        if theirs.get(key) != ours.get(key):
            sys.exit(f"{what}: {key}: {theirs.get(key)} there, {ours.get(key)} here")
    print(f"{what}: {len(theirs)} rows are equal")


with open(sys.argv[1]) as there, open(sys.argv[2]) as here:
    texts = there.read(), here.read()
columns = len(re.search(r"Events shown: +(.*)", texts[1])[1].split())
theirs, ours = (sections(text) for text in texts)
if "File:function summary" in theirs:
    for title in ("File:function summary", "Function:file summary"):
        swapped = title.startswith("Function")
        compare(title, pairs(theirs[title], swapped), pairs(ours[title], swapped))
    compare("sources", source_rows(theirs), source_rows(ours))
    summary = [
        [numbers_and_rest(line)[0] for line in found["Annotation summary"] if numbers_and_rest(line)]
        for found in (theirs, ours)
    ]
    compare("coverage", dict(enumerate(summary[0])), dict(enumerate(summary[1])))
else:
    alone = {k: v for k, v in pairs(ours["File:function summary"], False).items() if k[1]}
    compare("file:function", pairs(theirs["file:function"], False), alone)
