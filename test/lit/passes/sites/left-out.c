// Functions that are naked, or have the attribute no_profile_instrument_function,
// stay as they are, and remarks of all finders say so.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: for how in "" -fPIC -fudpc-lowering=call -fudpc-lowering=instruction; do for O in -O0 -O2; do udpc-clang $O \
// RUN:   $how -fudpc-spec=spec.yaml -I%udpc_src/include -c a.c -o /dev/null -Rpass-missed=udpc > remarks 2>&1 && \
// RUN:   FileCheck a.c --input-file=remarks || exit 1; udpc-clang $O $how -fudpc-spec=spec.yaml -I%udpc_src/include \
// RUN:   a.c -o a && env UDPC_OPTIONS=output=a.prof:enable=* ./a || exit 1; udpc report --sites a.prof > sites && \
// RUN:   FileCheck a.c --check-prefix=SITES --input-file=sites --implicit-check-not=six --implicit-check-not=quiet \
// RUN:   --implicit-check-not=a.c:1{{[[:space:]]}} || exit 1; done; done
// RUN: udpc-clang -O2 -fudpc-fidelity=transparent -fudpc-spec=lines.yaml -I%udpc_src/include -c a.c -o /dev/null \
// RUN:   -Rpass-missed=udpc 2>&1 | FileCheck a.c --check-prefix=TRANSPARENT
// Cost profiles add code before the assembly of naked functions.
// RUN: for parts in counts counts,calls cache,calls; do for how in "" -fPIC; do \
// RUN:   udpc-clang -O2 $how -fudpc-profile=$parts -I%udpc_src/include a.c -o a -Rpass-missed=udpc > remarks 2>&1 && \
// RUN:   FileCheck a.c --check-prefix=COSTS --implicit-check-not=six --input-file=remarks && rm -f out && \
// RUN:   env UDPC_OPTIONS=cachegrind_output=out:cache_output=:summary=0 ./a && grep -q '^fn=six' out && \
// RUN:   not grep '^fn=quiet' out || exit 1; done; done
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
