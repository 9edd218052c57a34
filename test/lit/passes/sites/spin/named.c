// Loops that the source calls spin loops, as udpc.h and the clang plugin mark them:
// they count whatever they do, and can be chosen by name. `at` and `in` choose by
// place. A spin loop within another is a part of it.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml -Rpass=udpc a.c yield.c -o a 2> remarks.txt
// RUN: FileCheck a.c --check-prefix=REMARK < remarks.txt
// RUN: env UDPC_OPTIONS=output=a.prof ./a && %counts a.prof | FileCheck %s
//
// CHECK-DAG: declared 1 {{.*}}
// CHECK-DAG: declared_rounds 3 {{.*}}
// CHECK-DAG: by_name 3 {{.*}}
// CHECK-DAG: both 8 {{.*}}
// CHECK-DAG: nest 1 {{.*}}
// CHECK-DAG: nest_rounds 8 {{.*}}
// CHECK-DAG: inner_rounds 4 {{.*}}
// CHECK-DAG: at_line 5 {{.*}}
//
// In machine code the same loops are meant; their number of rounds is less where
// the first test is before the loop.
// RUN: udpc-clang -O1 -fudpc-fidelity=transparent -fudpc-spec=spec.yaml -Rpass=udpc a.c yield.c \
// RUN:   -o t 2>&1 | FileCheck a.c --check-prefix=MACHINE
// RUN: env UDPC_OPTIONS=enable=*:output=t.prof ./t && %counts t.prof | FileCheck %s --check-prefix=T
// T-DAG: declared 1 {{.*}}
// T-DAG: declared_rounds {{[23]}} {{.*}}
// T-DAG: by_name {{[23]}} {{.*}}
//
// No marker is left in the code.
// RUN: llvm-nm a | FileCheck %s --check-prefix=NM
// NM-NOT: __udpc_spin
//
// The warning for a loop named by its place that is no spin loop gives the reason.
// RUN: udpc-clang -fudpc-spec=wrong.yaml -c a.c -o a.o 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG:     wrong.yaml:3: event 'here': spin execution "executions, at: a.c:35" matched nothing in a.c: the loop there is no spin loop: the call of work at a.c:36:5 may have effects
//--- spec.yaml
version: 1
events:
  - {event: declared, spin: executions, in: declared}
  - {event: declared_rounds, spin: iterations, in: declared}
  - {event: by_name, spin: iterations, named: "queue-*"}
  - {event: both, spin: iterations, named: "*", in: nest}
  - {event: nest, spin: executions, in: nest}
  - {event: nest_rounds, spin: iterations, in: nest}
  - {event: inner_rounds, spin: iterations, named: "inner"}
  - {event: at_line, spin: executions, at: "a.c:22"}
//--- wrong.yaml
version: 1
events:
  - {event: here, spin: executions, at: "a.c:35"}
//--- a.c
#include <sched.h>
#include <stdatomic.h>
void __udpc_spin(const char *);
extern atomic_int Left;
void work(void);

__attribute__((noinline)) void declared(void) {
  // MACHINE-DAG: loop at line [[@LINE+2]] of declared, for spin execution "executions, in: declared": the source calls it "queue-empty"
  // REMARK-DAG: a.c:[[@LINE+1]]:{{.*}} declared: the source calls it "queue-empty"
  while (atomic_load(&Left)) {
    // This cannot be known.
    __udpc_spin("queue-empty");
    work();
  }
}

void nest(void) {
  // REMARK-DAG: a.c:[[@LINE+1]]:{{.*}} nest: the source calls it "outer"
  do {
    __udpc_spin("outer");
    // Four rounds of this one, and four of the outer one.
    while (atomic_load(&Left) & 1) {
      __udpc_spin("inner");
      sched_yield();
    }
    work();
  } while (atomic_load(&Left) > 0);
}

void by_place(void) {
  while (atomic_load(&Left)) sched_yield();
}

void works(void) {
  while (atomic_load(&Left))
    work();
}

int main(void) {
  atomic_store(&Left, 3);
  declared();
  atomic_store(&Left, 8);
  nest();
  return 0;
}
//--- yield.c
#include <stdatomic.h>
atomic_int Left;
void work(void) { atomic_fetch_sub(&Left, 1); }
int sched_yield(void) { atomic_fetch_sub(&Left, 1); return 0; }
