# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Markdown pages as man pages: cmark-gfm parses them, this writes roff."""

import re
import subprocess
import textwrap
import xml.etree.ElementTree as ElementTree

NAMESPACE = "{http://commonmark.org/xml/1.0}"


def escaped(text):
    """`text` with the characters that roff would interpret made literal."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return text.replace("^", "\\(ha").replace("~", "\\(ti").replace("`", "\\(ga").replace("'", "\\(aq")


def prose(text):
    """Like escaped(); hyphens and apostrophes of words may be typeset as such."""
    text = text.replace("\\", "\\e").replace("^", "\\(ha").replace("~", "\\(ti").replace("`", "\\(ga")
    return re.sub(r"(?<![A-Za-z])-|-(?![A-Za-z])", r"\\-", text)


def wrapped(text):
    """`text` in lines of an editor's width, none of which looks like a request."""
    lines = textwrap.wrap(" ".join(text.split()), 76, break_long_words=False, break_on_hyphens=False)
    return "".join(("\\&" + line if line[0] in ".'" else line) + "\n" for line in lines)


class Writer:
    """Writes the elements of one page.

    `link` makes of a link's target and text what stands for it in the page.
    """

    def __init__(self, link):
        self.link = link

    def inline(self, element):
        """The text of the element's children, with fonts."""
        return "".join(self.inline_child(child) for child in element)

    def inline_child(self, child):
        tag = child.tag.removeprefix(NAMESPACE)
        if tag == "text":
            return prose(child.text or "")
        if tag == "code":
            return "\\fB" + escaped(child.text or "") + "\\fR"
        if tag in ("softbreak", "linebreak"):
            return " "
        if tag == "emph":
            return "\\fI" + self.inline(child) + "\\fR"
        if tag == "strong":
            return "\\fB" + self.inline(child) + "\\fR"
        if tag == "link":
            return self.link(child.get("destination"), self.inline(child))
        raise ValueError(f"{tag} in a paragraph")

    def blocks(self, elements):
        """Blocks one below the other."""
        return "".join(self.block(element) for element in elements)

    def block(self, element):
        tag = element.tag.removeprefix(NAMESPACE)
        if tag == "heading":
            request = ".SH" if int(element.get("level")) <= 2 else ".SS"
            return f"{request} {self.inline(element)}\n"
        if tag == "paragraph":
            return ".PP\n" + wrapped(self.inline(element))
        if tag == "code_block":
            return ".PP\n.RS 4\n" + literal(element.text or "") + ".RE\n"
        if tag == "list":
            return "".join(
                self.item(item, f"{number}." if element.get("type") == "ordered" else "\\(bu")
                for number, item in enumerate(element, 1)
            )
        if tag == "table":
            return self.table(element)
        raise ValueError(f"{tag} in a page")

    def item(self, item, mark):
        """A list's item: its first paragraph beside the mark, the rest below it."""
        first, *rest = item
        text = f".IP {mark} 4\n" + wrapped(self.inline(first))
        return text + (".RS 4\n" + self.blocks(rest) + ".RE\n" if rest else "")

    def table(self, element):
        """Terms with descriptions: cells do not fit beside each other on most
        terminals. From the third column on, cells have their headings."""
        headings, *rows = ([self.inline(cell) for cell in row] for row in element)
        text = ""
        for term, *cells in rows:
            named = [f"{h}: {c}" if h and len(cells) > 1 else c for h, c in zip(headings[1:], cells) if c]
            text += tagged(term, "; ".join(named))
        return text


def tagged(term, description):
    return ".TP\n" + wrapped(term) + wrapped(description or "\\&")


def literal(text):
    """Literal lines."""
    lines = (escaped(line) for line in text.rstrip("\n").split("\n"))
    return ".nf\n" + "".join(("\\&" + l if l[:1] in (".", "\\") else l) + "\n" for l in lines) + ".fi\n"


def parse(cmark, path):
    """The blocks of a Markdown page."""
    done = subprocess.run([cmark, "-e", "table", "-t", "xml", path], stdout=subprocess.PIPE, check=True)
    return list(ElementTree.fromstring(done.stdout))
