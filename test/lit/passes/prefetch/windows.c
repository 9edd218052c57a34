// Windows on x86-64: its unwind information has one byte for where things are in
// a prologue, and an epilogue is known by its instructions, a jump through memory
// included. Prefetches stay out of both; elsewhere they are as ever.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{build} = clang --target=x86_64-pc-windows-msvc -O2 -gmlt -gdwarf -fdebug-info-for-profiling \
// DEFINE:   -fpass-plugin=%plugin -S %s
// RUN: echo 'work:0:0' > hints.afdo
// RUN: each line 0 1 2 3 4 -- each number 0 1 2 3 4 5 6 7 8 9 10 11 12 \
// RUN:   -- echo " {line}.{number}: 0 __prefetch_nta_0:4096" >> hints.afdo
// RUN: %{build} -mllvm -prefetch-hints-file=hints.afdo -mllvm -verify-machineinstrs -Rpass=udpc -Rpass-missed=udpc \
// RUN:   -o - 2> remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < remarks
// RUN: clang --target=x86_64-pc-windows-msvc -O2 -gmlt -gdwarf -fdebug-info-for-profiling -fpass-plugin=%plugin \
// RUN:   -mllvm -prefetch-hints-file=hints.afdo -c %s -o code.obj
// RUN: llvm-readobj --unwind code.obj | FileCheck %s --check-prefix=UNWIND

// CHECK-LABEL: {{^}}work:
// CHECK-NOT:   prefetch{{nta|t}}
// CHECK:       .seh_endprologue
// CHECK:       prefetchnta 4096(%
// CHECK:       .seh_startepilogue
// CHECK-NOT:   prefetch{{nta|t}}
// CHECK:       .seh_endproc
// UNWIND: PrologSize: {{[0-9]+$}}
struct Object { void (*Call)(struct Object *, double); double Value; };
double get(double, double);
__attribute__((noinline)) void work(struct Object *O, double A) {
  double B = get(O->Value, A);
  double C = get(A, B);
  O->Call(O, A + B * C);
}

// REMARK-DAG: (nta, 4096) is not applied: Windows' unwinder counts the instructions there
// REMARK-DAG: (nta, 4096) is applied
