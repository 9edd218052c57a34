# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Installs the Debian packages where only what they depend on is installed, the core
first, uses them as their users do, upgrades and removes them.

Exit status 77: this needs root, and the right to mount.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

import yaml

import installed_root

EXAMPLES = "/usr/share/doc/udpc-22/examples"
# What dpkg and the loader keep about packages that have been.
RECORDS = ("var/lib/dpkg", "var/log", "var/cache", "etc/ld.so.cache", "root", "tmp", "dev", "proc", "sys")


def obstacle():
    if os.geteuid():
        return "not run by root"
    if subprocess.run(["unshare", "--mount", "--pid", "--fork", "--mount-proc", "true"], stderr=subprocess.DEVNULL).returncode:
        return "no permission to mount"
    return None


class Root:
    def __init__(self, folder):
        self.folder = folder

    def run(self, command, **variables):
        """Runs a shell's command line in there; returns what it prints."""
        inner = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" /bin/bash -ec "$1"'
        done = subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", "/bin/bash", "-c", inner, self.folder, command],
            env={"HOME": "/root", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8",
                 "DEBIAN_FRONTEND": "noninteractive", **variables},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            sys.exit(f"failed in the root ({done.returncode}): {command}\n{done.stdout}")
        return done.stdout

    def files(self):
        """All paths in there, apart from records."""
        found = set()
        for folder, folders, files in os.walk(self.folder):
            here = os.path.relpath(folder, self.folder)
            folders[:] = [f for f in folders if os.path.normpath(os.path.join(here, f)) not in RECORDS]
            found |= {os.path.normpath(os.path.join(here, f)) for f in files + folders}
        return found - set(RECORDS)


def expect(text, *parts):
    for part in parts:
        if part not in text:
            sys.exit(f"expected '{part}' in:\n{text}")


COUNTS = ("pushes      1,000", "pops          620", "in_queue      382", "empty_pops      2")


def older(package, work):
    """The same package, as an earlier version with another file."""
    folder = work / "older"
    subprocess.run(["dpkg-deb", "-R", package, folder], check=True)
    control = folder / "DEBIAN/control"
    text = control.read_text()
    version = next(l for l in text.splitlines() if l.startswith("Version: "))
    control.write_text(text.replace(version, version + "~older"))
    (folder / "usr/lib/llvm-22/lib/udpc/was-once-here").touch()
    (folder / "usr/bin/udpc-old-name").symlink_to("udpc")
    result = work / "older.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "-b", folder, result],
                   check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(folder)
    return result


def use_stock_clang(root):
    """clang-22 finds plugins by bare names, and linkers the runtime."""
    root.run(f"cp -r {EXAMPLES}/queue /root/stock")
    root.run("cd /root/stock && clang-22 -O2 -g -fpass-plugin=libudpc.so -mllvm -udpc-spec=spec.yaml "
             "-Xclang -fprofile-instrument=clang -Xclang -fcoverage-mapping -mllvm -udpc-own-coverage -c queue.c && "
             "clang-22 queue.o -Wl,-u,__udpc_runtime -ludpc_rt -o queue")
    expect(root.run("cd /root/stock && ./queue && udpc report"), "sum 308689, left 382", *COUNTS)
    root.run("cd /root/stock && clang-22 -fplugin=libudpc-clang.so -fsyntax-only queue.c")
    # Headers, for any compiler.
    root.run("echo '#include <udpc/udpc.h>\nint main(void) { return udpc_event_count(); }' > /root/h.c && clang-22 /root/h.c -o /root/h && /root/h")


def use_driver(root):
    root.run(f"cp -r {EXAMPLES}/queue /root/driver")
    root.run("cd /root/driver && udpc-clang -O2 -fudpc-spec=spec.yaml queue.c -o queue")
    expect(root.run("cd /root/driver && udpc run ./queue"), *COUNTS)
    # By clang's own name, with the plugin by its bare name.
    root.run("cd /root/driver && PATH=/usr/lib/llvm-22/lib/udpc/masquerade:$PATH && "
             "clang -O2 -g -fpass-plugin=libudpc.so -fudpc-spec=spec.yaml queue.c -ludpc_rt -o masked")
    expect(root.run("cd /root/driver && udpc run ./masked"), *COUNTS)
    # A profile of costs.
    root.run("cd /root/driver && udpc-clang -O1 -g -fudpc-profile=cache queue.c -o costs && ./costs")
    expect(root.run("cd /root/driver && udpc annotate"), "queue.c", "push")


def use_shared_runtime(root):
    """A library that brings the runtime along, in a program that was not built with
    udpc; and the runtime by its bare soname."""
    root.run("mkdir /root/lib && cd /root/lib && "
             "printf 'int twice(int n) { return 2 * n; }\n' > l.c && "
             "printf 'int twice(int); int main(void) { return twice(twice(1)) != 4; }\n' > p.c && "
             "printf 'version: 1\nevents:\n- event: calls\n  entry: twice\n' > spec.yaml && "
             "udpc-clang -fPIC -O2 -shared -fudpc-spec=spec.yaml l.c -o libl.so && "
             "clang-22 p.c -L. -ll -Wl,-rpath,'$ORIGIN' -o p")
    expect(root.run("cd /root/lib && udpc run ./p"), "calls      2")
    expect(root.run("cd /root/lib && udpc-clang -fPIC -O2 -shared -fudpc-spec=spec.yaml l.c -fno-udpc-runtime -o libl.so && "
                    "LD_PRELOAD=$(ldconfig -p | awk '/libudpc_rt.so/ { print $1 }') udpc run ./p"), "calls      2")


def use_cmake(root):
    root.run(f"cp -r {EXAMPLES}/queue /root/cmake && cd /root/cmake && "
             "printf '%s\n' 'cmake_minimum_required(VERSION 3.20)' 'project(queue C)' "
             "'find_package(udpc REQUIRED)' 'add_executable(queue queue.c)' "
             "'udpc_instrument(queue SPEC spec.yaml)' > CMakeLists.txt && "
             "cmake -DCMAKE_C_COMPILER=clang-22 -B build && cmake --build build")
    expect(root.run("cd /root/cmake && udpc run build/queue"), *COUNTS)


def use_workflow(root):
    """The steps of the example workflow; the package is installed already."""
    steps = yaml.safe_load((root.folder / EXAMPLES[1:] / "ci/udpc.yml").read_text())["jobs"]["count"]["steps"]
    root.run(f"mkdir /root/work && cp -r {EXAMPLES} /root/work")
    ran = 0
    for step in steps:
        if "run" in step and step["name"] != "Install":
            root.run(f"cd /root/work/{step['working-directory']}\n{step['run']}", GITHUB_STEP_SUMMARY="/root/summary")
            ran += 1
    assert ran == 3, ran
    expect((root.folder / "root/summary").read_text(), *COUNTS)


# A command of each component that has one.
COMPONENT_COMMANDS = {"fleet": "query top", "rewriting": "convert a"}


def use_core(root):
    """The core needs no libraries of components, and names their packages."""
    assert "sqlite" not in root.run("ldd /usr/bin/udpc")
    listed = root.run("udpc --help")
    for component, command in COMPONENT_COMMANDS.items():
        assert f"  {command.split()[0]} " not in listed, listed
        expect(root.run(f"! udpc {command} 2>&1"), f"needs the package udpc-22-{component}")
    expect(root.run("cd /root/driver && ! udpc export --format=rows 2>&1"), "--format=rows needs the package udpc-22-fleet")
    expect(root.run("! udpc run --spec=a -- true 2>&1"), "run: --spec needs the package udpc-22-rewriting")


def use_components(root, names):
    listed = root.run("udpc --help")
    for name in names:
        if name in COMPONENT_COMMANDS:
            expect(listed, f"  {COMPONENT_COMMANDS[name].split()[0]} ")
        assert (root.folder / f"usr/share/doc/udpc-22-{name}/copyright").exists(), name
    if "fleet" in names:
        root.run("cd /root/driver && udpc run --profile=q.prof ./queue")
        expect(root.run("cd /root/driver && udpc query 'SELECT sum(count) AS n FROM counts WHERE event = \"pushes\"' q.prof"), "1000")
    if "machine" in names:
        expect(root.run("udpc-machine --help"), "udpc-machine")
    if "rewriting" in names:
        root.run("mkdir /root/plain && cd /root/plain && printf 'int main(void) { return 0; }\n' > m.c && clang-22 m.c -o m && "
                 "printf 'version: 1\nevents:\n- event: mains\n  entry: main\n' > spec.yaml")
        expect(root.run("cd /root/plain && udpc run --spec spec.yaml -- ./m 2>&1"), "mains      1")
        root.run("cd /root/plain && udpc convert m --spec spec.yaml -o counting")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--packages", type=pathlib.Path, nargs="+", required=True, help="the core first")
    parser.add_argument("--inside", action="store_true", help="in a namespace of its own for mounts")
    args = parser.parse_args()
    if why := obstacle():
        print(f"not tested: {why}")
        sys.exit(77)
    if not args.inside:
        # Mounts are gone when this ends, however it ends.
        os.execvp("unshare", ["unshare", "--mount", sys.executable, *sys.argv, "--inside"])
    args.work.mkdir(parents=True, exist_ok=True)
    # Half a gigabyte: in memory ten times as fast as on some disks.
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", args.work], check=True)
    root = Root(args.work / "root")
    package, *components = args.packages
    names = [c.name.split("_")[0] for c in components]
    needed = []
    for file in args.packages:
        depends = subprocess.run(["dpkg-deb", "-f", file, "Depends"], stdout=subprocess.PIPE, check=True, text=True)
        others = ", ".join(d for d in depends.stdout.strip().split(", ") if not d.startswith("udpc-22 "))
        needed += installed_root.Installed().needed(others)
    packages = installed_root.make(root.folder, [*needed, "cmake", "make"])
    print(f"a root of {len(packages)} packages")
    before = root.files()

    shutil.copy(older(package, args.work), root.folder / "root/older.deb")
    shutil.copy(package, root.folder / "root/udpc.deb")
    root.run("dpkg --force-unsafe-io -i /root/older.deb")
    assert (root.folder / "usr/bin/udpc-old-name").is_symlink()
    # An upgrade leaves nothing of the older version.
    root.run("dpkg --force-unsafe-io -i /root/udpc.deb")
    listed = set(root.run("dpkg -L udpc-22").splitlines())
    added = {"/" + f for f in root.files() - before}
    assert added <= listed, sorted(added - listed)
    assert (root.folder / "usr/share/doc/udpc-22/copyright").exists()

    use_stock_clang(root)
    use_driver(root)
    use_shared_runtime(root)
    use_cmake(root)
    use_workflow(root)
    use_core(root)
    if components:
        for file in components:
            shutil.copy(file, root.folder / "root")
        root.run("cd /root && dpkg --force-unsafe-io -i " + " ".join(c.name for c in components))
        use_components(root, [n.removeprefix("udpc-22-") for n in names])

    root.run("dpkg --purge " + " ".join([*names, "udpc-22"]))
    left = root.files() - before
    assert not left, sorted(left)
    assert "udpc" not in root.run("dpkg -l && ldconfig -p")
    print("installed, used, upgraded and purged")


main()
