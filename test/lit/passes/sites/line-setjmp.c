// If setjmp() returns a second time, a line's count, which is a difference, may be
// negative (llvm-cov prints 18.4E). Reports, exports and udpc_read() have 0 then.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang $flags -fudpc-spec=spec.yaml a.c -o a && \
// RUN:   UDPC_OPTIONS=output=a.prof ./a && \
// RUN:   udpc report --csv --sites a.prof | FileCheck a.c && \
// RUN:   udpc report --threads a.prof | FileCheck --check-prefix=THREADS a.c && \
// RUN:   udpc export --format=lcov a.prof | FileCheck --check-prefix=LCOV a.c; \
// RUN: }
// RUN: each flags "-O0" "-O2" "-O2 -fPIC" "-O2 -fudpc-lowering=call" -- check
//--- spec.yaml
version: 1
events:
  - {event: fast, line: "a.c:17"}
  - {event: slow, line: "a.c:19"}
  - {event: failed, line: "a.c:15"}
//--- a.c
#include <setjmp.h>
#include <udpc/udpc.h>

static jmp_buf Env;
static volatile int Fast, Slow;

__attribute__((noreturn)) static void fail(void) { longjmp(Env, 1); }

static int test(int IsFast) {
  // CHECK-DAG: fast,line,{{.*}}a.c,17,test,inc,5
  // CHECK-DAG: slow,line,{{.*}}a.c,19,test,inc,0
  // CHECK-DAG: failed,line,{{.*}}a.c,15,test,inc,5
  // CHECK-NOT: -{{[0-9]}}
  if (setjmp(Env))
    return 1;
  if (IsFast)
    Fast++;
  else
    Slow++;
  fail();
}

// THREADS-NOT: -{{[0-9]}}
// LCOV-DAG: DA:17,5
// LCOV-DAG: DA:19,0
int main(void) {
  for (int I = 0; I < 5; ++I)
    test(1);
  return udpc_read(udpc_event_find("slow")) != 0;
}
