// `udpc run -e` counts in a program as it is, without a file.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t && clang -O1 %s -o a
// RUN: udpc run -e entry:work -e 'leaves=return:work' ./a 2>&1 | FileCheck %s
// CHECK-DAG: {{^}}entry:work 7 1 1{{$}}
// CHECK-DAG: {{^}}leaves 7 1 1{{$}}
//
// RUN: udpc run --event='entry:mallo[c]' --only='libc.so*' ./a 2>&1 | FileCheck %s --check-prefix=MALLOC
// MALLOC: entry:mallo[c] {{ *[1-9][0-9]*}}
//
// RUN: { udpc run -e line:a.c:3 ./a || test $? = 127; } 2>&1 | FileCheck %s --check-prefix=LINE
// LINE: udpc: error: run: event 'line:a.c:3': {{.+}}
// RUN: { udpc run -e entry:wurk ./a || test $? = 127; } 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: udpc: warning: command line:1: event 'entry:wurk': entry "wurk" matched nothing in the program and its libraries; near: work
// RUN: { udpc run -e entry:work --spec=s.yaml ./a || test $? = 127; } 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: udpc: error: run: -e and --spec exclude each other: add the event to s.yaml

#include <stdlib.h>
__attribute__((noinline)) int work(void *p) {
  __asm__ volatile("" : : "r"(p) : "memory");
  return p != 0;
}
int main(void) {
  int n = 0;
  for (int i = 0; i != 7; ++i)
    n += work(malloc(i + 1));
  return n != 7;
}
