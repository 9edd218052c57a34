// Profile-guided optimisation and exact events: counts are exact whatever the
// profile; where counting makes the profile unfit, one warning says what to do.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
//
// The profile of a build without events.
// RUN: clang -O2 -fprofile-generate p.c -o gen && env LLVM_PROFILE_FILE=g.profraw ./gen
// RUN: llvm-profdata merge g.profraw -o g.profdata
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml -fprofile-use=g.profdata p.c -o use 2>&1 | FileCheck %s --check-prefix=WARN
// RUN: env UDPC_OPTIONS=output=use.prof ./use && %counts use.prof | FileCheck %s
// WARN: warning: udpc: p.c: the profile of -fprofile-use fits {{[0-9]+ functions?}} no longer, because events are counted in this file, or because the source has changed ({{.*}}work{{.*}}); counts are exact all the same.
// WARN-SAME: -fprofile-instr-generate
// WARN-SAME: fidelity: transparent
// WARN-NOT: warning: udpc
// RUN: udpc-clang -O2 -flto=thin -fuse-ld=lld -fudpc-spec=spec.yaml -fprofile-use=g.profdata p.c -o lto 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WARN
// RUN: env UDPC_OPTIONS=output=lto.prof ./lto && %counts lto.prof | FileCheck %s
//
// What the warning suggests: transparent events,
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml -fudpc-fidelity=transparent -fprofile-use=g.profdata p.c -o use 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FITS
// FITS-NOT: control flow
// FITS-NOT: no longer
//
// a profile by the front end's counters, with which lines can be counted,
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml -fprofile-instr-generate -fcoverage-mapping p.c -o fgen
// RUN: env UDPC_OPTIONS=output=fgen.prof LLVM_PROFILE_FILE=f.profraw ./fgen && %counts fgen.prof | FileCheck %s
// RUN: llvm-profdata merge f.profraw -o f.profdata
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml -fprofile-instr-use=f.profdata p.c -o use 2>&1 | count 0
// RUN: env UDPC_OPTIONS=output=use.prof ./use && %counts use.prof | FileCheck %s
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml -fprofile-instr-use=f.profdata p.c -S -emit-llvm -o - \
// RUN:   | FileCheck %s --check-prefix=USED
// USED: define {{.*}} @work({{.*}} !prof
// USED: "branch_weights", i32 {{[0-9][0-9][0-9][0-9]+}}, i32 {{[0-9][0-9][0-9][0-9]+}}
//
// and samples.
// RUN: udpc-clang -O2 -gline-tables-only -fudpc-spec=spec.yaml -fprofile-sample-use=samples.txt p.c -o use 2>&1 \
// RUN:   | count 0
// RUN: env UDPC_OPTIONS=output=use.prof ./use && %counts use.prof | FileCheck %s
// RUN: udpc-clang -O2 -gline-tables-only -fudpc-spec=spec.yaml -fprofile-sample-use=samples.txt p.c -S -emit-llvm \
// RUN:   -o - | FileCheck %s --check-prefix=SAMPLES
// SAMPLES: define {{.*}} @work({{.*}} !prof
//
// If a profile is out of date in the plain build as well, udpc prints nothing.
// RUN: udpc-clang -O2 -fudpc-spec=other.yaml -DCHANGED -fprofile-use=g.profdata p.c -o use 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OLD
// OLD: control flow change detected
// OLD-NOT: warning: udpc
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: collatz}
  - {event: returns, return: work}
  - {event: rounds, loop: iterations, in: collatz}
  - {event: odd, line: "p.c:6"}
//--- other.yaml
version: 1
events:
  - {event: calls, entry: nobody}
//--- samples.txt
work:100000:1
 1: 1
 2: 1000
main:10:1
 1: 1 work:1
//--- p.c
#include <stdio.h>
static int collatz(long n) {
  int s = 0;
  while (n != 1) {
    if (n & 1)
      n = 3 * n + 1;
    else
      n /= 2;
    ++s;
  }
  return s;
}
__attribute__((noinline)) int work(int n) {
  int best = 0;
  for (int i = 1; i < n; ++i) {
#ifdef CHANGED
    if (best > 100)
      return best + printf("far\n");
#endif
    int c = collatz(i);
    if (c > best)
      best = c;
  }
  return best;
}
int main(void) { return work(1000) == 0; }
// CHECK-DAG: calls 999 0:999
// CHECK-DAG: returns 1 0:1
// CHECK-DAG: rounds 59431 0:59431
// CHECK-DAG: odd 19614 0:19614
