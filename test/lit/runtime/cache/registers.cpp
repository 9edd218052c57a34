// The entry points preserve every register except the flags in all cases:
// a thread's first call, a first miss, a miss, a hit, a line among the last.
// At any stack alignment.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang++ -std=c++17 -O1 -I%udpc_src/include -I%S/Inputs -I%S/../costs/Inputs %s \
// RUN:   -L%udpc_lib -ludpc_rt -pthread -o a
// RUN: env UDPC_OPTIONS=D1=32768,8,64:I1=32768,8,64:LL=1048576,16,64 ./a 2> /dev/null | FileCheck %s --match-full-lines
// RUN: %python %S/../costs/Inputs/costs.py udpc.*.cache | FileCheck %s --check-prefix=MISSES
// CHECK: 42 calls, all registers kept
// CHECK-NOT:{{.}}
//
// That the calls did all of this: see main().
// MISSES: operation 0.0: 7 7
// MISSES-NEXT: line 0.2: 0 2 2 42 1 1 12 1 1

#include "tell.h"
#include <cpuid.h>
#include <stdio.h>
#include <string.h>

struct alignas(64) Registers {
  unsigned char Vectors[32][64]; // 0
  uint64_t Masks[8];             // 2048
  uint64_t General[16];          // 2112: in the order of their numbers
  unsigned char X87[512];        // 2240: fxsave
};
static_assert(offsetof(Registers, General) == 2112 &&
              offsetof(Registers, X87) == 2240);

// Loads all registers from *In, calls *Target with the stack as far off as
// said, stores them to *Out. 0: SSE; 1: AVX; 2: AVX-512.
extern "C" void callWith(const Registers *In, Registers *Out, void *Target,
                         long Off, long Vectors);
#define N16(M)                                                                 \
  M(0)                                                                         \
  M(1) M(2) M(3) M(4) M(5) M(6) M(7) M(8) M(9) M(10) M(11) M(12) M(13) M(14)   \
      M(15)
#define H16(M)                                                                 \
  M(16)                                                                        \
  M(17) M(18) M(19) M(20) M(21) M(22) M(23) M(24) M(25) M(26) M(27) M(28)      \
      M(29) M(30) M(31)
#define K7(M) M(1) M(2) M(3) M(4) M(5) M(6) M(7)
#define MOVE(I, N, T) I " " #N "*64(%rax), %" T #N "\n"
#define BACK(I, N, T) I " %" T #N ", " #N "*64(%rax)\n"
#define XL(N) MOVE("movups", N, "xmm")
#define XS(N) BACK("movups", N, "xmm")
#define YL(N) MOVE("vmovups", N, "ymm")
#define YS(N) BACK("vmovups", N, "ymm")
#define ZL(N) MOVE("vmovups", N, "zmm")
#define ZS(N) BACK("vmovups", N, "zmm")
#define KL(N) "kmovw 2048+" #N "*8(%rax), %k" #N "\n"
#define KS(N) "kmovw %k" #N ", 2048+" #N "*8(%rax)\n"
#define GENERAL(M)                                                             \
  M("rcx", 1)                                                                  \
  M("rdx", 2) M("rbx", 3) M("rbp", 5) M("rsi", 6) M("rdi", 7) M("r8", 8)       \
      M("r9", 9) M("r10", 10) M("r11", 11) M("r12", 12) M("r13", 13)           \
          M("r14", 14) M("r15", 15)
#define GL(R, N) "movq 2112+8*" #N "(%rax), %" R "\n"
#define GS(R, N) "movq %" R ", 2112+8*" #N "(%rax)\n"
asm(".text\n.globl callWith\ncallWith:\n"
    "pushq %rbx\npushq %rbp\npushq %r12\npushq %r13\npushq %r14\npushq %r15\n"
    "leaq Place(%rip), %rax\n"
    "movq %rsi, (%rax)\nmovq %rdx, 8(%rax)\nmovq %rsp, 16(%rax)\nmovq %r8, "
    "24(%rax)\n"
    "subq %rcx, %rsp\n"
    "movq %rdi, %rax\n"
    "fxrstor64 2240(%rax)\n"
    "cmpq $1, %r8\nje 1f\njg 2f\n" N16(
        XL) "jmp 3f\n"
            "1:\n" N16(
                YL) "jmp 3f\n"
                    "2:\n" N16(ZL) H16(ZL) K7(KL) "3:\n" GENERAL(
                        GL) "movq 2112(%rax), %rax\n"
                            "callq *Place+8(%rip)\n"
                            "movq %rax, Place+32(%rip)\n"
                            "movq Place(%rip), %rax\n" GENERAL(
                                GS) "movq Place+32(%rip), %rcx\nmovq %rcx, "
                                    "2112(%rax)\n"
                                    "cmpq $1, Place+24(%rip)\nje 1f\njg "
                                    "2f\n" N16(
                                        XS) "jmp 3f\n"
                                            "1:\n" N16(
                                                YS) "jmp 3f\n"
                                                    "2:\n" N16(ZS) H16(ZS) K7(
                                                        KS) "3:\n"
                                                            "fxsave64 "
                                                            "2240(%rax)\n"
                                                            "movq "
                                                            "Place+16(%rip), "
                                                            "%rsp\n"
                                                            "popq %r15\npopq "
                                                            "%r14\npopq "
                                                            "%r13\npopq "
                                                            "%r12\npopq "
                                                            "%rbp\npopq "
                                                            "%rbx\nretq\n"
                                                            ".bss\n.p2align "
                                                            "3\nPlace: .zero "
                                                            "64\n.text\n");

static long vectors() {
  unsigned A, B, C, D, Low, High;
  if (!__get_cpuid(1, &A, &B, &C, &D) || !(C & bit_OSXSAVE))
    return 0;
  asm("xgetbv" : "=a"(Low), "=d"(High) : "c"(0));
  __get_cpuid_count(7, 0, &A, &B, &C, &D);
  if ((Low & 0xe6) == 0xe6 && B & bit_AVX512F)
    return 2;
  return (Low & 6) == 6;
}

static int NumCalls;
static Registers In, Out;

static void call(void (*Target)(), const void *Rdi, const void *Rsi,
                 uint64_t Rdx = 0, const void *Rax = nullptr) {
  static uint64_t X = 1;
  static const long Kind = vectors();
  for (long Off = 128; Off != 128 + 2; ++Off) {
    memset(&In, 0, sizeof(In));
    memset(&Out, 0, sizeof(Out));
    size_t Width = 16 << Kind;
    for (int I = 0; I != (Kind == 2 ? 32 : 16); ++I)
      for (size_t J = 0; J != Width; ++J)
        In.Vectors[I][J] = (X = X * 6364136223846793005 + 1) >> 56;
    for (int I = 1; Kind == 2 && I != 8; ++I)
      In.Masks[I] = (X = X * 6364136223846793005 + 1) >> 48;
    for (int I = 0; I != 16; ++I)
      In.General[I] = X = X * 6364136223846793005 + 1;
    In.General[4] = 0; // The stack pointer's place.
    In.General[6] = (uint64_t)Rsi;
    if (Rdi)
      In.General[7] = (uint64_t)Rdi;
    if (Rax) {
      In.General[2] = Rdx;
      In.General[0] = (uint64_t)Rax;
    }
    // As at the start of a program, but for a number and another rounding.
    asm volatile("fld1\n\tfxsave64 %0\n\tfstp %%st(0)" : "=m"(In.X87));
    *(uint32_t *)(In.X87 + 24) = 0x3f80;
    // Also at odd addresses of the stack: only the second round is aligned.
    callWith(&In, &Out, (void *)Target, Off == 128 ? 136 : 128, Kind);
    ++NumCalls;
    uint32_t Control;
    memcpy(&Control, Out.X87 + 24, 4);
    asm volatile("ldmxcsr %0" ::"m"(*(const uint32_t *)"\x80\x1f\0\0"));
    if (memcmp(&In, &Out, offsetof(Registers, X87)) || Control != 0x3f80 ||
        memcmp(In.X87, Out.X87, 6) || memcmp(In.X87 + 32, Out.X87 + 32, 10)) {
      printf("call %d has changed a register\n", NumCalls);
      const unsigned char *A = (unsigned char *)&In, *B = (unsigned char *)&Out;
      for (size_t I = 0; I != sizeof(In); ++I)
        if (A[I] != B[I]) {
          printf("first at %zu\n", I);
          break;
        }
    }
  }
}

alignas(4096) static char Array[65536];

int main() {
  startTelling({{"loads", 0}, {"others", 0}});
  const auto *Rec = &Records[0][3];
  char *At = Array;
  // The thread's first call, and the first miss of the operation; a hit.
  call(__udpc_access, At, Rec);
  // Two lines more of the set; each of them in turn.
  for (int I = 1; I != 3; ++I)
    call(__udpc_access, At + I * 4096, Rec);
  for (int I = 0; I != 3; ++I)
    call(__udpc_access, At + I * 4096, Rec);
  for (int I = 0; I != 3; ++I)
    call(__udpc_access, At + 20480 + 60, Rec); // Over two lines.
  // A group of three.
  static udpc::abi::AccessRec Group[3];
  for (int I = 0; I != 3; ++I) {
    Group[I] = *Rec;
    Group[I].Unit = (char *)&TheUnit.Unit - (char *)&Group[I].Unit;
    Group[I].Displacement = I * 128 - 128;
    Group[I].IsLast = I == 2;
  }
  call(__udpc_access, At + 30000, Group);
  call(__udpc_access, At + 30000, Group);

  static udpc::abi::FetchRec Fetches[3];
  static uint64_t Stamps[2];
  for (int I = 0; I != 3; ++I) {
    Fetches[I] = {0, 0x40000u + I % 2 * 64, 2};
    Fetches[I].Unit = (char *)&TheUnit.Unit - (char *)&Fetches[I].Unit;
    call(__udpc_fetch, &Stamps[I % 2], &Fetches[I]);
  }
  static udpc::abi::RangeRec Ranges[7];
  strcpy(Array + 50000, "text");
  strcpy(Array + 60000, "text");
  for (int I = 0; I != 7; ++I) {
    Ranges[I] = {0, 2, (uint8_t)I, {}};
    Ranges[I].Unit = (char *)&TheUnit.Unit - (char *)&Ranges[I].Unit;
    call(__udpc_range, Array + 50000, I == 1 || I == 3 ? (char *)1 : Array + 60000, 4,
         &Ranges[I]);
  }
  printf("%d calls, all registers kept\n", NumCalls);
}
