"""Checks that each table of *.md and docs/*.md has a heading: an empty line
within a table makes text of the rest."""

import pathlib
import sys


def headless(text):
    """The numbers of the lines that begin a table without a heading."""
    is_code, last = False, ""
    lines = text.splitlines() + [""]
    for number, (line, next_line) in enumerate(zip(lines, lines[1:]), 1):
        line, next_line = line.strip(), next_line.strip()
        is_code ^= line.startswith("```")
        if not is_code and line.startswith("|") and not last.startswith("|"):
            if not next_line or set(next_line) - set("|-: "):
                yield number
        last = line


def main():
    root = pathlib.Path(sys.argv[1])
    pages = [*sorted(root.glob("*.md")), *sorted((root / "docs").glob("*.md"))]
    wrong = [f"{page.relative_to(root)}:{number}" for page in pages for number in headless(page.read_text())]
    print("\n".join(wrong) or f"the tables of {len(pages)} pages have headings")


main()
