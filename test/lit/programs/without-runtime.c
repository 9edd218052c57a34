// Objects that are linked without the runtime run uncounted, in every lowering
// and with a profile of counts. A warning is printed if UDPC_OPTIONS is set, but for static
// programs: nothing links the code that prints.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check_silent() { clang $link hosted.o -o hosted && ./hosted > out 2>&1 && not grep . out; }
// RUN: check_events() { \
// RUN:   udpc-clang -O2 -c -fudpc-spec=spec.yaml $how hosted.c -o hosted.o && \
// RUN:   each link -static -no-pie -pie -- check_silent && \
// RUN:   env UDPC_OPTIONS= ./hosted 2>&1; \
// RUN: }
// RUN: each how -fudpc-lowering=inline -fudpc-lowering=call -fudpc-lowering=instruction -fudpc-fidelity=transparent \
// RUN:   -- check_events | FileCheck %s
// RUN: udpc-clang -O2 -c -fudpc-profile=counts hosted.c -o hosted.o
// RUN: clang hosted.o -o hosted
// RUN: env UDPC_OPTIONS= ./hosted 2>&1 | FileCheck %s --check-prefix=ONCE
// CHECK-COUNT-4: udpc: the module with hosted.c is not counted: the program has no runtime; link it by udpc-clang with -ludpc_rt
// ONCE: udpc: the module with hosted.c is not counted
//
// Objects that simulate caches bring along what they share with the simulation,
// which needs to be named at a link by hand. No thread has that twice.
// RUN: udpc-clang -O2 -c -fudpc-profile=cache hosted.c -o hosted.o
// RUN: udpc-clang -O2 -c -fudpc-profile=cache other.c -o other.o
// RUN: check_costs() { \
// RUN:   clang $link hosted.o other.o -o hosted && \
// RUN:   ./hosted > out 2>&1 && \
// RUN:   not grep . out && \
// RUN:   env UDPC_OPTIONS= ./hosted 2>&1 && \
// RUN:   clang $link hosted.o other.o -Wl,-u,__udpc_runtime -L%udpc_lib -ludpc_rt -o hosted && \
// RUN:   ./hosted 2>&1 && \
// RUN:   clang $link hosted.o other.o -Wl,-u,__udpc_runtime,-u,__udpc_simulation -L%udpc_lib -ludpc_rt -o hosted && \
// RUN:   ./hosted 2>&1 && \
// RUN:   test $(($(llvm-readelf -lW hosted | awk '$1 == "TLS" { print $6 }'))) -lt 122880; \
// RUN: }
// RUN: each link -no-pie -static -pie "-pie -fuse-ld=lld" -- check_costs > cache.out
// RUN: FileCheck %s --check-prefix=CACHE < cache.out
// CACHE: udpc: the module with hosted.c is not counted
// CACHE: udpc: warning: some of the program's code simulates caches, but the simulation is not linked: no misses are counted; link by udpc-clang, or with -Wl,-u,__udpc_simulation
// CACHE-NOT: D1  misses
// CACHE: I   refs
// CACHE: D1  misses: {{ *[1-9]}}
// RUN: udpc-clang hosted.o other.o -o hosted && ./hosted 2>&1 | FileCheck %s --check-prefix=MISSES
// RUN: check_lto() { \
// RUN:   udpc-clang -O2 $lto -fuse-ld=lld -fudpc-profile=cache hosted.c other.c -o hosted && \
// RUN:   ./hosted 2>&1 | FileCheck %s --check-prefix=MISSES; \
// RUN: }
// RUN: each lto -flto -flto=thin -- check_lto
// MISSES: D1  misses: {{ *[1-9]}}
// RUN: rm -f cachegrind.out.* udpc.*.cache
// RUN: ls | not grep '^udpc\|cachegrind'
//
// Freestanding programs need have no thread-local storage and no C library. The
// driver says at the link that they are not counted.
// RUN: check_bare() { \
// RUN:   udpc-clang -O2 -c -ffreestanding -fudpc-spec=spec.yaml $how bare.c -o bare.o && \
// RUN:   ld.lld bare.o -o bare && \
// RUN:   ./bare && \
// RUN:   clang -nostdlib bare.o -o bare && \
// RUN:   ./bare && \
// RUN:   udpc-clang -O2 -ffreestanding -nostdlib -fudpc-spec=spec.yaml $how bare.c -o bare 2>&1 && \
// RUN:   ./bare; \
// RUN: }
// RUN: each how -fudpc-lowering=inline -fudpc-lowering=call -fudpc-lowering=instruction -fudpc-fidelity=transparent \
// RUN:   -- check_bare | FileCheck %s --check-prefix=BARE
// BARE-COUNT-4: udpc-clang: warning: the program is linked without the runtime and is not counted, since a flag leaves out the standard libraries; add -ludpc_rt
// Without start files nothing sets up the thread-local storage of a static program,
// nor relocates it.
// RUN: check_static() { udpc-clang -O2 $kind $how bare.c -o bare && ./bare; }
// RUN: each how "-fudpc-spec=spec.yaml" "-fudpc-spec=spec.yaml -fudpc-lowering=call" "-fudpc-spec=spec.yaml -fPIE" \
// RUN:   -fudpc-profile=counts,calls -fudpc-profile=cache -- each kind "-static -nostdlib" "-static-pie -nostdlib" \
// RUN:   "-nostartfiles -nodefaultlibs -static" -- check_static 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC-COUNT-15: udpc-clang: warning: the program is linked without the runtime and is not counted, since a flag leaves out the standard libraries; add -ludpc_rt{{$}}
// RUN: udpc-clang -O2 -c -fudpc-spec=spec.yaml bare.c -o bare.o
// RUN: udpc-clang -static -nostdlib bare.o -o bare 2>&1 | FileCheck %s --check-prefix=LATE
// LATE: add -ludpc_rt, or compile its objects with -ffreestanding: nothing may set up thread-local storage, in which they count
// RUN: udpc-clang -O2 -c -ffreestanding -fudpc-profile=cache bare.c -o bare.o 2>&1 | FileCheck %s --check-prefix=COSTS
// COSTS: warning: udpc counts costs in thread-local variables; bare.c is not counted; compile without -femulated-tls and -ffreestanding
// RUN: ld.lld bare.o -o bare && ./bare
// RUN: udpc-clang -O2 -c -fudpc-profile=cache threaded.c -o threaded.o
// RUN: check_linker() { $linker threaded.o -o threaded && ./threaded; }
// RUN: each linker ld ld.lld "clang -nostdlib -static" -- check_linker
//
// A program that should have a cost profile and has none.
// RUN: udpc-clang -O2 -femulated-tls -fudpc-profile=counts hosted.c -o hosted 2>&1 | FileCheck %s --check-prefix=TLS
// TLS: warning: udpc counts costs in thread-local variables; hosted.c is not counted
// TLS: warning: hosted has no cost profile: none of its objects was compiled with -fudpc-profile{{$}}
//--- spec.yaml
version: 1
events:
  - {event: work, entry: work}
  - {event: rounds, loop: iterations, in: "*"}
//--- hosted.c
__attribute__((weak)) int sum(int N);
__attribute__((noinline)) static int work(int X) {
  __asm__ volatile("");
  return X + 1;
}
int main(void) {
  int S = sum ? sum(1000) : 0;
  for (int I = 0; I < 5; ++I)
    S = work(S);
  return S != 5;
}
//--- other.c
int Other[1000];
int sum(int N) {
  int S = 0;
  for (int I = 0; I < N; ++I)
    S += Other[I]++;
  return S;
}
//--- threaded.c
// Without a C library, but with a thread pointer.
static char Storage[200000] __attribute__((aligned(64)));
char *const ThreadPointer = Storage + sizeof(Storage) - 64;
static int Numbers[1000];
__attribute__((noinline)) static int work(int X) {
  for (int I = 0; I < 1000; ++I)
    Numbers[I * 17 % 1000] += X;
  return Numbers[X];
}
__attribute__((used)) void go(void) {
  long S = 0;
  for (int I = 0; I < 5; ++I)
    S += work(I);
  __asm__ volatile("syscall" ::"a"(60L), "D"(S != 20));
  __builtin_unreachable();
}
__asm__(".globl _start\n_start: movl $158, %eax\nmovl $0x1002, %edi\n"
        "movq ThreadPointer(%rip), %rsi\nmovq %rsi, (%rsi)\nsyscall\n"
        "andq $-16, %rsp\ncall go");
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
