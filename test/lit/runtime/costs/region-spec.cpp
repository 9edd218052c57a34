// Regions of the spec: functions, of which Callgrind collects the same between
// entry and return, and what is between two marks, as Callgrind collects it
// between two toggles there. What matches nothing, or inlined code only, is
// reported.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t && cp %S/Inputs/same_region.py check.py
// RUN: clang++ -O2 -gdwarf-4 -DVALGRIND a.cpp -o plain
// RUN: valgrind --tool=callgrind --toggle-collect='ns::parse(char const*, int)' --callgrind-out-file=parse.theirs \
// RUN:   ./plain > plain.txt 2> /dev/null
// RUN: valgrind --tool=callgrind --collect-atstart=no --callgrind-out-file=load.theirs \
// RUN:   ./plain --toggle > /dev/null 2>&1
//
// RUN: udpc-clang++ -O2 -gdwarf-4 -fudpc-spec=spec.yaml -fudpc-profile=counts -Rpass=udpc \
// RUN:   -Rpass-missed=udpc a.cpp -o counted 2> build.txt
// RUN: FileCheck %s --check-prefix=REMARK < build.txt && FileCheck %s --check-prefix=LINK < build.txt
// RUN: udpc-clang++ -O2 -gdwarf-4 -flto -fuse-ld=lld -fudpc-spec=spec.yaml -fudpc-profile=cache,calls \
// RUN:   a.cpp -o linked 2> linked.build
// RUN: udpc-clang++ -O2 -gdwarf-4 -fPIC -fudpc-spec=spec.yaml -fudpc-profile=counts a.cpp -o pic 2> pic.build
// RUN: check() { \
// RUN:   env UDPC_OPTIONS=cache_output=$p.cache ./$p > $p.txt 2> $p.err && \
// RUN:   diff plain.txt $p.txt && \
// RUN:   not grep warning $p.err; \
// RUN: }
// RUN: each p counted linked pic -- check
// RUN: each p counted pic -- %python check.py {p} parse=parse load=load
// RUN: FileCheck %s --check-prefix=LINK < linked.build
// RUN: udpc annotate --annotate=false counted.cache | FileCheck %s
// RUN: udpc annotate --annotate=false linked.cache | FileCheck %s
//
// REMARK-DAG: a.cpp:[[#]]:3: remark: region 'load' begins at mark 'load.begin'
// REMARK-DAG: a.cpp:[[#]]:3: remark: region 'load' ends at mark 'load.end'
// REMARK-DAG: remark: region 'parse' from its entry to its return, for "ns::parse(const char *, int)"
// REMARK-DAG: remark: small is inlined into this function, where it is no region; "ns::small" matches it
//
// LINK-NOT: warning: {{.*}}'parse'
// LINK: warning: spec.yaml:5: region 'small': function "ns::small" matched only what was inlined into 1 function of {{counted|linked}}, where it is no region
// LINK-NEXT: warning: spec.yaml:8: region 'nothing': function "ns::pars" matched nothing in {{counted|linked}}; near: ns::parse
// LINK-NEXT: warning: spec.yaml:9: region 'other': begin "load.bgin" matched nothing in {{counted|linked}}
// LINK-NEXT: warning: spec.yaml:9: region 'other': end "load.ed" matched nothing in
// LINK-NOT: warning
//
// CHECK:      -- Regions
// CHECK-DAG:  {{ }}parse (10 times){{$}}
// CHECK-DAG:  {{ }}load (10 times){{$}}
// CHECK-NOT:  {{ }}small (
//
// As entries of events: errors on wish. The option's globs are reported, too,
// and functions that are both called and inlined.
// RUN: not udpc-clang++ -O2 -Werror=udpc -fudpc-spec=spec.yaml -fudpc-profile=counts a.cpp -o strict 2>&1 \
// RUN:   | grep "error: spec.yaml:8: region 'nothing'"
// RUN: udpc-clang++ -O2 "-fudpc-profile=counts,region=ns::prse,region=ns::both" a.cpp -o option 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPTION
// OPTION-DAG: warning: -fudpc-profile=...,region=ns::prse: matched nothing in option; near: ns::parse
// OPTION-DAG: warning: -fudpc-profile=...,region=ns::both: does not have what was inlined into 1 function of option
//
// RUN: udpc-clang++ -O2 -fudpc-spec=spec.yaml -c a.cpp -o a.o 2>&1 | grep "spec.yaml:3: region 'parse' needs a profile"
// RUN: not udpc convert --spec=spec.yaml counted -o converted 2>&1 \
// RUN:   | grep "spec.yaml:3: region 'parse': only compiled code has regions"

//--- spec.yaml
version: 1
regions:
  - region: parse
    function: "ns::parse(const char *, int)"
  - region: small
    function: ns::small
  - {region: load, begin: load.begin, end: load.end}
  - {region: nothing, function: ns::pars}
  - {region: other, begin: load.bgin, end: load.ed}
//--- a.cpp
#include <cstdio>
#ifdef VALGRIND
#include <valgrind/callgrind.h>
static bool Toggles;
#define UDPC_MARK(X)                                                           \
  if (Toggles)                                                                 \
  CALLGRIND_TOGGLE_COLLECT
#else
#include <udpc/udpc.h>
#endif

static volatile int Sink;
__attribute__((noinline)) static void leaf(int N) {
  for (int I = 0; I != N; ++I)
    Sink = Sink + I;
}
namespace ns {
__attribute__((noinline)) int parse(const char *Text, int N) {
  leaf(N);
  return Text[0] + N;
}
__attribute__((noinline)) int parse(long N) {
  leaf(2 * N);
  return N;
}
static inline int small(int N) {
  Sink = N;
  return N + 1;
}
// Inlined, and called through a pointer.
int both(int N) {
  Sink = N;
  return N + 2;
}
int (*volatile Pointer)(int) = both;
} // namespace ns
__attribute__((noinline)) int load(int N) {
  UDPC_MARK(load.begin);
  leaf(N);
  UDPC_MARK(load.end);
  leaf(3);
  return N;
}
int main(int Argc, char **) {
#ifdef VALGRIND
  Toggles = Argc > 1;
#endif
  int R = ns::Pointer(1);
  for (int I = 0; I != 10; ++I)
    R += ns::parse("x", I) + ns::parse(I) + ns::small(I) + ns::both(I) +
         load(I);
  std::printf("%d\n", R);
}
