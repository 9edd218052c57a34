// The costs of code with events, without what the events cost: in an executable
// they are those of the program without events. In code compiled with -fPIC,
// where the events' code has a call, registers are saved for it and arguments
// copied: the rule that leaves these out is wrong by some instructions a call.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: sh build.sh %python -fPIE && diff plain.txt events.txt
// RUN: sh build.sh %python -fPIC && %python compare.py
//--- build.sh
for k in plain events; do
  udpc-clang -O2 -g $2 -fudpc-profile=counts `test $k = plain || echo -fudpc-spec=spec.yaml` shapes.c -o $k || exit 1
  UDPC_OPTIONS=output=$k.prof:cache_output=$k.cache:summary=0 ./$k || exit 1
  udpc export --format=json $k.cache -o $k.json || exit 1
  $1 by_function.py $k.json > $k.txt || exit 1
done
//--- by_function.py
import collections, json, sys
sums = collections.Counter()
for row in json.load(open(sys.argv[1]))["rows"]:
    sums[row["function"]] += row["counts"][0]
for name in sorted(sums):
    print(name, sums[name])
//--- compare.py
import csv, subprocess
read = lambda name: {f: int(n) for f, n in map(str.split, open(name))}
plain, events = read("plain.txt"), read("events.txt")
assert plain.keys() == events.keys(), (plain, events)
report = subprocess.check_output(["udpc", "report", "--sites", "--csv", "events.prof"], text=True)
calls = {r["function"]: int(r["count"]) for r in csv.DictReader(report.splitlines())}
assert calls.keys() == plain.keys()
away = {f: abs(events[f] - plain[f]) / calls[f] for f in plain}
# What registers and copies of arguments cost: of half of the functions nothing.
assert max(away.values()) <= 2, away
assert sum(a == 0 for a in away.values()) >= 6, away
//--- spec.yaml
version: 1
events:
  - {event: entries, entry: "*"}
//--- shapes.c
#include <alloca.h>
volatile int Sink;
__attribute__((noinline)) int leaf(int x) { Sink = x; return x * 3 + 1; }
__attribute__((noinline)) int call1(int x) { return leaf(x) + x; }
__attribute__((noinline)) int call2(int x, int y) { return leaf(x) + leaf(y) + x * y; }
__attribute__((noinline)) int call3(int x, int y, int z) { return leaf(x) + leaf(y) + leaf(z) + x * y * z; }
__attribute__((noinline)) int array(int n) { int a[40]; for (int i = 0; i < 40; i++) a[i] = leaf(i + n); int s = 0; for (int i = 0; i < 40; i++) s += a[i] * i; return s; }
__attribute__((noinline)) int dynamic(int n) { int *a = alloca(n * sizeof(int)); for (int i = 0; i < n; i++) a[i] = leaf(i); return a[n / 2]; }
__attribute__((noinline)) int redzone(int n) { volatile int a[8]; for (int i = 0; i < 8; i++) a[i] = i + n; return a[n & 7]; }
__attribute__((noinline)) int bigleaf(int n) { volatile char a[300]; a[n] = 1; return a[n / 2]; }
__attribute__((noinline)) int loop(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i * n; Sink = s; } return s; }
__attribute__((noinline)) int many(int a, int b, int c, int d, int e, int f, int g, int h) {
  int r = leaf(a) + leaf(b) + leaf(c) + leaf(d) + leaf(e) + leaf(f) + leaf(g) + leaf(h);
  return r + a * b * c * d * e * f * g * h; }
__attribute__((noinline)) int recurse(int n) { return n ? recurse(n - 1) + leaf(n) : 0; }
__attribute__((noinline)) int early(int n) { if (n < 3) return n; return leaf(n) + call1(n); }
int main(int argc, char **argv) {
  int s = 0;
  for (int i = 0; i < 10; i++) s += call1(i) + call2(i, s) + call3(i, s, 2) + array(i) + dynamic(i + 3) + redzone(i) + bigleaf(i) + loop(i) + many(i, s, 3, 4, 5, 6, 7, s) + recurse(i) + early(i);
  return s == 12345;
}
