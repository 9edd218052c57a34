// Accesses and misses are those that a QEMU plugin with caches of its own counts.
// The program has no C library and no stack, so its addresses are the same there.
//
// REQUIRES: machine
// RUN: %llvm_bin/clang++ -O1 -shared -fPIC -I %udpc_src %S/Inputs/count-misses.cpp -o %t.so
// RUN: riscv64-linux-gnu-gcc -O2 -nostdlib -static -fno-stack-protector %s -o %t
// RUN: not qemu-riscv64 -plugin %t.so,out=%t.qemu %t
// RUN: not udpc-machine --I1=1024,2,64 --D1=1024,2,64 --counters=%t.json %t
// RUN: grep -E 'event ( 1| 4|36|38|47|48)"' %t.json | diff %t.qemu -
//
// No count is trivial.
// RUN: not grep -E '"value": [0-9]{1,3}}' %t.qemu

typedef unsigned long uint64_t;

static unsigned Table[1024];
static unsigned char Bytes[8192];

/* Each of these fills lines of code of its own. */
#define FUNCTION(N)                                                            \
  __attribute__((noinline, aligned(256))) static unsigned f##N(unsigned X) {   \
    Table[(X * N) % 1024] += X;                                                \
    return X * 1103515245u + N + *(unsigned *)&Bytes[X % 8188];                \
  }
FUNCTION(1)
FUNCTION(2)
FUNCTION(3)
FUNCTION(5)
FUNCTION(7)
FUNCTION(11)
FUNCTION(13)
FUNCTION(17)
FUNCTION(19)
FUNCTION(23)

__attribute__((noreturn)) void _start(void) {
  unsigned X = 1;
  for (unsigned I = 0; I < 3000; ++I) {
    X = f1(X);
    if (X & 256)
      X = f2(f3(X));
    X = f5(f7(X));
    if (X & 512)
      X = f11(f13(f17(X)));
    X = f19(f23(X));
    Bytes[X % 8192] ^= X >> 24;
  }
  register uint64_t Status __asm__("a0") = X % 100 + 1;
  register uint64_t Number __asm__("a7") = 93;
  __asm__ volatile("ecall" ::"r"(Status), "r"(Number));
  __builtin_unreachable();
}
