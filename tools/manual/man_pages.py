# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the man pages: options as --help has them, text as in docs/.

usage: man_pages.py --lists LISTS.json --docs FOLDER --cmark PROGRAM --changelog FILE --out FOLDER
"""

import argparse
import email.utils
import json
import pathlib
import re

import roff

# The page of docs/ for each man page. A command without a page shares that of
# another command.
PAGES = {
    "udpc-annotate.1": "annotate.md",
    "udpc-calibrate.1": "calibrate.md",
    "udpc-check.1": "check.md",
    "udpc-clang.1": "driver.md",
    "udpc-convert.1": "convert.md",
    "udpc-ctl.1": "control.md",
    "udpc-export.1": "export.md",
    "udpc-hints.1": "hints.md",
    "udpc-log.1": "over-time.md",
    "udpc-machine.1": "machine.md",
    "udpc-prefetch-loop.1": "prefetch-loop.md",
    "udpc-query.1": "fleet.md",
    "udpc-recommend.1": "recommend.md",
    "udpc-report.1": "report.md",
    "udpc-runtime.7": "runtime.md",
    "udpc-sites.1": None,
    "udpc-spec.5": "spec.md",
}
SEE = {
    "baseline": "udpc-check.1",
    "collect": "udpc-query.1",
    "diff": "udpc-report.1",
    "merge": "udpc-report.1",
    "record": "udpc-log.1",
    "run": "udpc-report.1",
    "tables": "udpc-query.1",
    "watch": "udpc-log.1",
}
DOCS = "/usr/share/doc/udpc-22"


def reference(page):
    """udpc-spec.5 as man pages name each other."""
    name, section = page.rsplit(".", 1)
    return f"\\fB{roff.escaped(name)}\\fR({section})"


def link(target, text):
    """Man pages name other man pages; other pages of docs/ are named by their
    files."""
    file, _, _ = target.partition("#")
    if not file:
        return text
    if "://" in target:
        return f"{text} <{roff.escaped(target)}>"
    path = pathlib.PurePosixPath(file)
    page = next((p for p, doc in PAGES.items() if doc == file), None)
    where = reference(page) if page else "\\fI" + roff.escaped(str(path.name)) + "\\fR"
    return where if text.endswith(".md") or text == roff.prose(file) else f"{text} ({where})"


class Page:
    def __init__(self, name, summary, arguments):
        self.name = name
        self.arguments = arguments
        base, section = name.rsplit(".", 1)
        self.head = (
            f'.TH {base.upper()} {section} "{arguments.date}" "udpc {arguments.version}" "udpc"\n'
            f".SH NAME\n{roff.escaped(base)} \\- {roff.prose(summary)}\n"
        )
        self.parts = []

    def section(self, title, text):
        self.parts.append(f".SH {title}\n{text}")

    def text_of(self, doc):
        """The page of docs/, before its first heading and after it."""
        # The section NAME has the title's text.
        blocks = roff.parse(self.arguments.cmark, self.arguments.docs / doc)[1:]
        # What follows "<!-- The man page ends here. -->" is for contributors.
        end = next((i for i, b in enumerate(blocks) if b.tag.endswith("html_block")), len(blocks))
        blocks = blocks[:end]
        first = next((i for i, b in enumerate(blocks) if b.tag.endswith("heading")), len(blocks))
        writer = roff.Writer(link)
        return writer.blocks(blocks[:first]), writer.blocks(blocks[first:])

    def see_also(self, pages):
        names = sorted({p for p in pages if p != self.name})
        text = roff.wrapped(", ".join(map(reference, names)))
        self.section("SEE ALSO", text + ".PP\n" + roff.wrapped(f"The manual is in \\fI{DOCS}/docs\\fR."))

    def write(self):
        text = '.\\" Made from the lists of options and from docs/; not to be edited.\n'
        text += self.head + "".join(self.parts)
        # A paragraph that begins a section or a list needs no request.
        text = re.sub(r"(\n\.S[HS] [^\n]*\n)\.PP\n", r"\1", text)
        text = re.sub(r"\.PP\n(?=\.(TP|IP|PP)\b)", "", text)
        folder = self.arguments.out / ("man" + self.name[-1])
        folder.mkdir(parents=True, exist_ok=True)
        (folder / self.name).write_text(text)


def option_term(option):
    dashes = "-" if len(option["name"]) == 1 else "--"
    term = "\\fB" + roff.escaped(dashes + option["name"]) + "\\fR"
    if not option["value"]:
        return term
    value = "\\fI" + roff.escaped(option["value"]) + "\\fR"
    if "|" in option["value"]:
        value = "|".join("\\fB" + roff.escaped(word) + "\\fR" for word in option["value"].split("|"))
    if dashes == "-":
        return f"{term} {value}"
    return f"{term}[={value}]" if option["value_is_optional"] else f"{term}={value}"


def command_page(command, arguments):
    name = f"udpc-{command['name']}.1"
    # Summaries end with a reference to a page of docs/.
    summary = re.sub(r" \(docs/[^)]*\)", "", command["summary"])
    page = Page(name, summary[0].lower() + summary[1:], arguments)
    words = " ".join(command["arguments"])
    page.section(
        "SYNOPSIS",
        roff.wrapped(f"\\fBudpc {roff.escaped(command['name'])}\\fR [\\fIoptions\\fR] {roff.escaped(words)}"),
    )
    doc = PAGES.get(name)
    before, after = page.text_of(doc) if doc else ("", "")
    other = SEE.get(command["name"])
    if not doc:
        before = roff.wrapped(roff.prose(summary) + (f"; see {reference(other)}." if other else "."))
    page.section("DESCRIPTION", before)
    page.section(
        "OPTIONS", "".join(roff.tagged(option_term(o), roff.prose(o["help"]) + ".") for o in command["options"])
    )
    page.parts.append(after)
    page.see_also(["udpc.1", "udpc-spec.5", "udpc-runtime.7"] + ([other] if other else []))
    page.write()
    return name, summary


def tool_page(lists, commands, arguments):
    page = Page("udpc.1", lists["summary"].removeprefix("udpc: "), arguments)
    page.section(
        "SYNOPSIS",
        "\\fBudpc\\fR \\fIcommand\\fR [\\fIoptions\\fR] ...\n.br\n"
        "\\fBudpc\\fR \\fIcommand\\fR \\fB\\-\\-help\\fR\n.br\n\\fBudpc \\-\\-version\\fR\n",
    )
    page.section("COMMANDS", "".join(roff.tagged(reference(name), roff.prose(summary) + ".") for name, summary in commands))
    page.section(
        "EXIT STATUS", "0 if all went well, 1 on errors, which are one line on standard error.\n"
    )
    page.see_also(["udpc-clang.1", "udpc-spec.5", "udpc-runtime.7"])
    page.write()


def driver_page(lists, arguments):
    page = Page("udpc-clang.1", "clang 22 that counts events and prefetches", arguments)
    page.section("SYNOPSIS", "\\fBudpc\\-clang\\fR|\\fBudpc\\-clang++\\fR [\\fIoptions\\fR] \\fIfile\\fR...\n")
    before, after = page.text_of(PAGES[page.name])
    page.section("DESCRIPTION", before)
    flags = ""
    for flag in lists["driver"]["flags"]:
        term = "\\fB" + roff.escaped(flag["spelling"]) + "\\fR"
        if flag["value"]:
            term += "\\fI" + roff.escaped(flag["value"].strip("<>")) + "\\fR"
        flags += roff.tagged(term, roff.prose(flag["help"]) + ".")
    page.section("OPTIONS", flags)
    page.section(
        "ENVIRONMENT",
        "".join(roff.tagged(f"\\fB{v['name']}\\fR", roff.prose(v["help"]) + ".") for v in lists["driver"]["variables"]),
    )
    page.parts.append(after)
    page.see_also(["udpc.1", "udpc-spec.5", "udpc-runtime.7"])
    page.write()


def plain_page(name, summary, arguments):
    page = Page(name, summary, arguments)
    before, after = page.text_of(PAGES[name])
    page.section("DESCRIPTION", before)
    page.parts.append(after)
    page.see_also(["udpc.1", "udpc-clang.1", "udpc-spec.5", "udpc-runtime.7"])
    page.write()


def main():
    parser = argparse.ArgumentParser()
    for name in ("lists", "docs", "changelog", "out"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--cmark", required=True)
    arguments = parser.parse_args()
    # The pages have the date of the version: " -- name <address>  date".
    last = next(l for l in arguments.changelog.read_text().splitlines() if l.startswith(" -- "))
    arguments.date = email.utils.parsedate_to_datetime(last.split(">  ")[1]).date().isoformat()
    lists = json.loads(arguments.lists.read_text())
    arguments.version = lists["version"]
    commands = [command_page(c, arguments) for c in lists["commands"]]
    tool_page(lists, commands, arguments)
    driver_page(lists, arguments)
    plain_page("udpc-machine.1", "runs a riscv64 program with counter registers", arguments)
    plain_page("udpc-spec.5", "names the events that a program counts", arguments)
    plain_page("udpc-runtime.7", "counts while a program runs; its options", arguments)


main()
