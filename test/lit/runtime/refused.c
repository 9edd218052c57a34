// A library of another version of udpc beside code of this one: it runs
// uncounted, the rest counts, and each call of its functions does without locks
// and system calls.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fPIC -fudpc-spec=spec.yaml -S library.c
// RUN: sed '/^__udpc_unit:/{n;s/\.long\t11 /.long\t10 /}' library.s > old.s
// RUN: not cmp library.s old.s
// RUN: udpc-clang -shared old.s -o libold.so
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml main.c -L. -lold -Wl,-rpath,. -rdynamic -o main
// RUN: env UDPC_OPTIONS=output=a.prof ./main 2> err | FileCheck %s
// CHECK: {{^}}no system call
// RUN: FileCheck %s --check-prefix=ERR < err
// ERR: udpc: warning: some of the program's code is of another version of udpc (10, not 11) and is not counted; compile it again
// ERR-NOT: {{.}}
// RUN: %counts a.prof | FileCheck %s --check-prefix=COUNTS
// COUNTS: ours 1 0:1
// COUNTS-NOT: theirs {{[1-9]}}
//--- spec.yaml
version: 1
events:
  - {event: theirs, entry: work}
  - {event: ours, entry: ours}
//--- library.c
__attribute__((noinline)) void work(void) { __asm__ volatile(""); }
void loop(long N) {
  for (long I = 0; I < N; I++)
    work();
}
//--- main.c
#include <linux/seccomp.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
void loop(long);
__attribute__((noinline)) static void ours(void) { __asm__ volatile(""); }

int main(void) {
  int Status;
  ours();
  loop(1);
  if (!fork()) {
    // Any system call but read, write and exit kills.
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
    loop(1000);
    syscall(SYS_exit, 0);
  }
  wait(&Status);
  puts(Status ? "system calls" : "no system call");
}
