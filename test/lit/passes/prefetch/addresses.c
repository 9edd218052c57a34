// Operands of all kinds: the prefetch has the operand's own address, moved, or
// a remark says why there is none.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -x86-discriminate-memops \
// RUN:   -mllvm -prefetch-hints-file=hints.afdo -mllvm -verify-machineinstrs -mavx2 -mprfchw -fno-pic -S code.c -o - \
// RUN:   -Rpass-missed=udpc 2> remarks | FileCheck code.c
// RUN: FileCheck code.c --check-prefix=MISSED < remarks
//
// Position-independent code reaches others' variables through a table.
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -x86-discriminate-memops \
// RUN:   -mllvm -prefetch-hints-file=hints.afdo -fPIC -S code.c -o - -mavx2 -Rpass-missed=udpc 2>&1 \
// RUN:   | FileCheck code.c --check-prefix=PIC
//
// x32 has 32-bit addresses.
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -x86-discriminate-memops \
// RUN:   -mllvm -prefetch-hints-file=hints.afdo --target=x86_64-linux-gnux32 -ffreestanding -S code.c -o - \
// RUN:   | FileCheck code.c --check-prefix=X32
//
// Large data is out of reach of displacements: the address comes in a
// register. Near data is as ever.
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -x86-discriminate-memops \
// RUN:   -mllvm -prefetch-hints-file=hints.afdo -mcmodel=medium -mlarge-data-threshold=64 -mavx2 -c code.c -o medium.o
// RUN: llvm-objdump -d --no-show-raw-insn medium.o | FileCheck code.c --check-prefix=MEDIUM
//
// Everything links, including accesses near the end of the address space.
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -x86-discriminate-memops \
// RUN:   -mllvm -prefetch-hints-file=hints.afdo -mavx2 -fno-pie -no-pie code.c main.c -o code
// RUN: ./code

//--- hints.afdo
pointer:0:0
 1: 0 __prefetch_nta_0:4096
far:0:0
 1: 0 __prefetch_nta_0:2147483647 __prefetch_nta_1:9223372036854775807
global:0:0
 1: 0 __prefetch_t0_0:64 __prefetch_t1_1:18446744073709551552 __prefetch_t0_2:16777216
local_thread:0:0
 1: 0 __prefetch_t0_0:128
store:0:0
 1: 0 __prefetch_w_0:64 __prefetch_t0_1:128
gather:0:0
 1: 0 __prefetch_t0_0:64
frame:0:0
 5: 0 __prefetch_t0_0:64
table:0:0
 1: 0 __prefetch_t0_0:8
other:0:0
 1: 0 __prefetch_t0_0:64
call:0:0
 1: 0 __prefetch_t0_0:64
//--- code.c
int pointer(int *p) {
  return *p;
}
// CHECK-LABEL: {{^}}pointer:
// CHECK:       prefetchnta 4096(%rdi)
// CHECK-NEXT:  movl (%rdi), %eax
// X32-LABEL:   {{^}}pointer:
// X32:         prefetchnta 4096(%edi)
// X32-NEXT:    movl (%edi), %eax

int far(int *p) {
  return p[4];
}
// CHECK-LABEL: {{^}}far:
// CHECK-NOT:   prefetch
// MISSED-DAG:  code.c:12:{{.*}} hint far:1 (nta, 2147483647) is not applied: the displacement would need more than 32 bits
// MISSED-DAG:  code.c:12:{{.*}} hint far:1 (nta, 9223372036854775807) is not applied: the displacement would need more than 32 bits

static int numbers[1000];
int global(long i) {
  return numbers[i + 500] += i;
}
// CHECK-LABEL: {{^}}global:
// CHECK:       prefetcht0 numbers+2064(,%rdi,4)
// CHECK-NEXT:  prefetcht1 numbers+1936(,%rdi,4)
// CHECK-NOT:   prefetch
// CHECK:       movl %e{{[a-z]+}}, numbers+2000(,%rdi,4)
// MISSED-DAG:  hint global:1 (t0, 16777216) is not applied: it is more than 16 MB from the symbol, where the linker may not reach
// MEDIUM-LABEL: <global>:
// MEDIUM:       movabsq
// MEDIUM:       prefetcht0 0x810(%r

static _Thread_local int own[100];
int local_thread(long i) {
  return own[i]++;
}
// CHECK-LABEL: {{^}}local_thread:
// CHECK:       prefetcht0 %fs:own@TPOFF+128(,%rdi,4)
// CHECK:       %fs:own@TPOFF(,%rdi,4)

void store(int *p, int v) {
  *p = v;
}
// CHECK-LABEL: {{^}}store:
// CHECK:       prefetchw 64(%rdi)
// CHECK-NEXT:  prefetcht0 128(%rdi)
// CHECK-NEXT:  movl %esi, (%rdi)

#ifndef __ILP32__
#include <immintrin.h>
__m256i gather(int *p, __m256i i) {
  return _mm256_i32gather_epi32(p, i, 4);
}
// CHECK-LABEL: {{^}}gather:
// CHECK-NOT:   prefetch
// MISSED-DAG:  hint gather:1 (t0, 64) is not applied: the index is a vector
#endif

// The frame below the stack pointer, which a leaf may use.
int frame(long i, long j) {
  volatile int red[16];
  for (int k = 0; k < 16; k++)
    red[k] = k;
  if (i < 16 && j < 16)
    return red[i];
  return 0;
}
// CHECK-LABEL: {{^}}frame:
// CHECK:       prefetcht0 [[#%d,AT:]](%rsp,%rdi,4)
// CHECK-NEXT:  movl [[#AT-64]](%rsp,%rdi,4), %eax

void a(void), b(void), c(void), d(void);
extern void (*const handlers[8])(void);
// The prefetch for a jump through memory stays outside of the branches.
void table(int i) {
  handlers[i]();
}
// CHECK-LABEL: {{^}}table:
// CHECK:       prefetcht0 handlers+8(,[[I:%r[a-z0-9]+]],8)
// CHECK:       jmpq *handlers(,[[I]],8)

extern int elsewhere;
int other(void) {
  return elsewhere;
}
// PIC-DAG: hint other:1 (t0, 64) is not applied: the operand is an entry of a table of addresses

void call(void (**f)(int)) {
  (*f)(1), (*f)(2);
}
// CHECK-LABEL: {{^}}call:
// CHECK:       prefetcht0 64(%r[[F:..]])
// CHECK:       callq *(%r[[F]])
//--- main.c
int elsewhere;
static void nothing(void) {}
void (*const handlers[8])(void) = {nothing, nothing};
int pointer(int *), far(int *), global(long), local_thread(long), frame(long, long), other(void);
void store(int *, int), table(int);
int main(void) {
  int p[5] = {1, 2, 3, 4, 5};
  store(p, 6);
  table(1);
  return !(pointer(p) == 6 && far(p) == 5 && global(3) == 3 && local_thread(7) == 0 && frame(3, 4) == 3 && other() == 0);
}
