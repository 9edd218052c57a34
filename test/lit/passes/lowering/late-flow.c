// With `late: true` counts that follow from others are not counted: control that
// enters a block leaves it.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-spec=late.yaml -S a.c -o - | FileCheck a.c
// RUN: udpc-clang -O2 -fudpc-spec=now.yaml -S a.c -o - | FileCheck a.c --check-prefix=NOW
//
// The counts at the end are the same, also with exit(), longjmp() and exceptions.
// RUN: count_lines() { \
// RUN:   udpc-clang $flags -fexceptions -fudpc-spec=$spec.yaml a.c main.cpp -lstdc++ -o a.out && \
// RUN:   UDPC_OPTIONS=output=$spec.prof ./a.out $way && \
// RUN:   udpc report --sites $spec.prof > $way-$spec.txt; \
// RUN: }
// RUN: check() { each spec late now -- count_lines && diff $way-late.txt $way-now.txt; }
// RUN: each flags -O2 "-O3 -fPIC" -Os -- each way end exit -- check
// RUN: FileCheck a.c --check-prefix=COUNTS < end-late.txt
//
// The program reads exact counts in whatever it calls.
// RUN: udpc-clang -O2 -fexceptions -fudpc-spec=late.yaml a.c main.cpp -lstdc++ -o a.out
// RUN: ./a.out read | FileCheck %s --check-prefix=READ
// READ: odd 1 even 1
// READ: odd 2 even 1
// READ: odd 2 even 2
//
// A crash: each count is wrong by one at most.
// RUN: UDPC_OPTIONS=output=a.prof not --crash ./a.out crash
// RUN: udpc report --sites a.prof | FileCheck a.c --check-prefix=CRASH
//--- late.yaml
version: 1
events:
  - {event: lines, line: "a.c:*"}
  - {event: odd, entry: "odd"}
  - {event: mostly, entry: "mostly"}
  - {event: even, entry: "even"}
defaults: {late: true}
//--- now.yaml
version: 1
events:
  - {event: lines, line: "a.c:*"}
  - {event: odd, entry: "odd"}
  - {event: mostly, entry: "mostly"}
  - {event: even, entry: "even"}
//--- a.c
static inline void odd(void) {}
static inline void even(void) {}
void outside(int N);

// odd() is executed in all calls but those that go the other way.
// CHECK-LABEL: mostly:
// CHECK:       je [[OTHER:.LBB[0-9_]+]]
// CHECK:       incq
// CHECK:       retq
// CHECK:       [[OTHER]]:
// CHECK:       incq
// NOW-LABEL: mostly:
// NOW-COUNT-2: incq
// NOW-NOT:     incq
// NOW-LABEL: walk:
// COUNTS-DAG: mostly 40 {{.*}} mostly
// CRASH-DAG: mostly {{40|41}} {{.*}} mostly
// CRASH-DAG: odd {{33|34|35}} {{.*}} odd
// CRASH-DAG: even 0 {{.*}} even
void mostly(int *P) {
  if (__builtin_expect(*P != 7, 1)) {
    odd(); // COUNTS-DAG: lines 34 {{.*}} a.c:[[#@LINE]] mostly
    P[1] = 41;
  }
}

int walk(const int *Next, const char *Kind, int At, int Steps) {
  do {
    if (Kind[At] != 'k')
      continue;      // COUNTS-DAG: lines 30 {{.*}} a.c:[[#@LINE]] walk
    if (Kind[At + 1] != 'k')
      break;         // COUNTS-DAG: lines 10 {{.*}} a.c:[[#@LINE]] walk
  } while ((At = Next[At]) > 0 && --Steps);
  return At;
}

int count(int N) {
  int Odd = 0;
  for (int I = 1; I <= N; ++I) {
    if (I & 1) {
      odd();  // COUNTS-DAG: lines 21 {{.*}} a.c:[[#@LINE]] count
      ++Odd;
    } else {
      even(); // COUNTS-DAG: lines 18 {{.*}} a.c:[[#@LINE]] count
    }
    outside(I);
  }
  return Odd;
}
//--- main.cpp
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <udpc/udpc.h>
extern "C" int walk(const int *Next, const char *Kind, int At, int Steps);
extern "C" int count(int N);
extern "C" void mostly(int *P);
static jmp_buf Back;
static const char *Way;

extern "C" void outside(int N) {
  if (!strcmp(Way, "read") && N > 1)
    printf("odd %d even %d\n", (int)udpc_read(udpc_event_find("odd")), (int)udpc_read(udpc_event_find("even")));
  else if (N == 5 && !strcmp(Way, "exit"))
    exit(0);
  else if (N == 6)
    longjmp(Back, 1);
  else if (N == 7)
    throw 1;
}

int main(int argc, char **argv) {
  Way = argv[1];
  if (!strcmp(Way, "read"))
    return count(4) == 0;
  static int Next[200];
  char Kind[200];
  memset(Kind, 'k', sizeof(Kind));
  for (int I = 1; I < 200; ++I)
    Next[I] = I - 1;
  for (int I = 100; I < 140; ++I)
    Kind[I] = I < 110 ? 'n' : 'k';
  volatile int Sum = 0;
  for (int I = 0; I < 40; ++I) {
    int A[2] = {I % 6 == 5 ? 7 : I % 5};
    mostly(A);
  }
  if (!strcmp(Way, "crash"))
    mostly((int *)sizeof(int));
  for (int I = 0; I < 10; ++I) {
    Kind[60] = I & 1 ? 'n' : 'k';
    Sum += walk(Next, Kind, 100 + I % 5, 60);
    if (!setjmp(Back))
      Sum += count(I);
  }
}
