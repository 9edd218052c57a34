// With -fudpc-fibers a function finds the slots' address anew after calls that may
// switch stacks, and only after these; without it, once.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fPIC -S -emit-llvm -fudpc-spec=spec.yaml -fudpc-fibers a.c -o - | FileCheck a.c
// RUN: udpc-clang -O2 -fPIC -S -emit-llvm -fudpc-spec=spec.yaml a.c -o - | FileCheck --check-prefix=ONCE a.c
// Executables have a constant distance.
// RUN: udpc-clang -O2 -S -emit-llvm -fudpc-spec=spec.yaml -fudpc-fibers a.c -o - | FileCheck --check-prefix=EXE a.c
// Names of C++ libraries.
// RUN: udpc-clang++ -O2 -fPIC -S -emit-llvm -fudpc-spec=spec.yaml b.cpp -o - | FileCheck b.cpp
// RUN: udpc-clang++ -O2 -fPIC -S -emit-llvm -fudpc-spec=spec.yaml -DOTHER b.cpp -o - \
// RUN:   | FileCheck --check-prefix=ONCE b.cpp
//--- spec.yaml
version: 1
events:
  - {event: marks, mark: "*"}
//--- a.c
#include <stdlib.h>
#include <string.h>
#include <udpc/udpc.h>

void any(void);
void leaf(void) __attribute__((leaf));
int pure(int) __attribute__((pure));

// EXE-NOT: preserve_mostcc

// CHECK-LABEL: @unknown(
// CHECK-COUNT-2: call preserve_mostcc ptr
// CHECK-NOT:     call preserve_mostcc ptr
// ONCE-LABEL: @unknown(
// ONCE-COUNT-1:  call preserve_mostcc ptr
// ONCE-NOT:      call preserve_mostcc ptr
void unknown(void) {
  UDPC_MARK(a);
  any();
  UDPC_MARK(b);
}

// CHECK-LABEL: @known(
// CHECK-COUNT-1: call preserve_mostcc ptr
// CHECK-NOT:     call preserve_mostcc ptr
// ONCE-LABEL: @known(
int known(char *Text) {
  UDPC_MARK(a);
  leaf();
  UDPC_MARK(b);
  int Sum = pure(*Text) + strlen(Text);
  UDPC_MARK(c);
  memset(Text, 0, Sum);
  UDPC_MARK(d);
  return Sum;
}

// CHECK-LABEL: @pointer(
// CHECK-COUNT-2: call preserve_mostcc ptr
// CHECK-NOT:     call preserve_mostcc ptr
void pointer(void (*F)(void)) {
  UDPC_MARK(a);
  F();
  UDPC_MARK(b);
}

// CHECK-LABEL: @assembly(
// CHECK-COUNT-2: call preserve_mostcc ptr
// CHECK-NOT:     call preserve_mostcc ptr
void assembly(void) {
  UDPC_MARK(a);
  asm volatile("" ::: "memory");
  UDPC_MARK(b);
}

// In a loop each iteration finds it, and only behind the call.
// CHECK-LABEL: @loop(
// CHECK-COUNT-2: call preserve_mostcc ptr
// CHECK-NOT:     call preserve_mostcc ptr
void loop(int N) {
  for (int I = 0; I < N; ++I) {
    UDPC_MARK(a);
    any();
    UDPC_MARK(b);
  }
}

// One way calls, the other does not.
// CHECK-LABEL: @branch(
// CHECK-COUNT-2: call preserve_mostcc ptr
// CHECK-NOT:     call preserve_mostcc ptr
void branch(int N) {
  UDPC_MARK(a);
  if (N)
    any();
  UDPC_MARK(b);
}

// A function of the unit that calls nothing.
static int Value;
__attribute__((noinline)) static void own(int N) { Value += N; }
// CHECK-LABEL: @calls_own(
// CHECK-COUNT-1: call preserve_mostcc ptr
// CHECK-NOT:     call preserve_mostcc ptr
int calls_own(int N) {
  UDPC_MARK(a);
  own(N);
  UDPC_MARK(b);
  return Value;
}
// CHECK-LABEL: define {{.*}}@__udpc_find_unit_slots
//--- b.cpp
#include <udpc/udpc.h>
namespace boost::context::detail {
void resume(void *);
}
namespace other::context {
void resume(void *);
}
// CHECK-LABEL: @_Z7resumesPv(
// CHECK-COUNT-2: call preserve_mostcc ptr
// CHECK-NOT:     call preserve_mostcc ptr
// ONCE-LABEL: @_Z7resumesPv(
// ONCE-COUNT-1:  call preserve_mostcc ptr
// ONCE-NOT:      call preserve_mostcc ptr
void resumes(void *Fiber) {
  UDPC_MARK(a);
#ifdef OTHER
  other::context::resume(Fiber);
#else
  boost::context::detail::resume(Fiber);
#endif
  UDPC_MARK(b);
}
// CHECK-LABEL: define {{.*}}@__udpc_find_unit_slots
// ONCE-LABEL: define {{.*}}@__udpc_find_unit_slots
