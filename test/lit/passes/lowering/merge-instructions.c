// Sites that are always executed together share one udpc instruction, which
// says how many they are: those of one event and command, of two events whose
// counters follow each other, or of a set of events and commands.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml -Rpass=udpc -c a.c -o a.o 2> remarks
// RUN: llvm-objdump -d a.o | FileCheck a.c --check-prefix=X86
// RUN: FileCheck a.c --check-prefix=REMARK < remarks
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml -fPIC -c a.c -o pic.o
// RUN: llvm-objdump -d pic.o | FileCheck a.c --check-prefix=X86
// RUN: udpc-clang -O2 --target=riscv64-linux-gnu -fudpc-spec=spec.yaml -c a.c -o rv.o
// RUN: llvm-objdump -d -M no-aliases rv.o | FileCheck a.c --check-prefix=RISCV
//
// The counts are the same: merged or not, natively and under QEMU, in a library
// and with link-time optimisation.
// RUN: check() { \
// RUN:   udpc-clang $flags -fudpc-spec=spec.yaml a.c -DMAIN -o a.out && \
// RUN:   UDPC_OPTIONS=output=a.prof:enable='*' ./a.out && \
// RUN:   udpc report --sites a.prof | FileCheck a.c --check-prefix=COUNTS && \
// RUN:   qemu-x86_64 -plugin "%counter_unit,out=a.json" ./a.out && \
// RUN:   udpc sites --counters a.json a.out | FileCheck a.c --check-prefix=UNIT; \
// RUN: }
// RUN: each flags -O0 -O2 "-O2 -fPIC -mllvm -udpc-no-thread-locals" "-O2 -flto=thin -fuse-ld=lld" \
// RUN:   "-O3 -flto=full -fuse-ld=lld" -- check
//
// An event that is off stays off where another is on, and so do commands.
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml a.c -DMAIN -o a.out
// RUN: UDPC_OPTIONS=output=b.prof:enable=returns ./a.out && udpc report b.prof | FileCheck a.c --check-prefix=RETURNS
// RUN: UDPC_OPTIONS=output=b.prof:enable=calls ./a.out && udpc report b.prof | FileCheck a.c --check-prefix=CALLS
// RUN: UDPC_OPTIONS=output=b.prof:enable='*':mask=returns ./a.out
// RUN: udpc report b.prof | FileCheck a.c --check-prefix=CALLS
// RUN: qemu-x86_64 -plugin "%counter_unit,out=a.json,mask=1" ./a.out
// RUN: udpc sites --counters a.json a.out | FileCheck a.c --check-prefix=MASKED-UNIT
// RUN: UDPC_OPTIONS=output=b.prof:enable='*':mask=balance/dec ./a.out
// RUN: udpc report b.prof | FileCheck a.c --check-prefix=MASKED
// RUN: udpc-clang -O2 --target=riscv64-linux-gnu -static -fudpc-spec=spec.yaml a.c -DMAIN -o rv
// RUN: qemu-riscv64 -plugin "%counter_unit,out=rv.json,mask=2/dec" ./rv
// RUN: udpc sites --counters rv.json rv | FileCheck a.c --check-prefix=RISCV-UNIT
//
// What an instruction stands for.
// RUN: udpc sites a.out | FileCheck a.c --check-prefix=SITES
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: "*"}
  - {event: returns, return: "*"}
  - {event: balance, entry: "inner"}
  - {event: balance, return: "inner", command: dec}
defaults: {lowering: instruction}
//--- a.c
void outside(void);
static inline int inner(int X) { return X * 3; }
static inline int outer(int X) { return inner(X) + inner(X + 1); }

// Entries of `together`, `outer` and twice `inner`; returns likewise; two of
// `inner` up and down.
// X86-LABEL: <together>:
// X86:         84 a8 00 84 48 dc nopw -0x23b77c00(%rax,%rbp,4)
// X86-NOT:     nopw -
// X86:         retq
// RISCV-LABEL: <together>:
// RISCV-DAG:     sltiu zero, gp, 0xc0
// RISCV-DAG:     slti zero, sp, -0x7ee
// RISCV-NOT:     slti{{u?}} zero
// RISCV:         {{jalr|c.jr}}
// REMARK: remark: one instruction for 12 sites, which are always executed together
__attribute__((noinline)) int together(int X) { return outer(X); }

// Not over a call.
// X86-LABEL: <around>:
// X86:         84 a8 00 22 24 dc nopw
// X86-NOT:     nopw -
// X86:         callq
// X86:         84 a8 00 41 24 dc nopw
// X86-NOT:     nopw -
// X86:         retq
__attribute__((noinline)) int around(int X) {
  int Y = inner(X);
  outside();
  return Y + inner(X);
}

// More than an instruction can say: 41 entries of one block, 41 returns, and 40
// in each direction, 31 of which are a set.
// X86-LABEL: <many>:
// X86-DAG:     84 00 c0 ff fc dc nopw
// X86-DAG:     84 00 00 42 fc dc nopw
// X86-DAG:     84 88 02 ff 03 dc nopw
// X86-DAG:     84 88 02 29 01 dc nopw
// X86-NOT:     nopw -
// X86:         retq
#define TEN(X) inner(X), inner(X), inner(X), inner(X), inner(X), inner(X), inner(X), inner(X), inner(X), inner(X)
__attribute__((noinline)) int many(int X) { return TEN(X), TEN(X), TEN(X), TEN(X); }

#ifdef MAIN
__attribute__((noinline)) void outside(void) { asm volatile(""); }
int main(void) {
  volatile int Sum = 0;
  for (int I = 0; I < 10; ++I)
    Sum += together(I) + around(I) + many(I);
  return 0;
}
#endif
// COUNTS-DAG: calls 440 {{.*}} inner
// COUNTS-DAG: calls 10 {{.*}} outer
// COUNTS-DAG: calls 10 {{.*}} around
// COUNTS-DAG: returns 440 {{.*}} inner
// COUNTS-DAG: balance 440 {{.*}} inc entry {{.*}} inner
// COUNTS-DAG: balance 440 {{.*}} dec return {{.*}} inner
// UNIT-DAG: calls 491
// UNIT-DAG: returns 491
// UNIT-DAG: balance 0
// RETURNS: calls 0
// RETURNS: returns 491
// RETURNS: balance 0
// CALLS: calls 491
// CALLS: returns 0
// MASKED-UNIT: calls 491
// MASKED-UNIT-NOT: returns
// MASKED: balance 440
// RISCV-UNIT-DAG: calls 491
// RISCV-UNIT-DAG: returns 491
// RISCV-UNIT-DAG: balance 440
//
// SITES:      [[AT:0x[0-9a-f]+]] 0 inc calls entry a.c:{{[0-9]+}} together{{ *$}}
// SITES-NEXT: [[AT]] 1 inc returns return a.c:{{[0-9]+}} together{{ *$}}
// SITES-NEXT: [[AT]] 0 inc calls entry a.c:3 outer together
// SITES-NEXT: [[AT]] 1 inc returns return a.c:3 outer together
// SITES-NEXT: [[AT]] 0 inc calls entry a.c:2 inner together
// SITES-NEXT: [[AT]] 0 inc calls entry a.c:2 inner together
// SITES-NEXT: [[AT]] 1 inc returns return a.c:2 inner together
// SITES-NEXT: [[AT]] 1 inc returns return a.c:2 inner together
// SITES-NEXT: [[AT]] 2 inc balance entry a.c:2 inner together
// SITES-NEXT: [[AT]] 2 inc balance entry a.c:2 inner together
// SITES-NEXT: [[AT]] 2 dec balance return a.c:2 inner together
// SITES-NEXT: [[AT]] 2 dec balance return a.c:2 inner together
