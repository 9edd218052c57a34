// Everything that the front end provides, from the source to the counts: marks by
// macro, attribute and pragma, named spin loops, signatures with names, return
// statements.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang++ -Wall -Wextra -Werror -O$level -fudpc-lowering=$lowering -fudpc-spec=spec.yaml \
// RUN:     -I%udpc_src/include -c a.cpp && \
// RUN:   udpc-clang -O$level -fudpc-lowering=$lowering -fudpc-spec=spec.yaml -c q.c && \
// RUN:   udpc-clang++ a.o q.o -o a && \
// RUN:   env UDPC_OPTIONS=enable=*:output=a.prof ./a && \
// RUN:   %counts a.prof > counts.txt && \
// RUN:   FileCheck %s < counts.txt; \
// RUN: }
// RUN: each lowering inline call instruction -- each level 0 1 2 3 s -- check
//
// CHECK:      slow 5
// CHECK-NEXT: bytes 100
// CHECK-NEXT: entered 5
// CHECK-NEXT: queue_spins 12
// CHECK-NEXT: queue_execs 4
// CHECK-NEXT: pragma 5
// CHECK-NEXT: maxes 4
// CHECK-NEXT: early 1
// CHECK-NEXT: params 5
// CHECK-NEXT: pointers 5
// CHECK-NEXT: template 8
// CHECK-NEXT: doubles 4
// CHECK-NEXT: polls 16
//
// Without a spec nothing of it is left, without a warning.
// RUN: clang++ -Wall -Wextra -Werror -Wno-unknown-attributes -Wno-unknown-pragmas \
// RUN:   -I%udpc_src/include -O2 -c a.cpp -o plain.o
// RUN: llvm-nm plain.o | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: udpc
//--- spec.yaml
version: 1
events:
  - {event: slow, mark: slow_path}
  - {event: bytes, mark: bytes}
  - {event: entered, mark: handled}
  - {event: queue_spins, spin: iterations, named: "queue*"}
  - {event: queue_execs, spin: executions, named: "queue*"}
  - {event: pragma, mark: pragmatic}
  - {event: maxes, entry: "max(int, int)"}
  - {event: early, return: "handle", at: "a.cpp:20"}
  - {event: params, entry: "handle(int fd, *"}
  - {event: pointers, entry: "*handle(int, const char *)"}
  - {event: template, entry: "max(T, T)"}
  - {event: doubles, entry: 'T max(T a, T b) \[T = double\]'}
  - {event: polls, entry: "int poll_queue(void)"}
//--- a.cpp
#include <udpc/udpc.h>
#include <cstdio>
template <class T> T max(T a, T b) { return a > b ? a : b; }
extern "C" bool poll_queue();
[[udpc::event("handled")]] int handle(int fd, const char *) {
  if (fd > 2)
    [[udpc::event("slow_path")]] std::printf("%d\n", fd);
  UDPC_MARK_N(bytes, fd * 10);
  switch (fd) {
  case 1:
    UDPC_MARK(slow_path);
    break;
  [[udpc::event("slow_path")]] case 2:
    break;
  default:;
  }
#pragma udpc event(pragmatic)
  fd++;
  if (fd == 3)
    return 7;
  [[udpc::spin("queue-empty")]] while (!poll_queue()) ;
  return max(fd, 2) + (int)max(1.0, 2.0);
}
int main() {
  for (int i = 0; i < 5; i++) handle(i, "x");
  auto f = [](int x) { [[udpc::event("slow_path")]] { return x; } };
  return f(0);
}
//--- q.c
static int n; int poll_queue(void) { return n++ % 4 == 3; }
