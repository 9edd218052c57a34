// With `late: true` counts of loops of one block are added when these end, where
// the program cannot ask for them before.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-spec=late.yaml -Rpass=udpc -S a.c -o a.s 2> remarks
// RUN: FileCheck a.c < a.s
// RUN: FileCheck a.c --check-prefix=REMARK < remarks
// By default, counts are in memory at once.
// RUN: udpc-clang -O2 -fudpc-spec=now.yaml -S a.c -o - | FileCheck a.c --check-prefix=NOW
//
// The counts at the end are the same.
// RUN: count_lines() { \
// RUN:   udpc-clang $flags -fudpc-spec=$spec.yaml a.c -DMAIN -o a.out && \
// RUN:   UDPC_OPTIONS=output=$spec.prof ./a.out && \
// RUN:   udpc report --sites $spec.prof > $spec.txt; \
// RUN: }
// RUN: check() { each spec late now -- count_lines && diff late.txt now.txt; }
// RUN: each flags -O2 "-O3 -fPIC" -Os -O0 -- check
// RUN: FileCheck a.c --check-prefix=COUNTS < late.txt
//
// What is killed in such a loop has no counts of it.
// RUN: count_killed() { \
// RUN:   udpc-clang -O2 -fudpc-spec=$spec.yaml a.c -DMAIN -o a.out && \
// RUN:   UDPC_OPTIONS=output=$spec.prof not --crash ./a.out crash && \
// RUN:   udpc report --sites $spec.prof > $spec.txt; \
// RUN: }
// RUN: each spec late now -- count_killed
// RUN: FileCheck a.c --check-prefix=CRASH-LATE < late.txt
// RUN: FileCheck a.c --check-prefix=CRASH-NOW < now.txt
//--- late.yaml
version: 1
events:
  - {event: lines, line: "a.c:*"}
defaults: {late: true}
//--- now.yaml
version: 1
events:
  - {event: lines, line: "a.c:*"}
defaults: {late: false}
//--- a.c
// The trip count is known: vectorised as without counts.
// CHECK-LABEL: sum:
// CHECK:       paddd
// REMARK: a.c:{{[0-9:]+}}: remark: counts in this loop are added when it ends
// NOW-LABEL: sum:
// NOW:       addq ${{[0-9]+}}, %fs:
// NOW:       paddd
__attribute__((noinline)) int sum(const int *A, int N) {
  int S = 0;
  for (int I = 0; I < N; ++I)
    S += A[I];
  return S;
}

// The trip count is not known: in a register.
// CHECK-LABEL: find:
// CHECK:       [[LOOP:.LBB[0-9_]+]]:
// CHECK-NOT:   __udpc_slots
// CHECK:       j{{.*}} [[LOOP]]
// CHECK:       addq %{{r[a-z0-9]+}}, %fs:__udpc_slots
// NOW-LABEL: find:
__attribute__((noinline)) int find(const int *A, int Value) {
  int I = 0;
  while (A[I] != Value)
    ++I; // COUNTS-DAG: lines 41 {{.*}} a.c:[[#@LINE]] find
  // CRASH-LATE: lines 0 {{.*}} a.c:[[#@LINE-1]] find
  // CRASH-NOW: lines 1,024 {{.*}} a.c:[[#@LINE-2]] find
  return I;
}

// What only some iterations count is added for each vector of iterations.
// CHECK-LABEL: slide:
// CHECK:       psadbw
// CHECK:       addq %{{r[a-z0-9]+}}, %fs:__udpc_slots
// NOW-LABEL: slide:
// NOW:       psubw
// COUNTS-DAG: lines 141 {{.*}} a.c:[[#@LINE+1]] slide
#define NOTHING 0
__attribute__((noinline)) void slide(unsigned short *P, unsigned N,
                                     unsigned By) {
  do {
    unsigned M = *--P;
    *P = M >= By ? M - By : NOTHING;
  } while (--N);
}

// Another thread may change the flag, and ask how often this has looked.
// CHECK-LABEL: await:
// CHECK:       [[LOOP:.LBB[0-9_]+]]:
// CHECK:       incq %fs:__udpc_slots
// CHECK:       j{{.*}} [[LOOP]]
__attribute__((noinline)) void await(volatile int *Flag) {
  while (!*Flag)
    ;
}

// Registers, and what the exits would add, take as long as the increments.
// CHECK-LABEL: search:
// CHECK:       in Loop: Header
// CHECK-NEXT:  incq %fs:
__attribute__((noinline)) int search(const int *Next, const char *Kind, int At) {
  while (At > 0) {
    if (Kind[At] == 'k')
      return At;
    At = Next[At]; // COUNTS-DAG: lines 41 {{.*}} a.c:[[#@LINE]] search
  }
  return 0;
}

#ifdef MAIN
#include <sys/mman.h>
int main(int argc, char **argv) {
  static int A[100];
  static unsigned short B[100];
  volatile int Flag = 1, Sum;
  for (int I = 0; I < 100; ++I)
    A[I] = B[I] = I;
  if (argc > 1) {
    char *Pages = mmap(0, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(Pages + 4096, 4096, PROT_NONE);
    return find((int *)Pages, -1);
  }
  await(&Flag);
  slide(B + 100, 100, 41);
  Sum = sum(A, 100) + find(A, 41);
  static char Kind[100];
  for (int I = 1; I < 100; ++I)
    A[I] = I - 1;
  Kind[20] = 'k';
  Sum = search(A, Kind, 61);
  return 0;
}
#endif
