// Regions: their costs, nested and of threads, are those of a recount by the
// program itself, and Callgrind's between the same two places.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O0 -g -fudpc-profile=counts random.c -pthread -o zero
// RUN: udpc-clang -O2 -fPIC -g -fudpc-profile=cache random.c -pthread -o library
// RUN: check() { \
// RUN:   env UDPC_OPTIONS=cache_output=$p.cache ./$p > $p.txt 2> $p.err && \
// RUN:   not grep -q warning $p.err && \
// RUN:   udpc annotate --json $p.cache > $p.json && \
// RUN:   %python recount.py $p; \
// RUN: }
// RUN: each p zero library -- check
//
// Added up by the process and by the tool, they are the same.
// RUN: env UDPC_OPTIONS=cache_output=shared-%%m.cache ./zero > /dev/null 2>&1
// RUN: env UDPC_OPTIONS=cache_output=shared-%%m.cache ./zero > /dev/null 2>&1
// RUN: udpc merge zero.cache zero.cache -o twice.cache
// RUN: udpc annotate --annotate=false shared-*.cache | grep -A20 "^-- Regions" > shared.txt
// RUN: udpc annotate --annotate=false twice.cache | grep -A20 "^-- Regions" > twice.txt
// RUN: diff shared.txt twice.txt && grep -q "times" twice.txt
//
// Callgrind collects between the same two places.
// RUN: clang -O2 -gdwarf-4 -DVALGRIND toggle.c -o plain
// RUN: valgrind --tool=callgrind --collect-atstart=no --cache-sim=yes --callgrind-out-file=theirs ./plain 2> /dev/null
// RUN: udpc-clang -O2 -gdwarf-4 -fudpc-profile=counts toggle.c -o counted
// RUN: env UDPC_OPTIONS=cache_output=ours.cache ./counted 2> /dev/null
// RUN: udpc export --format=cachegrind --region=part ours.cache -o ours && %python toggle.py
//
// Ends that are missing, or too many; a signal handler; a child; and no runtime.
// RUN: udpc-clang++ -O1 -g -fudpc-profile=counts edges.cpp -o edges
// RUN: env UDPC_OPTIONS=cache_output=edges.%%p.cache ./edges > edges.txt 2> edges.err
// RUN: FileCheck %s --check-prefix=WARNING < edges.err
// RUN: %python edges.py
// RUN: clang++ -O1 -I%udpc_src/include edges.cpp -o none && ./none > /dev/null 2> none.err && not grep . none.err
// WARNING-COUNT-1: udpc: warning: udpc_region_end("never"): its thread has no such region open
// WARNING-NOT: warning

//--- random.c
#include <pthread.h>
#include <stdio.h>
#include <stdint.h>
#include <udpc/udpc.h>

static const char *const Names[] = {"a", "b", "c", "d"};
static uint64_t Expected[2][4][2]; // Thread, region: turns and calls within.
static volatile uint64_t Data[2][1 << 14];

__attribute__((noinline)) static void work(int Thread, uint64_t Turns) {
#pragma clang loop unroll(disable)
  for (uint64_t I = 0; I != Turns; ++I)
    Data[Thread][I * 67 % (1 << 14)] += I;
}

// The program's own stack of regions.
static void *run(void *Argument) {
  int Thread = Argument != NULL;
  uint64_t Seed = 12345 + Thread;
  int Open[4], Times[4] = {0}, Depth = 0;
  for (int Step = 0; Step != 400; ++Step) {
    Seed = Seed * 6364136223846793005u + 1442695040888963407u;
    int Region = Seed >> 40 & 3, Action = Seed >> 50 & 3;
    uint64_t Turns = 1 + (Seed >> 54 & 63);
    if (Action == 0) {
      if (!Times[Region]++)
        Open[Depth++] = Region;
      udpc_region_begin(Names[Region]);
    } else if (Action == 1 && Times[Region]) {
      if (!--Times[Region])
        while (Open[--Depth] != Region)
          Times[Open[Depth]] = 0;
      udpc_region_end(Names[Region]);
    } else {
      for (int I = 0; I != Depth; ++I) {
        Expected[Thread][Open[I]][0] += Turns;
        ++Expected[Thread][Open[I]][1];
      }
      work(Thread, Turns);
    }
  }
  return NULL; // With regions open.
}

int main(void) {
  pthread_t T;
  pthread_create(&T, NULL, run, &T);
  run(NULL);
  pthread_join(T, NULL);
  for (int I = 0; I != 4; ++I)
    printf("%s %llu %llu\n", Names[I],
           (unsigned long long)(Expected[0][I][0] + Expected[1][I][0]),
           (unsigned long long)(Expected[0][I][1] + Expected[1][I][1]));
}
//--- recount.py
"""Each region has as many executions of the loop and of the function as the
program says: the costs of the lines of `work` are those numbers times what one
turn and one call cost, the same in all regions."""
import json
import subprocess
import sys

name = sys.argv[1]
rows = {}
for region, *counts in map(str.split, open(name + ".txt")):
    text = subprocess.run(
        ["udpc", "annotate", "--json", f"--region={region}", name + ".cache"],
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    data = json.loads(text)
    events = data["events"]
    lines = {}
    for file in data["files"]:
        for function in file["functions"]:
            if function["function"] == "work":
                for line, *costs in function["lines"]:
                    lines[line] = dict(zip(events, costs))
    ir = sum(l["Ir"] for l in lines.values())
    rows[region] = (*map(int, counts), ir, data["total"][events.index("Dr")])
(t1, c1, ir1, _), (t2, c2, ir2, _) = rows["a"], rows["b"]
# Cramer's rule: what one turn and one call cost.
determinant = t1 * c2 - t2 * c1
assert determinant
turn, rest = divmod(ir1 * c2 - ir2 * c1, determinant)
call, rest2 = divmod(t1 * ir2 - t2 * ir1, determinant)
assert not rest and not rest2 and 3 <= turn < 40 and 2 <= call < 40, (turn, call)
for region, (turns, calls, ir, _) in rows.items():
    assert turns > 1000 and ir == turns * turn + calls * call, (region, rows)

# The tree: what is within a region is part of it.
data = json.load(open(name + ".json"))
regions = {tuple(r["path"]): r for r in data["regions"]}
assert len(regions) > 20, regions.keys()
for path, region in regions.items():
    within = [r["self"] for p, r in regions.items() if p[: len(path)] == path]
    assert region["inclusive"] == [sum(c) for c in zip(*within)], path
    assert len(set(path)) == len(path) and region["begins"] >= region["ends"]
    assert region["begins"] > 0, path
if name == "library":
    miss = data["events"].index("D1mr")
    assert any(r["self"][miss] for r in regions.values())
total = [sum(c) for c in zip(*(r["self"] for r in regions.values()))]
assert all(a <= b for a, b in zip(total, data["total"]))
//--- toggle.c
#include <stdint.h>
#ifdef VALGRIND
#include <valgrind/callgrind.h>
#define BEGIN CALLGRIND_TOGGLE_COLLECT
#define END CALLGRIND_TOGGLE_COLLECT
#else
#include <udpc/udpc.h>
#define BEGIN udpc_region_begin("part")
#define END udpc_region_end("part")
#endif
static volatile uint64_t Data[4096];
__attribute__((noinline)) static uint64_t leaf(uint64_t N) {
  return Data[N % 4096] % 3 ? N : 1;
}
__attribute__((noinline)) static uint64_t work(uint64_t N) {
  uint64_t Sum = 0;
  for (uint64_t I = 0; I != N; ++I)
    Sum += I % 5 ? leaf(I) : Data[I * 7 % 4096];
  return Sum;
}
int main(void) {
  volatile uint64_t Sum = work(1000);
  for (int I = 0; I != 10; ++I) {
    BEGIN;
    Sum += work(100 + I);
    END;
    Sum += work(500);
  }
}
//--- toggle.py
import re


def costs(path):
    functions, names, name, skips = {}, {}, "", False
    for line in open(path):
        if line.startswith("events:"):
            events = line.split()[1:]
        elif line.startswith("fn="):
            number, text = re.match(r"fn=(\(\d+\))? ?(.*)", line).groups()
            name = names.setdefault(number, text) if number else text
        elif line.startswith("cfn="):
            number, text = re.match(r"cfn=(\(\d+\))? ?(.*)", line).groups()
            names.setdefault(number, text)
        elif line.startswith("calls="):
            skips = True
        elif line[0].isdigit() or line[0] in "+-*":
            counts = dict(zip(events, map(int, line.split()[1:])))
            if not skips:
                sums = functions.setdefault(name, [0, 0, 0])
                for place, event in enumerate(("Ir", "Dr", "Dw")):
                    sums[place] += counts.get(event, 0)
            skips = False
    return functions


ours, theirs = costs("ours"), costs("theirs")
for name in ("work", "leaf"):
    assert ours[name] == theirs[name], (name, ours, theirs)
assert ours.keys() == {"main", "work", "leaf"}, ours
//--- edges.cpp
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <udpc/udpc.h>
#include <unistd.h>

static volatile int Sink;
__attribute__((noinline)) static void work(int N) {
  for (int I = 0; I != N; ++I)
    Sink = Sink + I;
}
static jmp_buf Buffer;
static void throws() {
  udpc::Region Region("exception");
  work(100);
  throw 1;
}
static void handler(int) {
  udpc_region_begin("handler");
  work(10);
  udpc_region_end("handler");
}
static void recurse(int N) {
  udpc::Region Region("recursion");
  work(1);
  if (N > 1)
    recurse(N - 1);
}

int main() {
  udpc_region_end("never");
  udpc_region_end("never");
  udpc_region_begin(nullptr);
  udpc_region_begin("reset");
  work(5000);
  udpc_costs_reset();
  work(100);
  udpc_region_end("reset");
  try {
    throws();
  } catch (int) {
  }
  udpc_region_begin("outside");
  if (!setjmp(Buffer)) {
    udpc_region_begin("left");
    work(100);
    longjmp(Buffer, 1);
  }
  work(200);
  udpc_region_end("outside");
  work(5000);
  signal(SIGUSR1, handler);
  udpc_region_begin("interrupted");
  work(50);
  raise(SIGUSR1);
  udpc_region_end("interrupted");
  udpc_region_begin("stopped");
  work(10);
  udpc_costs_stop();
  work(5000);
  udpc_costs_start();
  work(10);
  udpc_region_end("stopped");
  recurse(100);
  // Names are copied.
  std::string Name = "copied\nname";
  udpc_region_begin(Name.c_str());
  Name.assign(300, 'x');
  work(30);
  udpc_region_end("copied\nname");
  udpc_region_begin("open at the end");
  work(20);
  if (pid_t Child = fork()) {
    waitpid(Child, nullptr, 0);
    std::printf("%d\n", Child);
    return 0;
  }
  work(300);
  udpc_region_end("open at the end");
  return 0;
}
//--- edges.py
import glob
import json
import subprocess

child = open("edges.txt").read().strip()


def regions(path):
    text = subprocess.run(
        ["udpc", "annotate", "--json", path], stdout=subprocess.PIPE, check=True
    ).stdout
    return {
        "/".join(r["path"]): (r["begins"], r["ends"], *r["inclusive"])
        for r in json.loads(text)["regions"]
    }


(parent,) = [f for f in glob.glob("edges.*.cache") if f"edges.{child}." not in f]
found = regions(parent)


begun, ended, ir, _, _ = found["exception"]
cost = ir // 100
assert 4 <= cost <= 7 and (begun, ended) == (1, 1), found
near = lambda name, n, slack=10: n * cost <= found[name][2] <= (n + slack) * cost
assert near("reset", 100), found
# After longjmp it was open until the outer one ended.
assert near("outside", 300) and near("outside/left", 300), found
assert found["outside"][:2] == (1, 1) and found["outside/left"][:2] == (1, 0)
assert near("interrupted", 60) and near("interrupted/handler", 10, 3), found
assert near("stopped", 20), found
assert found["recursion"][:2] == (100, 100) and found["recursion"][2] < 3000, found
assert near("copied\nname", 30), found
assert near("open at the end", 20) and found["open at the end"][:2] == (1, 0)
assert "(other)" not in found and len(found) == 10, found

found = regions(f"edges.{child}.cache")
assert near("open at the end", 300), found
assert all(r[2] == 0 for n, r in found.items() if n != "open at the end"), found
