# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that no two files define a type of one qualified name.

  type_names.py <source tree>

Two such types in one program are undefined behaviour, which no tool reports
unless their layouts meet. Types of anonymous namespaces and of functions belong
to their file. Exits with 1, with a line for each further definition.
"""
import re
import sys
from pathlib import Path

from check import LIST, read_layers

# The tokens by which scopes and definitions are found; comments, directives and
# literals are skipped. A directive may end in a backslash.
TOKEN = re.compile(r"""
    //[^\n]* | /\*.*?\*/
  | ^[ \t]*\#(?:[^\n\\]|\\.|\\\n)*
  | R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)" | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)+'
  | \d[\w.']*
  | (?P<word>[A-Za-z_]\w* | ::)
  | (?P<sign>[][{}();=<>:,*&~])
""", re.X | re.S | re.M)
KINDS = {"struct", "class", "union", "enum"}
BEFORE = {"typedef", "static", "const", "constexpr", "inline"}


def without(head, opening, closing):
    """The words that are not between the signs."""
    depth, rest = 0, []
    for word in head:
        depth += word == opening
        if not depth:
            rest.append(word)
        depth -= word == closing
    return rest


def scope_of(head):
    """The kind of scope and the name that the words before a brace define."""
    while len(head) > 1 and head[1] == ":":  # public:
        head = head[2:]
    if "namespace" in head:
        return "namespace", "".join(head[head.index("namespace") + 1:])
    if head == ["extern"]:  # "C"
        return "linkage", ""
    if head[:1] == ["template"]:
        depth = 0
        for i, word in enumerate(head):
            depth += (word == "<") - (word == ">")
            if i and not depth:
                head = head[i + 1:]
                break
    while head and head[0] in BEFORE:
        head = head[1:]
    if not head or head[0] not in KINDS:
        return "other", ""
    # Attributes, and the base.
    name = without(without(head[1:], "(", ")"), "[", "]")
    name = name[:name.index(":")] if ":" in name else name
    name = [w for w in name if w not in KINDS | {"final", "alignas", "__attribute__"}]
    return ("type", "".join(name)) if name else ("other", "")


def types_of(text):
    """Yields the qualified name of each type with linkage that a text defines,
    and its line."""
    scopes, head = [], []
    for match in TOKEN.finditer(text):
        if match.lastgroup not in ("word", "sign"):
            continue
        word = match[0]
        if word == "{":
            kind, name = scope_of(head)
            if kind == "namespace" and not name:
                kind = "other"
            scopes.append((kind, name))
            head = []
            if kind == "type" and all(kind != "other" for kind, _ in scopes):
                yield ("::".join(name for _, name in scopes if name),
                       text.count("\n", 0, match.start()) + 1)
        elif word in ("}", ";"):
            if word == "}" and scopes:
                scopes.pop()
            head = []
        else:
            head.append(word)


def check(texts):
    """Returns a line for each type that an earlier file has defined."""
    first, wrong = {}, []
    for file in sorted(texts):
        for name, line in types_of(texts[file]):
            other = first.setdefault(name, file)
            if other != file:
                wrong.append(f"{file}:{line}: {name} is also defined in {other}")
    return wrong


def main():
    tree = Path(sys.argv[1])
    layers, _ = read_layers(LIST.read_text())
    tops = sorted({folder.split("/")[0] for folder in layers}) + ["test/unit"]
    texts = {str(p.relative_to(tree)): p.read_text() for top in tops
             for suffix in ("h", "cpp") for p in (tree / top).rglob(f"*.{suffix}")}
    wrong = check(texts)
    count = sum(1 for text in texts.values() for _ in types_of(text))
    print("\n".join(wrong) or f"{count} types in {len(texts)} files")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
