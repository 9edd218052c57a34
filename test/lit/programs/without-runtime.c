// Objects that are linked without the runtime run uncounted, in every lowering
// and with a profile of counts. Whoever sets UDPC_OPTIONS is told, but for static
// programs: nothing pulls in what prints.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: for how in -fudpc-lowering=inline -fudpc-lowering=call -fudpc-lowering=instruction -fudpc-fidelity=transparent; do \
// RUN:   udpc-clang -O2 -c -fudpc-spec=spec.yaml $how hosted.c -o hosted.o || exit 1; \
// RUN:   for link in -static -no-pie -pie; do clang $link hosted.o -o hosted && ./hosted > out 2>&1 && not grep . out || exit 1; done; \
// RUN:   env UDPC_OPTIONS= ./hosted 2>&1; done | FileCheck %s
// RUN: udpc-clang -O2 -c -fudpc-profile=counts hosted.c -o hosted.o && clang hosted.o -o hosted && env UDPC_OPTIONS= ./hosted 2>&1 | FileCheck %s --check-prefix=ONCE
// CHECK-COUNT-4: udpc: the module with hosted.c is not counted: the program has no runtime; link it by udpc-clang with -ludpc_rt
// ONCE: udpc: the module with hosted.c is not counted
// RUN: ls | not grep '^udpc\|cachegrind'
//
// Freestanding programs need have no thread-local storage and no C library. The
// driver says at the link that they are not counted.
// RUN: for how in -fudpc-lowering=inline -fudpc-lowering=call -fudpc-lowering=instruction -fudpc-fidelity=transparent; do \
// RUN:   udpc-clang -O2 -c -ffreestanding -fudpc-spec=spec.yaml $how bare.c -o bare.o || exit 1; \
// RUN:   ld.lld bare.o -o bare && ./bare || exit 1; clang -nostdlib bare.o -o bare && ./bare || exit 1; \
// RUN:   udpc-clang -O2 -ffreestanding -nostdlib -fudpc-spec=spec.yaml $how bare.c -o bare 2>&1 && ./bare || exit 1; done \
// RUN:   | FileCheck %s --check-prefix=BARE
// BARE-COUNT-4: udpc-clang: warning: the program is linked without the runtime and is not counted, since a flag leaves out the standard libraries; add -ludpc_rt
// RUN: udpc-clang -O2 -c -ffreestanding -fudpc-profile=cache bare.c -o bare.o 2>&1 | FileCheck %s --check-prefix=COSTS
// COSTS: warning: udpc counts costs in thread-local variables; bare.c is not counted; compile without -femulated-tls and -ffreestanding
// RUN: ld.lld bare.o -o bare && ./bare
//
// A program without a cost profile that was to have one.
// RUN: udpc-clang -O2 -fPIC -fudpc-profile=counts hosted.c -o hosted 2>&1 | FileCheck %s --check-prefix=PIC
// PIC: warning: udpc profiles code of executables only; hosted.c is not counted
// PIC: warning: hosted has no cost profile: none of its objects was compiled with -fudpc-profile for an executable (-fPIE; not -fPIC)
//--- spec.yaml
version: 1
events:
  - {event: work, entry: work}
  - {event: rounds, loop: iterations, in: "*"}
//--- hosted.c
__attribute__((noinline)) static int work(int X) {
  __asm__ volatile("");
  return X + 1;
}
int main(void) {
  int S = 0;
  for (int I = 0; I < 5; ++I)
    S = work(S);
  return S != 5;
}
//--- bare.c
__attribute__((noinline)) static int work(int X) {
  __asm__ volatile("");
  return X + 1;
}
void _start(void) {
  long S = 0;
  for (int I = 0; I < 5; ++I)
    S = work(S);
  __asm__ volatile("syscall" ::"a"(60L), "D"(S != 5));
  __builtin_unreachable();
}
