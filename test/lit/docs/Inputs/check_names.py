"""Checks the names in *.md and docs/*.md: files, commands and options of the
tools, functions, variables and classes exist.

  check_names.py <source tree> <folder of the tools>

Names are in code, between backquotes or in blocks. Prints a line for each that
does not exist.
"""

import fnmatch
import pathlib
import re
import subprocess
import sys

SOURCES = (".cpp", ".h", ".inc", ".S", ".py", ".cmake", ".map", ".test", ".js", ".css", ".txt", ".in", ".sh", ".c", ".s", ".yml", ".yaml", ".ld")
# Names of other programs, and of examples.
FOREIGN_FILES = {"client.cpp"}
FOREIGN_NAMES = {"FailsVerification", "MemoryDenyWriteExecute", "SummingMergeTree", "TryAcquire", "udpc_runs_total"}
FOREIGN_OPTIONS = set("""
--branch-sim --cache-sim --collect-atstart --collect-jumps --config --coverage --export-dynamic-symbol --headless --help
--icf --instr-at-start --load-pass-plugin --lto-partitions --no-annotate --no-caches --no-show-percs --only-keep-debug --query-driver --separate-callers --separate-recs --show
--skip-plt --sort --strip-debug --sysroot --target --toggle-collect --use-md5 --vex-guest-chase
""".split())


class Tree:
    def __init__(self, root):
        self.root = root
        # Without builds and git's own files.
        tops = [p for p in root.iterdir() if p.name not in ("build", ".git")]
        files = [str(p.relative_to(root)) for top in tops for p in [top, *top.rglob("*")] if p.is_file()]
        self.names = set(files)
        for file in files:
            self.names.update(str(p) for p in pathlib.PurePath(file).parents)
        self.names.discard(".")
        self.folders = {pathlib.PurePath(n).name for n in self.names if (root / n).is_dir()}
        self.tails = set()
        for name in self.names:
            parts = name.split("/")
            for i in range(len(parts)):
                tail = "/".join(parts[i:])
                self.tails.add(tail)
                self.tails.add(re.sub(r"\.\w+$", "", tail))
        self.words = set()
        for file in files:
            if file.endswith(SOURCES) or "." not in file:
                try:
                    self.words.update(re.findall(r"\w+", (root / file).read_text()))
                except UnicodeDecodeError:
                    pass

    def has(self, name):
        if name in self.tails:
            return True
        pattern = re.sub(r"<[^>]*>", "*", name)
        return pattern != name and bool(fnmatch.filter(self.tails, pattern)) or "*" in name and bool(fnmatch.filter(self.tails, name))


def pieces(text):
    """Yields (line number, code, whether it is in a block). Lines that a command
    prints begin with a space, so that they are no commands."""
    is_block = is_shell = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            is_block, is_shell = not is_block, line == "```sh"
        elif is_block:
            yield number, line.removeprefix("$ ") if is_shell or line.startswith("$ ") else " " + line, True
        else:
            for span in re.findall(r"`([^`]+)`", line):
                yield number, span, False


def is_own_file(tree, word):
    """Whether the word has the form of a name of a file of the tree."""
    if word in FOREIGN_FILES or not re.fullmatch(r"[\w.*<>+-]+(/[\w.*<>+-]+)*", word) or word.startswith("."):
        return False
    if "/" not in word:
        return word.endswith((".cpp", ".inc", ".py", ".cmake", ".map")) or word.endswith(".h") and word[0].isupper()
    first = word.split("/")[0]
    if first in ("build", "lib", "share", "bin", "include", "src", "folder") and first + "/" + word.split("/")[1] not in tree.names:
        return False
    return first in tree.folders


def options_of(tools):
    """Returns the options of each command, and the flags of the driver."""

    def help_of(*command):
        done = subprocess.run([tools / command[0], *command[1:]], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        return done.stdout + done.stderr

    commands = re.findall(r"^  ([a-z][a-z-]+) +- ", help_of("udpc", "--help"), re.M)
    options = {c: set(re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", help_of("udpc", c, "--help"))) for c in commands}
    driver = set(re.findall(r"(?<![\w-])-[\w-]+", help_of("udpc-clang", "--help-udpc")))
    return options, driver


def check(tree, options, driver, page, text):
    every = set().union(*options.values()) | driver | FOREIGN_OPTIONS
    for number, code, is_block in pieces(text):

        def wrong(what, name):
            return f"{page}:{number}: no {what} {name}"

        words = code.split()
        if not is_block:
            for word in words:
                word = re.sub(r":\d+.*$", "", word.rstrip("/.,;:"))
                if word.count("<") != word.count(">") or word.startswith("<"):
                    word = word.strip("<>")
                if is_own_file(tree, word) and not tree.has(word):
                    yield wrong("file", word)
        for name in re.findall(r"\b(?:__)?udpc_[a-z]\w*|\bUDPC_[A-Z]\w*", code):
            if name not in tree.words | FOREIGN_NAMES and not (name.endswith("_") and any(w.startswith(name) for w in tree.words)):
                yield wrong("name", name)
        if not is_block and re.fullmatch(r"(?:[a-z]+::)?[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+(?:::\w+)?", code):
            for name in re.findall(r"[A-Za-z]\w+", code):
                if name not in tree.words | FOREIGN_NAMES:
                    yield wrong("name", name)
        for flag in re.findall(r"(?<![\w-])-f(?:no-)?udpc[\w-]*", code):
            if flag not in driver and flag not in {d.rstrip("=") for d in driver} and flag != "-fudpc-":
                yield wrong("flag", flag)
        match = re.match(r"(?:\w+=\S* )*udpc ([a-z][\w-]*)(.*)", code)
        if match:
            command, rest = match.groups()
            if command not in options:
                # A message may begin with the name as well.
                if not re.search(r"^ [a-z]+ [a-z]+", rest):
                    yield wrong("command", command)
                continue
            rest = re.split(r" -- | \| | && |#|;", rest)[0]
            for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", rest):
                if option not in options[command]:
                    yield wrong(f"option of {command}:", option)
        elif not is_block and re.match(r"--[a-z]", code):
            for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", code):
                if option not in every and option.lstrip("-").replace("-", "_") not in tree.words:
                    yield wrong("option", option)


def main():
    tree = Tree(pathlib.Path(sys.argv[1]))
    options, driver = options_of(pathlib.Path(sys.argv[2]))
    # The changelog also names what is gone.
    tops = [page for page in sorted(tree.root.glob("*.md")) if page.name != "CHANGELOG.md"]
    pages = [*tops, *sorted((tree.root / "docs").glob("*.md"))]
    wrong = [line for page in pages for line in check(tree, options, driver, page.relative_to(tree.root), page.read_text())]
    print("\n".join(wrong) or f"names of {len(pages)} pages exist; {len(options)} commands")


if __name__ == "__main__":
    main()
