"""Checks the relative links of *.md and docs/*.md."""

import pathlib
import re
import sys


def without_code(text):
    return re.sub(r"`[^`\n]*`", "", re.sub(r"```.*?```", "", text, flags=re.S))


def anchors(page):
    """The anchors of a page's headings, as GitHub makes them."""
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.S)
    headings = re.findall(r"^#+ (.*)$", text, flags=re.M)
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading) for heading in headings)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in plain}


def main():
    root = pathlib.Path(sys.argv[1])
    broken = []
    for page in [*sorted(root.glob("*.md")), *sorted((root / "docs").glob("*.md"))]:
        for link in re.findall(r"\]\(([^)\s]+)\)", without_code(page.read_text())):
            if link.startswith("http"):
                continue
            name, _, anchor = link.partition("#")
            target = page.parent / name if name else page
            if not target.exists() or (anchor and anchor not in anchors(target)):
                broken.append(f"{page.relative_to(root)}: {link}")
    print("\n".join(broken) or "all links lead somewhere")


main()
