// Marks of a library count by the program's spec if it is compiled with the program, else by its own.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// In source form, the program's spec chooses.
// RUN: udpc-clang -O2 -I%udpc_src/include -fudpc-spec=program.yaml main.c queue.c -o source
// RUN: env UDPC_OPTIONS=output=source.prof ./source
// RUN: %counts source.prof | FileCheck %s --check-prefix=SOURCE
// SOURCE-NOT: hits
// SOURCE:     misses 7 0:7
// SOURCE-NOT: hits
//
// As a binary, the library's own spec does. By instructions all is off; the user
// of the program turns on the events of interest, and amounts are always counted.
// RUN: udpc-clang -O2 -fPIC -shared -I%udpc_src/include -fudpc-spec=library.yaml queue.c -o libqueue.so
// RUN: udpc-clang -O2 main.c -L. -lqueue -Wl,-rpath,. -ludpc_rt -o binary
// RUN: env UDPC_OPTIONS=enable=queue.miss:output=binary.prof ./binary
// RUN: %counts binary.prof | FileCheck %s --check-prefix=BINARY
// BINARY:      queue.hit 0
// BINARY-NEXT: queue.miss 7 0:7
// BINARY-NEXT: queue.bytes 70 0:70
// RUN: udpc sites libqueue.so | FileCheck %s --check-prefix=IN
// IN-DAG: inc queue.hit mark queue.c:
// IN-DAG: inc queue.miss mark queue.c:
// IN-NOT: queue.bytes
//
// A program that chooses marks of its own has its events beside them.
// RUN: udpc-clang -O2 -I%udpc_src/include -fudpc-spec=own.yaml main.c -L. -lqueue -Wl,-rpath,. -o both
// RUN: env UDPC_OPTIONS=enable=queue.hit:output=both.prof ./both 2>&1
// RUN: %counts both.prof | FileCheck %s --check-prefix=BOTH
// BOTH-DAG: rounds 10 0:10
// BOTH-DAG: queue.hit 3 0:3
// BOTH-DAG: queue.miss 0
//
// Without the runtime nothing is counted and nothing is missing.
// RUN: clang -O2 main.c -I%udpc_src/include -L. -lqueue -Wl,-rpath,. -o plain && ./plain
//--- library.yaml
version: 1
events:
  - {event: queue.hit, mark: queue.hit, counter: 200}
  - {event: queue.miss, mark: queue.miss, counter: 201}
  - {event: queue.bytes, mark: queue.bytes, counter: 202}
defaults: {lowering: instruction}
//--- program.yaml
version: 1
events:
  - {event: misses, mark: queue.miss}
//--- own.yaml
version: 1
events:
  - {event: rounds, mark: round, in: main}
//--- queue.c
#include <udpc/udpc.h>
int queue_get(int Key);
int queue_get(int Key) {
  if (Key % 4 == 1) {
    UDPC_MARK(queue.hit);
    return Key;
  }
  UDPC_MARK(queue.miss);
  UDPC_MARK_N(queue.bytes, 10);
  return 2 * Key;
}
//--- main.c
#if __has_include(<udpc/udpc.h>)
#include <udpc/udpc.h>
#else
#define UDPC_MARK(name) ((void)0)
#endif
int queue_get(int Key);
int main(void) {
  volatile int Sum = 0;
  for (int I = 0; I < 10; ++I) {
    UDPC_MARK(round);
    Sum += queue_get(I);
  }
  return Sum == 0;
}
