// %m in the name of an output: all processes of a program add up in one file,
// in which no count is lost, whatever kills them.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang++ -O2 -g -I%udpc_src/include -fudpc-spec=spec.yaml -fudpc-profile=cache a.cpp -o a -pthread
// RUN: %python run.py
//--- spec.yaml
version: 1
events:
  - {event: work, entry: "work(*"}
  - {event: up, mark: up}
//--- run.py
import csv, glob, io, os, random, shutil, signal, subprocess, time

def run(words, folder="p", name="%m"):
    env = dict(os.environ, UDPC_OPTIONS=f"output={folder}/{name}.prof:"
               f"cache_output={folder}/{name}.cache:cachegrind_output=:summary=0")
    return subprocess.Popen(["./a", *words], env=env, stderr=subprocess.PIPE,
                            stdout=subprocess.PIPE, text=True)

def count(file):
    out = subprocess.run(["udpc", "report", "--csv", file], check=True,
                         capture_output=True, text=True).stdout
    return {r["event"]: int(r["count"]) for r in csv.DictReader(io.StringIO(out))}

def ir(file):
    out = subprocess.run(["udpc", "export", "--format=cachegrind", file, "-o", "-"],
                         check=True, capture_output=True, text=True).stdout
    return int(out.split("summary:")[1].split()[0])

def only(pattern):
    found = glob.glob(pattern)
    assert len(found) == 1, found
    return found[0]

# One process alone, and 200 children, of which many run at a time.
for _ in range(2):
    assert run(["1"], "one").communicate()[1] == ""
assert run(["1"], "one", "alone").communicate()[1] == ""
alone = ir("one/alone.cache")
os.remove("one/alone.cache")
assert ir(only("one/*.cache")) == 2 * alone
p = run(["fork", "200"])
assert p.communicate()[1] == "" and p.returncode == 0
assert sorted(os.path.splitext(f)[1] for f in os.listdir("p")) == [".cache", ".prof"]
profile = only("p/*.prof")
assert count(profile)["work"] == 200, count(profile)
data = open(profile, "rb").read()
assert int.from_bytes(data[44:48], "little") == 201  # runs: the parent's, too

# The sum is that of `udpc merge`.
for i in range(3):
    run(["threads"], "merged").communicate()
    run(["threads"], "single", f"{i}.%p").communicate()
subprocess.run(["udpc", "merge", *glob.glob("single/*.prof"), "-o", "m"], check=True)
strip = lambda d: d[:12] + d[16:]
assert strip(open("m", "rb").read()) == strip(open(only("merged/*.prof"), "rb").read())
subprocess.run(["udpc", "merge", *glob.glob("single/*.cache"), "-o", "c"], check=True)
assert ir("c") == ir(only("merged/*.cache"))

# What a process writes more than once is added once; a reset starts anew.
run(["dumps"], "dumps").communicate()
assert count(only("dumps/*.prof"))["work"] == 3 + 4
assert ir(only("dumps/*.cache")) > 0

# Killed at any instant, a process adds all or nothing.
os.mkdir("k")
for i in range(25):
    p = run(["1"], "k")
    time.sleep(random.random() * 0.01)
    p.send_signal(signal.SIGKILL)
    p.communicate()
    for f in glob.glob("k/*.prof"):
        data = open(f, "rb").read()
        assert count(f)["work"] == int.from_bytes(data[44:48], "little")
for f in glob.glob("k/*.tmp"):
    os.remove(f)

# Damaged files and those of other programs are unchanged.
name = os.path.basename(profile)
for bad in (data[:-1], data[:60] + b"x" + data[61:], b"", b"#!/bin/sh\n"):
    shutil.rmtree("bad", ignore_errors=True)
    os.mkdir("bad")
    open(f"bad/{name}", "wb").write(bad)
    p = run(["1"], "bad")
    err = p.communicate()[1]
    assert p.returncode == 0 and err.count("cannot add to the profile") == 1, err
    assert open(f"bad/{name}", "rb").read() == bad
    assert count(f"bad/{name}.{p.pid}")["work"] == 1
os.remove(f"bad/{name}")
os.symlink("../one/x", f"bad/{name}")
assert "cannot add" in run(["1"], "bad").communicate()[1]
assert os.path.islink(f"bad/{name}")
//--- a.cpp
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <thread>
#include <udpc/udpc.h>
#include <unistd.h>
__attribute__((noinline)) void work() { asm volatile(""); }
int main(int argc, char **argv) {
  if (!strcmp(argv[1], "fork")) {
    for (int I = 0, N = atoi(argv[2]); I != N; ++I) {
      if (!fork())
        return work(), 0;
      if (I % 32 == 31)
        while (wait(nullptr) > 0)
          ;
    }
    while (wait(nullptr) > 0)
      ;
    return 0;
  }
  if (!strcmp(argv[1], "threads")) {
    for (int I = 0; I != 3; ++I)
      std::thread([I] {
        for (int J = 0; J <= I; ++J)
          work();
      }).join();
    return 0;
  }
  if (!strcmp(argv[1], "dumps")) {
    work();
    udpc_dump();
    std::thread(work).join();
    udpc_dump();
    work();
    udpc_dump();
    udpc_reset();
    for (int I = 0; I != 4; ++I)
      work();
    udpc_dump();
    return 0;
  }
  UDPC_MARK(up);
  work();
  return 0;
}
