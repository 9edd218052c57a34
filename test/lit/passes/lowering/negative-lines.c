// A child of fork() that leaves a function of its parent has only what is taken
// off: its lines have 0, not less, inline and as udpc instructions, in its own
// profile and in sums.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml a.c -o inline
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml -fudpc-lowering=instruction a.c -o instruction
//
// RUN: UDPC_OPTIONS=output=inline.%%p.prof ./inline
// RUN: udpc report --sites inline.*.prof | FileCheck a.c
// RUN: UDPC_OPTIONS=output=instruction.%%p.prof:enable=* ./instruction
// RUN: udpc report --sites instruction.*.prof 2>&1 | FileCheck a.c
// RUN: udpc merge -o merged instruction.*.prof && udpc report --sites merged 2>&1 | FileCheck a.c
// RUN: udpc merge --event lines -o part instruction.*.prof && udpc report --sites part 2>&1 | FileCheck a.c
//
// The children's alone.
// RUN: rm $(cat instruction.parent | sed 's/.*/instruction.&.prof/')
// RUN: udpc report --sites instruction.*.prof 2>&1 | FileCheck a.c --check-prefix=CHILD
//
// Added up by the runtime.
// RUN: UDPC_OPTIONS=output=sum.%%m.prof:enable=* ./instruction && udpc report --sites sum.*.prof 2>&1 | FileCheck a.c
//--- spec.yaml
version: 1
events:
  - {event: lines, line: "a.c:*"}
//--- a.c
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) static int spread(int N) {
  // CHECK-NOT: 922337
  for (int I = 0; I != N; ++I) {
    if (fork() == 0)
      return 0; // CHECK-DAG: lines 4 {{.*}} a.c:[[#@LINE]]
    // CHILD-DAG: lines 4 {{.*}} a.c:[[#@LINE-1]]
    wait(0); // CHECK-DAG: lines 0 {{.*}} a.c:[[#@LINE]]
    // CHILD-DAG: lines 0 {{.*}} a.c:[[#@LINE-1]]
  }
  return 1; // CHECK-DAG: lines 0 {{.*}} a.c:[[#@LINE]]
  // CHILD-DAG: lines 0 {{.*}} a.c:[[#@LINE-1]]
}
int main(int argc, char **argv) {
  if (!spread(4))
    return 0;
  FILE *F = fopen(strstr(argv[0], "inline") ? "inline.parent" : "instruction.parent", "w");
  fprintf(F, "%d\n", (int)getpid());
  fclose(F);
}
