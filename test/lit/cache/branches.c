// Branches and their mispredictions are those of Cachegrind, line for line, in a
// program without a C library, whose code starts at an address like the one that
// is assumed.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c
// RUN: check() { \
// RUN:   clang $o -gdwarf-4 -fno-builtin -fno-stack-protector -nostdlib -static \
// RUN:     -Wl,-Ttext=0x401000 -DSTART a.c -o plain && \
// RUN:   valgrind --tool=cachegrind --cache-sim=no --branch-sim=yes \
// RUN:     --cachegrind-out-file=theirs ./plain 2> theirs.txt && \
// RUN:   udpc-clang $o -gdwarf-4 -fno-builtin -fno-stack-protector -fudpc-profile=counts,branches a.c -o counted && \
// RUN:   env UDPC_OPTIONS=cachegrind_output=ours:cache_output=ours.cache ./counted 2> ours.txt && \
// RUN:   %python %S/Inputs/same_branches.py theirs ours && \
// RUN:   grep -E "Branches|Mis" theirs.txt | sed 's/==[0-9]*==//' > a.txt && \
// RUN:   grep -E "Branches|Mis" ours.txt | sed 's/==[0-9]*==//' > b.txt && \
// RUN:   diff a.txt b.txt; \
// RUN: }
// RUN: each o "-O1" "-O2 -fPIC -march=haswell" -- check
//
// The tools read the same from the profile.
// RUN: udpc export ours.cache > exported && cmp ours exported
// RUN: udpc annotate ours.cache --functions --no-demangle --show=Bc,Bcm,Bi,Bim,Bm --threshold=0 | FileCheck %s
// RUN: udpc merge ours.cache ours.cache -o twice.cache
// RUN: udpc annotate --json twice.cache | %python -c 'import json, sys; json.load(sys.stdin)'
// RUN: udpc export --format=callgrind ours.cache | grep "^events: Ir Dr Dw Bc Bcm Bi Bim"
// CHECK: Events shown: {{ *}}Bc Bcm Bi Bim Bm
// CHECK: interpret
//
// With caches, too, and with link-time optimisation.
// RUN: udpc-clang -O2 -flto -fuse-ld=lld -gdwarf-4 -fno-builtin -fudpc-profile=cache,branches a.c -o counted
// RUN: env UDPC_OPTIONS=cachegrind_output=both:cache_output=both.cache ./counted 2> both.txt
// RUN: FileCheck %s --check-prefix=BOTH < both
// RUN: FileCheck %s --check-prefix=SUMMARY < both.txt
// BOTH: events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim
// SUMMARY: LL miss rate:
// SUMMARY-NEXT: =={{[0-9]+}}== {{$}}
// SUMMARY-NEXT: =={{[0-9]+}}== Branches:
// SUMMARY-NEXT: =={{[0-9]+}}== Mispredicts:
// SUMMARY-NEXT: =={{[0-9]+}}== Mispred rate:
// Where branches are not simulated, their number is as exact, and shown if it is
// asked for.
// RUN: udpc-clang -O2 -fPIC -march=haswell -gdwarf-4 -fno-builtin -fno-stack-protector \
// RUN:   -fudpc-profile=counts a.c -o exact
// RUN: env UDPC_OPTIONS=cache_output=exact.cache:cachegrind_output= ./exact 2> exact.txt
// RUN: branches_by_line() { \
// RUN:   udpc annotate $p.cache --annotate=false --threshold=0 --show=Bc,Bi | sed -n '/Summary/,$p' > $p.branches; \
// RUN: }
// RUN: each p exact ours -- branches_by_line
// RUN: grep -q interpret exact.branches && diff exact.branches ours.branches
// RUN: udpc annotate exact.cache --annotate=false --sort=Bi | grep "Sorted by: *Bi"
// RUN: udpc-clang -O2 -fudpc-profile=counts a.c -o none
// RUN: env UDPC_OPTIONS=cachegrind_output=none.out:cache_output= ./none 2> none.txt
// RUN: not grep -E "Bc|Branches" none.out none.txt
// RUN: not udpc-clang -fudpc-profile=branches -c a.c 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not udpc-clang -fudpc-profile=counts,branches,branches -c a.c 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: unknown profile in {{.*}}; expected counts, cache or cache-any-i1 and, after commas, branches, calls, jumps, small or region=<glob>
typedef unsigned long u64;
typedef unsigned u32;
static u32 Data[4096];
static u64 Seed = 12345;
static u32 next(void) {
  Seed = Seed * 6364136223846793005UL + 1442695040888963407UL;
  return Seed >> 33;
}
__attribute__((noinline)) static u64 sort(u32 *A, int N) {
  u64 Swaps = 0;
  for (int I = 1; I < N; ++I) {
    u32 V = A[I];
    int J = I;
    while (J > 0 && A[J - 1] > V) {
      A[J] = A[J - 1];
      --J;
      ++Swaps;
    }
    A[J] = V;
  }
  return Swaps;
}
__attribute__((noinline)) static u64 op0(u64 x) { return x + 1; }
__attribute__((noinline)) static u64 op1(u64 x) { return x * 3; }
__attribute__((noinline)) static u64 op2(u64 x) { return x ^ 0x55; }
static u64 (*volatile Ops[3])(u64) = {op0, op1, op2};
__attribute__((noinline)) static u64 calls(int N) {
  u64 S = 0;
  for (int I = 0; I < N; ++I)
    S = Ops[next() % 3](S);
  return S;
}
__attribute__((noinline)) static u64 interpret(const unsigned char *Code,
                                               int N) {
  u64 S = 1;
  for (int I = 0; I < N; ++I)
    switch (Code[I]) {
    case 0:
      S += 3;
      break;
    case 1:
      S *= 5;
      break;
    case 2:
      S ^= S >> 7;
      break;
    case 3:
      S -= 9;
      break;
    case 4:
      S = S << 3 | S >> 61;
      break;
    case 5:
      if (S & 1)
        S += 7;
      break;
    case 6:
      S = ~S;
      break;
    default:
      S += I;
    }
  return S;
}
__attribute__((noinline)) static int compare(double a, double b) {
  return a == b ? 1 : a < b ? 2 : 3;
}
static volatile double D[64];
static volatile int Lock;
__attribute__((noinline)) static u64 floats(int N) {
  u64 S = 0;
  for (int I = 0; I < N; ++I) {
    S += compare(D[I & 63], D[(I * 7) & 63]);
    if (D[I & 63] != D[I & 31])
      S += 2;
    __atomic_fetch_add(&Lock, 1, 5);
    __atomic_exchange_n(&Lock, I, 5);
  }
  return S;
}
__attribute__((noinline)) static void fill(u32 *A, long N) {
  void *P = A;
  (void)P;
  for (long I = 0; I < N; ++I)
    A[I] = next();
}
static unsigned char Program[2000];
struct big {
  u64 a[40];
};
static struct big X[3];
__attribute__((noinline)) static void copy(int i, int j) {
  for (int n = 0; n < 40; ++n)
    X[i].a[n] = X[j].a[n] + 1;
}
int run(void) {
  for (int I = 0; I < 2000; ++I)
    Program[I] = next() % 9;
  fill(Data, 600);
  for (int I = 0; I < 64; ++I)
    D[I] = next() % 5;
  u64 S = sort(Data, 600) + calls(1000) + floats(500);
  for (int I = 0; I < 5; ++I)
    S += interpret(Program, 2000);
  copy(S % 3, 1);
  return S & 127;
}
__attribute__((noreturn)) void quit(int c);
#ifdef START
__asm__(".globl _start\n.section .text.zz\n"
        "_start: andq $-16, %rsp\n call run\n movl %eax, %edi\n"
        " movl $0, %edi\n movl $231, %eax\n syscall\n");
#else
int main(void) {
  run();
  return 0;
}
#endif
