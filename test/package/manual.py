# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the man pages and completions: each option of --help is in them, mandoc has
no warnings, and the shells complete."""

import argparse
import json
import os
import pathlib
import pty
import re
import select
import subprocess
import sys
import time

parser = argparse.ArgumentParser()
parser.add_argument("--build", type=pathlib.Path, required=True)
BUILD = parser.parse_args().build.resolve()
PAGES = BUILD / "share/man"
COMPLETIONS = BUILD / "share/completions"
ENVIRONMENT = {"PATH": f"{BUILD}/bin:{os.environ['PATH']}", "HOME": str(BUILD), "TERM": "dumb", "LC_ALL": "C.UTF-8"}


def output(*command, **kwargs):
    done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, env=ENVIRONMENT, **kwargs)
    if done.returncode:
        sys.exit(f"failed ({done.returncode}): {' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def check(condition, message):
    if not condition:
        sys.exit(message)


def check_pages():
    """--help and the pages name the same options."""
    output("mandoc", "-T", "lint", "-W", "warning", *sorted(PAGES.glob("man*/*")))
    names = re.findall(r"^  ([a-z][a-z-]*) +- ", output("udpc", "--help"), re.M)
    check(len(names) >= 11, f"udpc --help lists {names}")
    for name in names:
        text = output("mandoc", "-T", "ascii", "-O", "width=200", PAGES / f"man1/udpc-{name}.1")
        text = re.sub(".\b", "", text)
        section = text[text.index("\nOPTIONS\n"):]
        helped = re.findall(r"^  (-[^ =\[]*)", output("udpc", name, "--help"), re.M)
        check(helped, f"udpc {name} --help lists no options")
        for option in helped:
            check(re.search(rf"^ +{re.escape(option)}\b", section, re.M), f"udpc-{name}(1) lacks {option}")
    driver = re.sub(".\b", "", output("mandoc", "-T", "ascii", PAGES / "man1/udpc-clang++.1"))
    helped = re.findall(r"^  ([-A-Z][^ <]*)", output("udpc-clang", "--help-udpc"), re.M)
    check(len(helped) > 15, f"udpc-clang --help-udpc lists {helped}")
    for flag in helped:
        check(re.search(rf"^ +{re.escape(flag)}", driver, re.M), f"udpc-clang(1) lacks {flag}")
    machine = re.sub(".\b", "", output("mandoc", "-T", "ascii", PAGES / "man1/udpc-machine.1"))
    for text in ("--counters=FILE", "npc_from_f1", "not modelled"):
        check(text in machine, f"udpc-machine(1) lacks '{text}'")
    spec = re.sub(".\b", "", output("mandoc", "-T", "ascii", PAGES / "man5/udpc-spec.5"))
    for text in ("version: 1", "iterations: each time it takes the back edge", "udpc-clang(1)"):
        check(text in " ".join(spec.split()), f"udpc-spec(5) lacks '{text}'")
    runtime = re.sub(".\b", "", output("mandoc", "-T", "ascii", PAGES / "man7/udpc-runtime.7"))
    options = json.loads(output("udpc-option-lists"))["runtime"]
    check(len(options) > 10, "the runtime lists no options")
    for option in options:
        check(re.search(rf"^ +o +{option['name']}\b", runtime, re.M), f"udpc-runtime(7) lacks {option['name']}")


# What is typed, what has to be offered, and what must not be.
CASES = [
    (["udpc", "re"], {"report", "recommend"}, {"run"}),
    (["udpc", "report", "--s"], {"--sites", "--source"}, {"--json"}),
    (["udpc", "hints", "--format=b"], {"binary"}, {"text"}),
    (["udpc", "ctl", "e"], {"enable"}, {"disable"}),
    (["udpc", "export", "--format=c"], {"cachegrind", "callgrind", "csv"}, {"json"}),
    (["udpc-clang", "-fudpc-l"], {"-fudpc-lowering="}, {"-fudpc-spec="}),
    (["udpc-clang", "-fudpc-fidelity=t"], {"transparent"}, {"exact"}),
]


def check_bash():
    script = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))\n' \
             'if [[ $1 == udpc ]]; then _udpc "$1"; else _udpc_clang "$1"; fi; printf "%s\\n" "${COMPREPLY[@]}"'
    for words, offered, not_offered in CASES:
        typed = words[:-1] + [w for w in re.split("(=)", words[-1]) if w]
        found = set(output("bash", "-c", script, "bash", COMPLETIONS / "bash/udpc", *typed).split())
        check(offered <= found and not found & not_offered, f"bash completes {words} to {found}")


def check_fish():
    for words, offered, not_offered in CASES:
        script = f"source {COMPLETIONS}/fish/{words[0]}.fish; complete -C '{' '.join(words)}'"
        found = {line.split("\t")[0] for line in output("fish", "-N", "-c", script).splitlines()}
        # Whole words.
        found |= {f.partition("=")[2] for f in found} | {f.partition("=")[0] + "=" for f in found if "=" in f}
        check(offered <= found and not found & not_offered, f"fish completes {words} to {found}")


def check_zsh():
    """zsh completes only in terminals."""
    child, terminal = pty.fork()
    if not child:
        os.execvpe("zsh", ["zsh", "-f", "-i"], ENVIRONMENT)

    def read_until(end, times=1):
        text = ""
        limit = time.monotonic() + 60
        while text.count(end) < times:
            if not select.select([terminal], [], [], max(0, limit - time.monotonic()))[0]:
                sys.exit(f"zsh does not print '{end}' {times} times:\n{text}")
            text += os.read(terminal, 4096).decode(errors="replace")
        return text

    def send(text):
        os.write(terminal, text.encode())

    ready = "\x1b[?2004h"  # The line editor has the terminal.
    read_until(ready)
    send(f"PS1='' LISTMAX=0 fpath=({COMPLETIONS}/zsh $fpath); autoload -Uz compinit; compinit -u -D; unsetopt automenu\n")
    read_until(ready)
    for words, offered, not_offered in CASES:
        # ^D lists what the word can be completed to, and shows the line once more.
        line = " ".join(words)
        send(line + "\x04")
        listed = read_until(line, 2).split(line)[1]
        found = set(re.findall(r"^[-\w]+|(?<=  )[-\w]+", listed, re.M))
        wanted = {word.rstrip("=") for word in offered}
        check(wanted <= found and not found & not_offered, f"zsh completes {words} to {found}:\n{listed}")
        send("\x15\n")
        read_until(ready)
    send("exit\n")
    os.close(terminal)
    os.waitpid(child, 0)


check_pages()
check_bash()
check_fish()
check_zsh()
