// Machine code that is not as usual: what other options make of it, and what
// is at the end of blocks. The verifier checks our output by LLVM's own rules.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
//
// A conditional tail call leaves the block that falls into the loop: only what
// continues after it enters.
// RUN: udpc-clang -O2 -S -mllvm -verify-machineinstrs -fudpc-spec=loop.yaml tail.c -o - \
// RUN:   | FileCheck %s --check-prefix=TAIL
// TAIL-LABEL: scan:
// TAIL-NOT:   nopw -
// TAIL:       jg other@PLT # TAILCALL
// TAIL:       nopw -
// TAIL:       .LBB0_1:
//
// ENDBR64 stays first, although it has the line of what follows.
// RUN: udpc-clang -O2 -S -fcf-protection=branch -fudpc-spec=lines.yaml tail.c -o - | FileCheck %s --check-prefix=IBT
// IBT-LABEL: three:
// IBT-NOT:   nopw -
// IBT:       endbr64
// IBT:       nopw -
//
// Sites between the branches of a block, and functions that code generation
// makes itself, after our pass.
// RUN: compile() { udpc-clang $flags -c -mllvm -verify-machineinstrs -fudpc-spec=all.yaml switch.c -o switch.o; }
// RUN: each flags "-O0" "-O2" "-O2 -mretpoline" "-O2 -mlvi-cfi" "-O2 -fcf-protection" \
// RUN:   "-O2 -fxray-instrument -fxray-instruction-threshold=1" "-O2 -fbasic-block-sections=all" -- compile
// RUN: udpc-clang -O2 -S -mretpoline -fudpc-spec=all.yaml switch.c -o - | FileCheck %s --check-prefix=THUNK
// THUNK-LABEL: __llvm_retpoline_r11:
// THUNK:       callq
// THUNK:       retq
//
// XRay's returns and tail calls are returns.
// RUN: udpc-clang -O2 -c -g -fxray-instrument -fxray-instruction-threshold=1 -Rpass=udpc -fudpc-spec=all.yaml \
// RUN:   switch.c -o switch.o 2>&1 | FileCheck %s --check-prefix=XRAY
// XRAY: remark: event 'out': inc by an instruction at each of {{[0-9]+}} returns of parse
// XRAY: remark: event 'out': inc by an instruction at each of 1 returns of tail
//
// Lines count also where they are inlined into code without a source.
// RUN: udpc-clang++ -O2 -fudpc-spec=init.yaml init.cpp -o init
// RUN: env UDPC_OPTIONS=enable=*:output=init.prof ./init && %counts init.prof | FileCheck %s --check-prefix=INIT
// INIT: line 7
//
// ThinLTO: code that a module imports counts in its own unit.
// RUN: udpc-clang++ -O2 -flto=thin -fuse-ld=lld -fudpc-spec=thin.yaml thin.cpp callee.cpp -o thin
// RUN: env UDPC_OPTIONS=enable=*:output=thin.prof ./thin && %counts thin.prof | FileCheck %s --check-prefix=THIN
// THIN-DAG: main 1
// THIN-DAG: line 100
//
// IR that waits for its sites is input of another compilation, or of llc.
// RUN: udpc-clang++ -O2 -c -emit-llvm -fudpc-spec=init.yaml init.cpp -o init.bc
// RUN: udpc-clang++ -fudpc-spec=init.yaml init.bc -o init
// RUN: env UDPC_OPTIONS=enable=*:output=init.prof ./init && %counts init.prof | FileCheck %s --check-prefix=INIT
// RUN: llc -load %plugin -relocation-model=pic -filetype=obj init.bc -o init.o && udpc-clang++ init.o -o init
// RUN: env UDPC_OPTIONS=enable=*:output=init.prof ./init && %counts init.prof | FileCheck %s --check-prefix=INIT
//
// Names that assemblers read in quotes only.
// RUN: udpc-clang -c -fudpc-spec=all.yaml names.c -o names.o
// RUN: udpc-clang -c -fno-integrated-as -fudpc-spec=all.yaml -DGAS names.c -o names.o
//
// Two functions of one name in LTO: one is renamed.
// RUN: check() { \
// RUN:   udpc-clang -O2 -flto=$lto -fuse-ld=lld -fudpc-spec=same.yaml same.c other.c -o same && \
// RUN:   env UDPC_OPTIONS=enable=*:output=same.prof ./same && \
// RUN:   %counts same.prof | FileCheck %s --check-prefix=SAME; \
// RUN: }
// RUN: each lto full thin -- check
// SAME: same 20
//
// Where the linker makes code in parts, a unit's table cannot be complete.
// RUN: not udpc-clang++ -O2 -flto -fuse-ld=lld -Wl,--lto-partitions=2 -fudpc-spec=thin.yaml thin.cpp callee.cpp \
// RUN:   -o parts 2>&1 | FileCheck %s --check-prefix=PARTS
// PARTS: error: udpc: fidelity: transparent needs the code of a module in one piece; link without --lto-partitions
//--- loop.yaml
version: 1
events: [{event: starts, loop: executions, in: scan}]
defaults: {fidelity: transparent}
//--- lines.yaml
version: 1
events: [{event: lines, line: "tail.c:*"}]
defaults: {fidelity: transparent}
//--- tail.c
void other(int);
void scan(int X, volatile unsigned *P) {
  if (X > 3)
    return other(X);
  do
    ;
  while (*P++);
}
int three(void) { return 3; }
//--- all.yaml
version: 1
events:
  - {event: line, line: "switch.c:*"}
  - {event: in, entry: "*"}
  - {event: out, return: "*"}
  - {event: starts, loop: executions, in: "*"}
  - {event: rounds, loop: iterations, in: "*"}
defaults: {fidelity: transparent}
//--- switch.c
int work(int);
int parse(const char *P, int (*Other)(int)) {
  int N = 0;
  for (;;)
    switch (*P++) {
    case 'a': N++; continue;
    case 'b': N += 2;
    case 'c': N *= work(N); continue;
    case 'd': N ^= 3;
    case 'e': Other(N); break;
    case 'f': while (*P == 'f') P++; continue;
    case 0: return N;
    default: N += work(9);
    }
}
double sum(double *A, double *B, int N) {
  double S = 0;
  for (int I = 0; I < N; I++)
    if (A[I] != B[I])
      S += A[I] / B[I];
    else
      S -= 1;
  return S;
}
int tail(int X) { return work(X + 1); }
//--- init.yaml
version: 1
events: [{event: line, line: "init.cpp:4"}]
defaults: {fidelity: transparent}
//--- init.cpp
static int sum(int N) {
  int S = 0;
  for (volatile int I = 0; I < N; I = I + 1)
    S += I;
  return S;
}
int Sum = sum(7);
int main() { return 0; }
//--- names.c
int space(int X) __asm__("odd name");
int space(int X) { return X; }
int dollar(int X) __asm__("dol$lar");
int dollar(int X) { return X; }
int été(int X) { return X; }
#ifndef GAS
int quote(int X) __asm__("quo\"te");
int quote(int X) { return X; }
int slash(int X) __asm__("back\\slash");
int slash(int X) { return X; }
#endif
//--- same.yaml
version: 1
events: [{event: same, entry: same}]
defaults: {fidelity: transparent}
//--- other.c
static __attribute__((noinline)) int same(int X) {
  asm volatile("");
  return X + 1;
}
int other(int X) { return same(X); }
//--- same.c
static __attribute__((noinline)) int same(int X) {
  asm volatile("");
  return X;
}
int other(int);
int main() {
  int S = 0;
  for (int I = 0; I < 10; ++I)
    S += other(I) + same(I);
  return S == 1;
}
//--- thin.yaml
version: 1
events:
  - {event: main, entry: main}
  - {event: line, line: "callee.cpp:3"}
defaults: {fidelity: transparent}
//--- callee.cpp
int work(int X) {
  volatile int V = X;
  V = V + 1;
  return V;
}
//--- thin.cpp
int work(int);
int main() {
  int S = 0;
#pragma clang loop unroll(disable)
  for (int I = 0; I < 100; ++I)
    S += work(I) & 1;
  return S == 1;
}
