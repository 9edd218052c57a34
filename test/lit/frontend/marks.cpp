// Marks made by attributes, pragmas and macros are counted as the spec requests, in
// every lowering.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: printf '%%s\n' 'version: 1' 'events:' '- {event: inner, mark: inner}' '- {event: entered, mark: entered}' \
// RUN:   '- {event: net, mark: "net.*"}' '- {event: macro, mark: macro}' \
// RUN:   '- {event: here, mark: inner, in: "int work(int count)"}' '- {event: down, mark: entered, command: dec}' \
// RUN:   '- {event: waits, spin: executions, named: queue}' '- {event: turns, spin: iterations, named: queue}' \
// RUN:   '- {event: all, spin: executions, named: "*"}' > spec.yaml
// RUN: check() { \
// RUN:   udpc-clang++ -std=c++17 $how -Wall -Werror -fudpc-spec=spec.yaml -I%udpc_src/include %s \
// RUN:     -pthread -o a 2> a.err && \
// RUN:   env UDPC_OPTIONS=output=a.prof ./a && \
// RUN:   %counts a.prof | FileCheck %s && \
// RUN:   not grep -i warning a.err; \
// RUN: }
// RUN: each how "-O0" "-O2" "-O2 -g" "-O2 -fPIC" "-O1 -fudpc-lowering=call" -- check
// RUN: udpc-clang++ -std=c++17 -O2 -w -fudpc-lowering=instruction -fudpc-spec=spec.yaml \
// RUN:   -I%udpc_src/include %s -pthread -o i
// RUN: env UDPC_OPTIONS=output=i.prof:enable=* ./i
// RUN: %counts i.prof | FileCheck %s
// RUN: udpc-clang++ -std=c++17 -O2 -fudpc-spec=spec.yaml -I%udpc_src/include %s -S -emit-llvm -o - \
// RUN:   | FileCheck --check-prefix=LEFT %s
// LEFT-NOT: __udpc_mark
// LEFT-NOT: __udpc_spin
// LEFT-NOT: "udpc-

// CHECK-DAG: {{^}}inner 30 0:30
// CHECK-DAG: {{^}}entered 10 0:10
// CHECK-DAG: {{^}}down -10
// CHECK-DAG: {{^}}net 20 0:20
// CHECK-DAG: {{^}}macro 10 0:10
// CHECK-DAG: {{^}}here 10 0:10
// CHECK-DAG: {{^}}waits 2 0:2
// CHECK-DAG: {{^}}turns 7 0:7
// CHECK-DAG: {{^}}all 3 0:3

#include <udpc/udpc.h>

static int volatile Flag;

template <class T> [[gnu::noinline]] T instance(T x) {
  [[udpc::event("inner")]] return x;
}

UDPC_EVENT("entered") static int work(int count) {
  [[udpc::event("inner")]] count++;
#pragma udpc event(net.recv)
  count--;
  UDPC_EVENT("macro") count++;
  __attribute__((udpc_event("net.send"))) return count;
}

[[gnu::noinline]] static void wait(int turns) {
  UDPC_SPIN("queue") while (Flag < turns)
    Flag = Flag + 1;
}

[[udpc::spin("function")]] [[gnu::noinline]] static void other() {
  while (Flag)
    Flag = Flag - 1;
}

int main() {
  int sum = 0;
  for (int i = 0; i < 10; i++)
    sum += work(i) + instance(i) + int(instance(long(i)));
  wait(3);
  wait(7);
  other();
  return sum == 0;
}
