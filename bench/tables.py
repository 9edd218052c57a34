#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the tables of docs/benchmarks.md from what the benchmarks wrote with --json.

A comment in the page asks for a table of files of bench/results:

    <!-- ratios: events.json AMD=events-amd.json -->   times of programs by mode; the first row is plain's time
    <!-- means: styles-*.json -->                      a row for each file: geometric means of its kernels' speed-ups

What follows the comment up to the end of the table is replaced: it says first when, where and how each file was
measured. A name before "=" is shown beside the columns of the file.

    python3 bench/tables.py [--check] [--page FILE] [--results FOLDER]
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import statistics
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench/prefetch"))

from summary import geometric_means  # noqa: E402

WIDTH = 120
# Those that titles have in brackets; seconds if none.
UNITS = {"CPU ns a call": "ns", "ns a call, each thread": "ns", "CPU us": "µs", "KB": "KB"}
# Parts of long titles, and what stands for them above columns.
SHORT = {
    " that begins, counts one event, and ends": "",
    "one hot function, 1 thread": "hot function",
    "one hot function, 2 threads": "2 threads",
    ": compilation": ", time",
    ": code": ", code",
}


def number(value):
    """Three digits that count, without an exponent."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:#.3g}".rstrip(".")


class Result:
    """What a benchmark has written: figures by title and mode, and how they were measured."""

    def __init__(self, label, file):
        self.label, self.name = label, file.name
        self.figures = json.loads(file.read_text())
        self.about = self.figures.pop("about", {})

    def runs(self, title, mode):
        """All figures of a mode, whichever form the benchmark gave them."""
        entry = self.figures[title]
        value = entry.get("seconds", entry).get(mode)
        if isinstance(value, list):
            return [run["seconds"] if isinstance(run, dict) else run for run in value]
        return [] if value is None else [value]

    def median(self, title, mode):
        runs = self.runs(title, mode)
        return statistics.median(runs) if runs else None

    def modes(self):
        return list(dict.fromkeys(m for entry in self.figures.values() for m in entry.get("seconds", entry)))

    def spread(self):
        """The least and the greatest run that differ most, in percent of their median; None if only medians are known."""
        ranges = self.about.get("ranges", {})
        spreads = []
        for title in self.figures:
            for mode in self.modes():
                runs = ranges.get(title, {}).get(mode) or self.runs(title, mode)
                if len(runs) > 1:
                    spreads.append(100 * (max(runs) - min(runs)) / (self.median(title, mode)))
        return max(spreads, default=None)

    def caption(self):
        """When, where and how it was measured."""
        label = f"{self.label}, " if self.label else ""
        rounds = f", {self.about['rounds']} rounds" if "rounds" in self.about else ""
        spread = f" within {self.spread():.0f} %" if rounds and self.spread() else ""
        note = f" ({self.about['note']})" if "note" in self.about else ""
        return f"{label}{self.name}: {self.about['date']}, {self.about['machine']}{rounds}{spread}{note}, `{self.about['command']}`"


def markdown(heading, rows):
    lines = [heading, ["---"] + ["---:"] * (len(heading) - 1), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def ratios(results):
    columns = [(r, title) for r in results for title in r.figures]
    names = []
    for r, title in columns:
        name = title.partition(" (")[0]
        for part, short in SHORT.items():
            name = name.replace(part, short)
        names.append(name + (f" {r.label}" if r.label else ""))

    def cell(r, title, mode):
        value, modes = r.median(title, mode), r.figures[title]
        if value is None:
            return ""
        if mode == "plain":
            return f"{number(value)} {UNITS.get(title.partition(' (')[2].rstrip(')'), 's')}"
        base = "library" if mode.startswith("library, ") and "library" in modes else "plain"
        return f"{value / r.median(title, base):.2f}"

    modes = list(dict.fromkeys(m for r in results for m in r.modes()))
    return markdown(["ratio", *names], [[m, *(cell(r, t, m) for r, t in columns)] for m in modes])


def means(results):
    modes = list(dict.fromkeys(m for r in results for m in r.modes() if m != "plain"))
    rows = []
    for r in results:
        mean = geometric_means(r.figures)
        rows.append([r.label or pathlib.Path(r.name).stem, str(len(r.figures)), *(f"{mean[m]:.2f}" if m in mean else "" for m in modes)])
    return markdown(["speed-up", "kernels", *modes], rows)


TABLES = {"ratios": ratios, "means": means}


def list_item(text):
    """The lines of an item; code and percentages stay in one."""
    glued = re.sub(r"`[^`]*`|\d %", lambda m: m[0].replace(" ", "\0"), text)
    wrapped = textwrap.wrap(glued, WIDTH, break_long_words=False, break_on_hyphens=False, initial_indent="- ", subsequent_indent="  ")
    return [line.replace("\0", " ") for line in wrapped]


def results_of(words, folder):
    for word in shlex.split(words):
        label, equals, pattern = word.rpartition("=")
        for file in sorted(folder.glob(pattern)) or sys.exit(f"no file {pattern} in {folder}"):
            yield Result(label, file)


def captions_of(kind, results):
    """One for each file, or, where there are many, one for all."""
    if kind != "means":
        return [r.caption() for r in results]
    dates = sorted(r.about["date"] for r in results)
    machines = "; ".join(dict.fromkeys(r.about["machine"] for r in results))
    scripts = ", ".join(dict.fromkeys(f"`{r.about['command'].partition(' --')[0]}`" for r in results))
    return [f"{dates[0]} to {dates[-1]}; {machines}: {scripts}, with the options that the files have"]


def block(kind, words, folder):
    """The lines of a table, after those that say how it was measured."""
    results = list(results_of(words, folder))
    captions = captions_of(kind, results)
    lines = [line for caption in captions for line in list_item(caption)]
    return [*lines, "", *TABLES[kind](results)]


def made_page(text, folder):
    """The page with all tables made anew."""
    lines, out = text.splitlines(), []
    position = 0
    while position < len(lines):
        line = lines[position]
        out.append(line)
        position += 1
        wanted = re.fullmatch(rf"<!-- ({'|'.join(TABLES)}): (.*) -->", line)
        if not wanted:
            continue
        # The old block: what precedes the table, and the table.
        end = position
        while end < len(lines) and not lines[end].startswith(("|", "#", "<!--")):
            end += 1
        if end < len(lines) and lines[end].startswith("|"):
            position = end
            while position < len(lines) and lines[position].startswith("|"):
                position += 1
        out += block(*wanted.groups(), folder)
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--page", type=pathlib.Path, default=ROOT / "docs/benchmarks.md")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "bench/results")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the page has other tables")
    args = parser.parse_args()
    old = args.page.read_text()
    new = made_page(old, args.results)
    if not args.check:
        args.page.write_text(new)
    elif new != old:
        sys.exit(f"{args.page}: its tables are not those of {os.path.relpath(args.results)}; run bench/tables.py")


if __name__ == "__main__":
    main()
