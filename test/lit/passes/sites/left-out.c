// Functions that are naked, or have the attribute no_profile_instrument_function,
// stay as they are, and remarks of all finders say so.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check_events() { \
// RUN:   udpc-clang $O $how -fudpc-spec=spec.yaml -I%udpc_src/include -c a.c -o /dev/null \
// RUN:     -Rpass-missed=udpc > remarks 2>&1 && \
// RUN:   FileCheck a.c --input-file=remarks && \
// RUN:   udpc-clang $O $how -fudpc-spec=spec.yaml -I%udpc_src/include a.c -o a && \
// RUN:   env UDPC_OPTIONS=output=a.prof:enable=* ./a && \
// RUN:   udpc report --sites a.prof > sites && \
// RUN:   FileCheck a.c --check-prefix=SITES --input-file=sites --implicit-check-not=six --implicit-check-not=quiet \
// RUN:     --implicit-check-not=a.c:1{{[[:space:]]}}; \
// RUN: }
// RUN: each how "" -fPIC -fudpc-lowering=call -fudpc-lowering=instruction -- each O -O0 -O2 -- check_events
// RUN: udpc-clang -O2 -fudpc-fidelity=transparent -fudpc-spec=lines.yaml -I%udpc_src/include -c a.c -o /dev/null \
// RUN:   -Rpass-missed=udpc 2>&1 | FileCheck a.c --check-prefix=TRANSPARENT
// Cost profiles add code before the assembly of naked functions.
// RUN: check_costs() { \
// RUN:   udpc-clang -O2 $how -fudpc-profile=$parts -I%udpc_src/include a.c -o a -Rpass-missed=udpc > remarks 2>&1 && \
// RUN:   FileCheck a.c --check-prefix=COSTS --implicit-check-not=six --input-file=remarks && \
// RUN:   rm -f out && \
// RUN:   env UDPC_OPTIONS=cachegrind_output=out:cache_output=:summary=0 ./a && \
// RUN:   grep -q '^fn=six' out && \
// RUN:   not grep '^fn=quiet' out; \
// RUN: }
// RUN: each parts counts counts,calls cache,calls -- each how "" -fPIC -- check_costs
//--- spec.yaml
version: 1
events:
  - {event: lines, line: "a.c:*"}
  - {event: six_line, line: "a.c:6"}
  - {event: entries, entry: "*"}
  - {event: returns, return: "*"}
  - {event: rounds, loop: iterations, in: "*"}
  - {event: marks, mark: "*"}
//--- lines.yaml
version: 1
events:
  - {event: lines, line: "a.c:*"}
//--- a.c
// CHECK-DAG: warning: spec.yaml:4: event 'six_line': line "a.c:6" matched nothing in a.c: six: it is naked: there is no place for code before its own
// CHECK-DAG: event 'lines': no line site in six: it is naked
// CHECK-DAG: event 'six_line': no line site in six: it is naked
// CHECK-DAG: event 'entries': no entry site in six: it is naked
// CHECK-DAG: event 'returns': no return site in six: it is naked
__attribute__((naked, noinline)) long six(long A, long B, long C, long D, long E, long F) { __asm__("leaq (%rdi,%rsi), %rax; addq %rdx, %rax; addq %rcx, %rax; addq %r8, %rax; addq %r9, %rax; ret"); }
// CHECK-DAG: event 'entries': no entry site in quiet: it has the attribute no_profile_instrument_function
// CHECK-DAG: no loop iteration site in quiet: it has the attribute no_profile_instrument_function
// CHECK-DAG: event 'marks': mark 'm' is not counted: quiet: it has the attribute no_profile_instrument_function
// TRANSPARENT-DAG: event 'lines': no line site: six: it is naked
// TRANSPARENT-DAG: event 'lines': no line site: quiet: it has the attribute no_profile_instrument_function
// COSTS: quiet is not profiled: it has the attribute no_profile_instrument_function
#include <udpc/udpc.h>
__attribute__((no_profile_instrument_function, noinline)) long quiet(long N) {
  long S = 0;
  for (long I = 0; I != N; ++I) {
    UDPC_MARK(m);
    __asm__ volatile("" : "+r"(S));
    ++S;
  }
  return S;
}
// SITES: lines {{ *}}7 {{.*}} a.c:{{.*}} main
// SITES: entries {{.*}} main
int main(void) {
  long S = 0;
  for (int I = 0; I < 7; I++)
    S += six(I, 1, 2, 3, 4, 5) + quiet(2);
  return S != 126 + 14;
}
