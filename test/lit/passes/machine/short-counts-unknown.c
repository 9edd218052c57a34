// Base registers of counts where it is not evident what changes registers: they
// are loaded again, since a wrong one would change the program's memory.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang $flags -fudpc-spec=spec.yaml -mllvm -verify-machineinstrs a.c -o a.out && \
// RUN:   UDPC_OPTIONS=output=a.prof ./a.out && \
// RUN:   udpc report --csv a.prof > now.csv && \
// RUN:   { [ -f first.csv ] || cp now.csv first.csv; } && \
// RUN:   cmp now.csv first.csv; \
// RUN: }
// RUN: each flags -O0 -O2 -Os "-O2 -fsanitize=kcfi" "-O2 -mretpoline" "-O3 -fomit-frame-pointer -mllvm -enable-ipra" \
// RUN:   -- check
// RUN: FileCheck a.c --check-prefix=COUNTS < first.csv
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml -S a.c -o - | FileCheck a.c
//
// The check of a callee and the call are a bundle.
// RUN: udpc-clang -O2 -fsanitize=kcfi -fudpc-spec=spec.yaml -S a.c -o - | FileCheck a.c --check-prefix=BUNDLE
//
// -fsplit-stack's calls do not tell what they change.
// RUN: udpc-clang -O2 -fsplit-stack -fudpc-spec=spec.yaml -S a.c -o - | FileCheck a.c --check-prefix=SPLIT
//--- spec.yaml
version: 1
events:
  - {event: lines, line: "*:*"}
//--- a.c
volatile int V[8];

static void change(int X) {
  __asm__ volatile("xor %%eax, %%eax\n\txor %%ecx, %%ecx\n\t"
                   "xor %%edx, %%edx\n\txor %%esi, %%esi\n\t"
                   "xor %%edi, %%edi\n\txor %%r8d, %%r8d\n\t"
                   "xor %%r9d, %%r9d\n\txor %%r10d, %%r10d\n\t"
                   "xor %%r11d, %%r11d" ::
                       : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10",
                         "r11", "memory");
}
static void keep(int X) {}
void (*volatile Functions[2])(int) = {change, keep};

// BUNDLE-LABEL: called:
// BUNDLE:       movq $__udpc_slots@TPOFF+{{[0-9]+}}, %[[BASE:r[a-z0-9]+]]
// BUNDLE:       callq *%
// BUNDLE-NOT:   incq {{.*}}(%[[BASE]])
// BUNDLE:       .size called
// SPLIT-LABEL: called:
// SPLIT-NOT:   movq $__udpc_slots
// SPLIT:       pushq %r
// SPLIT:       movq $__udpc_slots
// SPLIT:       callq __morestack
// SPLIT:       .size called
__attribute__((noinline)) int called(int N) {
  if (N & 1)
    V[0] = N;
  if (N & 2)
    V[1] = N;
  if (N & 4)
    V[2] = N;
  if (N & 8)
    Functions[N >> 7 & 1](N);
  if (N & 16)
    V[3] = N;
  if (N & 32)
    V[4] = N;
  if (N & 64)
    V[5] = N;
  return N;
}

// A system call changes RCX and R11.
// CHECK-LABEL: assembly:
// CHECK:       movq $__udpc_slots@TPOFF+{{[0-9]+}}, %[[BASE:r[a-z0-9]+]]
// CHECK:       incq %fs:{{-?[0-9]+}}(%[[BASE]])
// CHECK:       syscall
// CHECK:       #NO_APP
// CHECK-NOT:   incq
// CHECK:       {{movq \$__udpc_slots|incq %fs:__udpc_slots}}
// CHECK:       .size assembly
__attribute__((noinline)) int assembly(int N) {
  if (N & 1)
    V[0] = N;
  if (N & 2)
    V[1] = N;
  if (N & 4)
    V[2] = N;
  if (N & 8)
    V[3] = N;
  long Result = 39;
  __asm__ volatile("syscall" : "+a"(Result));
  if (N & 1)
    V[4] = N;
  if (N & 2)
    V[5] = N;
  if (N & 4)
    V[6] = N;
  return Result > 0;
}

// COUNTS: ,change,inc,64
// COUNTS: ,called,inc,128
int main() {
  int Sum = 0;
  for (int I = 0; I != 256; ++I)
    Sum += called(I) + assembly(I);
  return Sum != 255 * 128 + 256;
}
