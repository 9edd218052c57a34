# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Proves that the core builds, installs and works without the components, and without
what they need, in less time than a second build.

A build folder without components is configured. Each command that builds what it
installs must be one of the build with components, so each file is the same one; no
command may name a file of a component. The files are then taken from that build,
installed, and used.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

# What the components have for themselves: folders, programs and libraries.
COMPONENTS = re.compile(
    r"(SOURCE/|(?<![\w/.-]))(rewrite|bench/rewrite|profdata/(rows|machine)|tools/(qemu|machine)|tools/udpc/(fleet|machine|rewriting))/"
    r"|udpc-with-|udpc_(rewrite|rows|counter_logs|qemu|machine)|sqlite|unicorn", re.I)
# Folders of layers.txt that are components'.
FOLDERS = re.compile(r"(rewrite|profdata/(rows|machine)|tools/(qemu|machine)|tools/udpc/(fleet|machine|rewriting))(/|$)")
# Of the build: what a build with components lists and documents is more.
OTHERS = re.compile(r"udpc-option-lists|options\.json|completions|share/man")
COMMANDS = {"collect": "fleet", "query": "fleet", "convert": "rewriting"}


def run(*command, status=0, **kwargs):
    done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **kwargs)
    if done.returncode != status:
        sys.exit(f"status {done.returncode}, not {status}: {' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def check(condition, message):
    if not condition:
        sys.exit(message)


def cached(build):
    lines = (build / "CMakeCache.txt").read_text().splitlines()
    return dict(re.match(r"([^:]+):\w+=(.*)", line).groups() for line in lines if re.match(r"\w[^:]*:\w+=", line))


def configure(source, build, core):
    """Configures the core like the build, where there is no SQLite and no Unicorn."""
    known = cached(build)
    names = ("CMAKE_BUILD_TYPE", "CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER", "CMAKE_C_COMPILER_LAUNCHER",
             "CMAKE_CXX_COMPILER_LAUNCHER", "CMAKE_MAKE_PROGRAM", "LLVM_DIR", "CMAKE_DISABLE_PRECOMPILE_HEADERS", "UDPC_SANITIZE")
    text = run("cmake", "-S", source, "-B", core, "-G", "Ninja", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
               "-DCMAKE_DISABLE_FIND_PACKAGE_SQLite3=ON", "-DUDPC_FLEET=OFF", "-DUDPC_MACHINE=OFF", "-DUDPC_REWRITING=OFF",
               *[f"-D{n}={known[n]}" for n in names if known.get(n)])
    for component in ("fleet", "machine", "rewriting"):
        check(f"The component {component} is left out" in text, f"it is not said that {component} is left out:\n{text}")
    found = [n for n in cached(core) if re.search("sqlite3_|unicorn", n, re.I)]
    check(not found, f"the core looks for {found}")
    return known["CMAKE_MAKE_PROGRAM"]


def commands(ninja, source, build):
    """The commands that build `all`, with words for the folders. Names of dependency
    files have hashes of the folder."""
    lines = run(ninja, "-C", build, "-t", "commands", "all").splitlines()
    return [re.sub(r"/d/[0-9a-f]{64}\.d\b", "/d/HASH.d", c.replace(str(build), "BUILD").replace(f"{source}/", "SOURCE/"))
            for c in lines if not c.startswith("ninja: ")]


def check_commands(ninja, source, build, core):
    known = set(commands(ninja, source, build))
    needed = [c for c in commands(ninja, source, core) if not OTHERS.search(c)]
    check(len(needed) > 200, f"only {len(needed)} commands")
    for command in needed:
        check(command in known, f"the build with components has no such command:\n{command}")
        named = COMPONENTS.search(command)
        check(not named, f"a command of the core names '{named and named[0]}':\n{command}")
    print(f"{len(needed)} commands of the core, {len(known)} with components")


def check_includes(source):
    for line in (source / "test/layers/layers.txt").read_text().splitlines():
        folder, colon, included = line.partition("#")[0].partition(":")
        if colon and not FOLDERS.match(folder) and folder != "tools/manual":
            for other in included.split():
                check(not FOLDERS.match(other), f"{folder} is of the core and includes {other}")


def install(build, core, prefix):
    """Installs the core, with the files of the build."""
    for folder in ("bin", "lib"):
        shutil.rmtree(core / folder, ignore_errors=True)
        shutil.copytree(build / folder, core / folder, copy_function=os.link, symlinks=True,
                        ignore=lambda _, names: [n for n in names if re.search("udpc-with-|udpc-machine|udpc_qemu|[.]a$", n)
                                                 and n != "libudpc_rt.a"])
    # The manual is not of the same command.
    for folder in ("completions/bash", "completions/zsh", "completions/fish", "man"):
        (core / "share" / folder).mkdir(parents=True, exist_ok=True)
    run("cmake", "--install", core, "--prefix", prefix)


def use(source, prefix, work):
    environment = {"PATH": f"{prefix}/bin:/usr/bin:/bin", "HOME": str(work), "LC_ALL": "C.UTF-8"}

    def udpc(*words, **kwargs):
        return run(prefix / "bin/udpc", *words, cwd=work, env=environment, **kwargs)

    installed = [p.name for p in prefix.rglob("*") if re.search("udpc-with-|udpc-machine|udpc_qemu", p.name)]
    check(not installed, f"installed, of components: {installed}")
    libraries = run("ldd", prefix / "bin/udpc")
    check(not re.search("sqlite|unicorn", libraries), libraries)
    text = udpc("--help")
    names = re.findall(r"^  ([a-z][a-z-]*) +- ", text, re.M)
    check(len(names) > 15 and not set(names) & set(COMMANDS), f"udpc --help lists {names}")
    check("many machines" not in text and "RISC-V" not in text, text)
    for command, component in COMMANDS.items():
        message = f"udpc: error: {command} needs the package udpc-22-{component}, or a build with UDPC_{component.upper()}=ON\n"
        check(udpc(command, "a", status=1) == message, f"another error of {command}")

    shutil.copytree(source / "examples/queue", work / "queue")
    run(prefix / "bin/udpc-clang", "-O2", "-fudpc-spec=spec.yaml", "queue.c", "-o", "queue", cwd=work / "queue", env=environment)
    text = udpc("run", "--profile=q.prof", "queue/queue")
    check(re.search(r"pushes +1,000\b", text), text)
    check(re.search(r"pushes +1,000\b", udpc("report", "q.prof")), "another report")
    for words, option in ((("export", "--format=rows", "q.prof"), "export: --format=rows"),
                          (("run", "--spec=s.yaml", "--", "true"), "run: --spec"),
                          (("ctl", "1", "add", "s.yaml"), "ctl: add")):
        text = udpc(*words, status=127 if words[0] == "run" else 1)
        check(text.startswith(f"udpc: error: {option} needs the package udpc-22-"), text)
    (work / "counters.log").write_text('{"type": "max_inst", "times": 1, "cycles": 9, "inst": 9}\n')
    text = udpc("log", "counters.log", status=1)
    check("a log of the 64 counters needs the package udpc-22-machine" in text, text)


def main():
    parser = argparse.ArgumentParser()
    for name in ("source", "build", "work"):
        parser.add_argument(f"--{name}", type=lambda p: pathlib.Path(p).resolve(), required=True)
    args = parser.parse_args()
    shutil.rmtree(args.work, ignore_errors=True)
    args.work.mkdir(parents=True)
    core, prefix = args.work / "build", args.work / "prefix"
    ninja = configure(args.source, args.build, core)
    check_commands(ninja, args.source, args.build, core)
    check_includes(args.source)
    install(args.build, core, prefix)
    use(args.source, prefix, args.work)
    shutil.rmtree(args.work)
    print("the core builds, installs and works without the components")


main()
