// Marks count what the source executes, amounts included, however they are
// counted; transparently, what the machine executes, and all other code is the
// plain build's.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang -Werror $flags -I%udpc_src/include -fudpc-lowering=$lowering \
// RUN:     -fudpc-spec=spec.yaml a.c b.c -o a && \
// RUN:   env LLVM_PROFILE_FILE=a.profraw UDPC_OPTIONS=enable=*:output=a.prof ./a 100 2> err.txt && \
// RUN:   %counts a.prof | FileCheck %s; \
// RUN: }
// RUN: each lowering inline call instruction \
// RUN:   -- each flags "-O0" "-O2" "-O2 -fPIC" "-O2 -static" "-O2 -flto -fuse-ld=lld" "-O2 -flto=thin -fuse-ld=lld" \
// RUN:   "-O1 -g -fsanitize=address,undefined" "-O2 -fprofile-instr-generate -fcoverage-mapping" -- check
// CHECK:      slow 34 0:34
// CHECK-NEXT: fast 66 0:66
// CHECK-NEXT: bytes 3180 0:3180
// CHECK-NEXT: left 0
// CHECK-NEXT: wraps -2 0:-2
// CHECK-NEXT: helper 34 0:34
//
// Events that are counted by instructions start off; amounts are always on.
// RUN: udpc-clang -O2 -I%udpc_src/include -fudpc-lowering=instruction -fudpc-spec=spec.yaml a.c b.c -o a
// RUN: env UDPC_OPTIONS=output=off.prof ./a 100
// RUN: %counts off.prof | FileCheck %s --check-prefix=OFF
// OFF:      slow 0
// OFF-NEXT: fast 0
// OFF-NEXT: bytes 3150 
//
// Programs read them by event.
// RUN: udpc-clang -O2 -I%udpc_src/include -fudpc-spec=spec.yaml -DREAD a.c b.c -o read
// RUN: env UDPC_OPTIONS=output=read.prof ./read 100 | FileCheck %s --check-prefix=READ
// READ: 34 3180
// RUN: udpc report --sites read.prof | FileCheck %s --check-prefix=SITES
// SITES: bytes {{.*}}mark
//
// Transparently: instructions where the code of a mark has a place, across
// modules too, and the rest of the code as it is without marks.
// RUN: check_transparent() { \
// RUN:   udpc-clang $flags -I%udpc_src/include -fudpc-spec=transparent.yaml a.c b.c -o a && \
// RUN:   env UDPC_OPTIONS=enable=*:output=t.prof ./a 100 2> err.txt && \
// RUN:   %counts t.prof | FileCheck %s --check-prefix=MACHINE && \
// RUN:   llvm-readelf -SW a | FileCheck %s --check-prefix=CLEAN; \
// RUN: }
// RUN: each flags "-O1" "-O2" "-O2 -g" "-Os" "-O2 -flto -fuse-ld=lld" "-O2 -flto=thin -fuse-ld=lld" "-O2 -fPIC" \
// RUN:   -- check_transparent
// MACHINE:      slow 34 0:34
// MACHINE-NEXT: helper 34 0:34
// CLEAN-NOT: pseudo_probe
// RUN: check_same_code() { \
// RUN:   %python %udpc_src/test/truth/transparent.py --build %udpc_lib/.. --llvm %llvm_bin --work w \
// RUN:     --target $t-linux-gnu --spec transparent.yaml a.c b.c -- $flags -I%udpc_src/include -ffreestanding -DBARE \
// RUN:     | FileCheck %s --check-prefix=EQUAL; \
// RUN: }
// RUN: each flags "-O1" "-O2" "-O2 -g" "-O3" "-Os" "-O2 -fPIC" "-O2 -fpseudo-probe-for-profiling" \
// RUN:   -- each t x86_64 riscv64 -- check_same_code
// EQUAL: (100.0 %)
//
// The user's own probes stay as they are.
// RUN: udpc-clang -O2 -g -S -I%udpc_src/include -fpseudo-probe-for-profiling -fudpc-spec=transparent.yaml c.c -o - \
// RUN:   | grep "\.pseudoprobe" | grep -v __udpc_ > with.txt
// RUN: clang -O2 -g -S -I%udpc_src/include -fpseudo-probe-for-profiling c.c -o - | grep "\.pseudoprobe" > without.txt
// RUN: test -s with.txt && cmp with.txt without.txt
//
// Marks without a place in machine code, and amounts, are not counted, with a remark.
// RUN: udpc-clang -O2 -I%udpc_src/include -Rpass=udpc -Rpass-missed=udpc -fudpc-spec=lost.yaml a.c b.c -o lost 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WHY
// WHY-DAG: a.c:[[#]]:5: remark: event 'bytes': mark 'bytes' is not counted: an instruction counts 1, and what adds the amount would not be transparent; write fidelity: exact
// WHY-DAG: warning: lost.yaml:4: event 'bytes': mark "bytes" has amounts, which cannot be transparent and are not counted; write fidelity: exact
// WHY-DAG: remark: event 'slow': inc by an instruction at mark 'slow.path' in {{.*}}, for mark "slow.path"
// WHY-DAG: remark: mark 'empty' at {{.*}}a.c:[[#]] is not counted: the optimiser has left no code of its place
// WHY-DAG: warning: lost.yaml:5: event 'empty': mark "empty" matched nothing in lost; it is counted transparently, and the optimiser may have inlined or removed it
//--- spec.yaml
version: 1
events:
  - {event: slow, mark: slow.path}
  - {event: fast, mark: "fast*", in: work}
  - {event: bytes, mark: bytes*}
  - {event: left, mark: bytes*}
  - {event: left, mark: bytes*, command: dec}
  - {event: wraps, mark: wraps}
  - {event: helper, mark: helper}
//--- transparent.yaml
version: 1
events:
  - {event: slow, mark: slow.path}
  - {event: helper, mark: helper, in: helper}
defaults: {fidelity: transparent}
//--- lost.yaml
version: 1
events:
  - {event: slow, mark: slow.path}
  - {event: bytes, mark: bytes}
  - {event: empty, mark: empty}
defaults: {fidelity: transparent}
//--- a.c
#include <udpc/udpc.h>
#ifndef BARE
#include <stdio.h>
#include <stdlib.h>
#else
int atoi(const char *);
#endif
int helper(int X);
static int work(int X) {
  if (X % 3 == 0) {
    UDPC_MARK(slow.path);
    X = helper(X);
  } else {
    UDPC_MARK(fast.path);
  }
  if (X > 1000)
    UDPC_MARK(empty);
  return X;
}
static int next(int *X) { return ++*X; }
int main(int Count, char **Arguments) {
  int N = atoi(Arguments[1]), Sum = 0, X = 0;
  for (int I = 0; I < N; ++I) {
    Sum += work(I);
    UDPC_MARK_N(bytes, next(&X) % 76);
  }
  // Of no plain amount: the pattern takes both.
  for (int I = 0; I < 30; ++I)
    UDPC_MARK(bytes.one);
  UDPC_MARK_N(bytes.none, 0);
  UDPC_MARK_N(wraps, -2);
#ifdef READ
  printf("%d %d\n", (int)udpc_read(udpc_event_find("slow")),
         (int)udpc_read(udpc_event_find("bytes")));
#endif
  return Sum == 0;
}
//--- c.c
#include <udpc/udpc.h>
static int once(int X) {
  if (X % 5 == 0) {
    UDPC_MARK(slow.path);
    return X / 7;
  }
  return X;
}
int many(int *A, int N) {
  int S = 0;
  for (int I = 0; I < N; ++I) {
    UDPC_MARK(slow.path);
    S += once(A[I]);
  }
  return S;
}
//--- b.c
#include <udpc/udpc.h>
int calls;
int helper(int X) {
  UDPC_MARK(helper);
  ++calls;
  return X + 1;
}
