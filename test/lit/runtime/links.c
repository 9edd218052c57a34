// A symbolic link at the name of a log, or of a file of counts, is never followed
// to a file, which another user of a common folder may have chosen.
//
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c && touch victim
// RUN: printf 'version: 1\nevents:\n  - {event: work, entry: work}\n' > spec.yaml
// RUN: udpc-clang -O2 -I%udpc_src/include -fudpc-continuous -fudpc-spec=spec.yaml a.c -o a
//
// RUN: ln -s victim a.log && env UDPC_OPTIONS=log=a.log:output=a.prof ./a 2>&1 | FileCheck %s --check-prefix=LOG
// RUN: test -h a.log && udpc report --csv a.prof | FileCheck %s
// RUN: ln -s victim b.prof && env UDPC_OPTIONS=output=b.prof:continuous=1:log=b.log ./a 2>&1 | count 0
// RUN: test ! -h b.prof && udpc report --csv b.prof | FileCheck %s
// RUN: test ! -s victim
// LOG: udpc: warning: cannot write the log {{.*}}/a.log: Too many levels of symbolic links
#include <udpc/udpc.h>
__attribute__((noinline)) static void work(void) { __asm__ volatile(""); }
int main(void) {
  work();
  work();
  return udpc_snapshot() < 0;
}
// CHECK: work,entry,{{.*}},inc,2
