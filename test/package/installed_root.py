# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A root with the files of a few packages and what they depend on, and no others.

debootstrap would fetch and unpack a Debian 12 and clang in two minutes. The
machine's own packages are of Debian 12 too, so their files are copied, with dpkg's
records of them: a package that needs one which it does not name fails in there as
it does on a fresh system.
"""

import os
import pathlib
import subprocess

# What packages' scripts leave, of which dpkg knows no owner.
UNOWNED = ["/etc/passwd", "/etc/group", "/etc/shadow", "/etc/nsswitch.conf", "/etc/ld.so.cache"]


def query(packages, form):
    command = ["dpkg-query", "-W", "-f", form, *packages]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


class Installed:
    """What dpkg says of the packages of this machine."""

    def __init__(self):
        self.depends = {}
        self.essential = []
        self.providers = {}
        form = "${db:Status-Status}\t${Package}\t${Essential}\t${Provides}\t${Pre-Depends},${Depends}\n"
        for line in query([], form).splitlines():
            status, name, essential, provides, depends = line.split("\t")
            if status != "installed":
                continue
            self.depends[name] = depends
            if essential == "yes":
                self.essential.append(name)
            for virtual in provides.split(","):
                self.providers.setdefault(bare(virtual), []).append(name)

    def needed(self, relations):
        """The installed package for each of "a (>= 1) | b, c"."""
        for relation in filter(str.strip, relations.split(",")):
            names = [bare(name) for name in relation.split("|")]
            found = [n for n in names if n in self.depends]
            found += [p for n in names for p in self.providers.get(n, [])]
            if not found:
                raise SystemExit(f"nothing installed provides '{relation.strip()}'")
            yield found[0]

    def closure(self, names):
        seen, left = set(), list(names) + self.essential
        while left:
            name = left.pop()
            if name not in seen:
                seen.add(name)
                left += self.needed(self.depends[name])
        return sorted(seen)


def bare(relation):
    """A package's name, without version and architecture."""
    return relation.split("(")[0].split(":")[0].strip()


def make(root, names):
    """Makes the folder `root` the root of a system with the packages `names`."""
    packages = Installed().closure(names)
    # dpkg's "/bin/sh" is "/usr/bin/sh".
    listed = [os.path.join(os.path.realpath(os.path.dirname(f)), os.path.basename(f))
              for f in query(packages, "${db-fsys:Files}\n").split("\n ") if f.strip()]
    paths = {f.strip() for f in listed if os.path.lexists(f.strip())}
    # Manuals and translations are half of the files.
    paths = {p for p in paths if not p.startswith(("/usr/share/man/", "/usr/share/locale/", "/usr/share/doc/"))}
    paths |= {p for p in UNOWNED + ["/bin", "/sbin", "/lib", "/lib64"] if os.path.lexists(p)}
    for name in os.listdir("/etc/alternatives"):
        link = os.path.join("/etc/alternatives", name)
        if os.path.realpath(link) in paths:
            paths.add(link)
            # Of the same name, wherever it is.
            paths |= {p for p in (f"/usr/bin/{name}", f"/usr/sbin/{name}") if os.path.islink(p)}
    for name in query(packages, "${Package}\t${Package}:${Architecture}\n").splitlines():
        for stem in name.split("\t"):
            paths |= {str(p) for p in pathlib.Path("/var/lib/dpkg/info").glob(f"{stem}.*")}
    paths |= {str(p) for p in pathlib.Path("/var/lib/dpkg/triggers").iterdir()}
    paths |= {"/var/lib/dpkg/info/format"}
    root.mkdir(parents=True)
    pack = ["tar", "-C", "/", "-c", "--no-recursion", "--ignore-failed-read", "-T", "-"]
    with subprocess.Popen(pack, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as tar:
        unpack = subprocess.Popen(["tar", "-C", root, "-x"], stdin=tar.stdout)
        tar.stdin.write("".join(f"{p[1:]}\n" for p in sorted(paths) if p != "/").encode())
        tar.stdin.close()
        if unpack.wait():
            raise SystemExit("copying the packages' files failed")
    for folder in ("dev", "proc", "sys", "tmp", "root", "var/tmp", "var/log", "var/lib/dpkg/updates"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    with open(root / "var/lib/dpkg/status", "w") as status:
        subprocess.run(["dpkg-query", "-s", *packages], stdout=status, check=True)
    return packages
