// The file is complete and no other is left, however the process ends.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: run_to_end() { \
// RUN:   { qemu-$A -plugin %counter_unit,out=$A-$E.json ./$A $E; } 2>errors; \
// RUN:   echo "$E $?"; \
// RUN:   %show $A-$E.json; \
// RUN: }
// RUN: check() { \
// RUN:   clang --target=$A-linux-gnu -O2 -static -I%S/Inputs %s -o $A && \
// RUN:   each E return exit _exit abort segv kill term exec noexec -- run_to_end >$A.txt && \
// RUN:   FileCheck %s <$A.txt; \
// RUN: }
// RUN: each A x86_64 riscv64 -- check
// RUN: ls | FileCheck %s --check-prefix=FILES
// CHECK: {{^}}return 0
// CHECK-NEXT: 1=1000{{$}}
// CHECK-NEXT: {{^}}exit 3
// CHECK-NEXT: 1=1000{{$}}
// CHECK-NEXT: {{^}}_exit 4
// CHECK-NEXT: 1=1000{{$}}
// CHECK-NEXT: {{^}}abort 134
// CHECK-NEXT: 1=1000{{$}}
// CHECK-NEXT: {{^}}segv 139
// CHECK-NEXT: 1=1000{{$}}
// CHECK-NEXT: {{^}}kill 137
// CHECK-NEXT: 1=1000{{$}}
// CHECK-NEXT: {{^}}term 143
// CHECK-NEXT: 1=1000{{$}}
// CHECK-NEXT: {{^}}exec 5
// CHECK-NEXT: 1=1000{{$}}
// CHECK-NEXT: {{^}}noexec 6
// CHECK-NEXT: 1=1001{{$}}
// FILES-NOT: .tmp

// Killed from outside while it counts; and no reader of its output waits for
// anything but its end.
// RUN: wait_for_end() { \
// RUN:   qemu-x86_64 -plugin %counter_unit,out=$S.json ./x86_64 ready & echo $! >$S.pid; \
// RUN:   wait $!; \
// RUN:   echo "$S $?"; \
// RUN: }
// RUN: stop() { \
// RUN:   wait_for_end 2>errors | { read Line; kill -$S $(cat $S.pid); cat; } && \
// RUN:   %show $S.json; \
// RUN: }
// RUN: each S KILL TERM -- stop | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: KILL 137
// OUTSIDE-NEXT: 1=1000{{$}}
// OUTSIDE-NEXT: TERM 143
// OUTSIDE-NEXT: 1=1000{{$}}

// a guest that closes all files closes one of the counter unit's: the file is written
// then, and again at the end.
// RUN: not --crash qemu-x86_64 -plugin %counter_unit,out=closed.json ./x86_64 closed
// RUN: is_complete() { %show closed.json | grep -q =1007; }
// RUN: wait_for is_complete
// RUN: %show closed.json | FileCheck %s --check-prefix=CLOSED
// CLOSED: 1=1007{{$}}
#include "instructions.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int Argc, char **Argv) {
  for (int I = 0; I < 1000; ++I)
    INC(1);
  char *End = Argv[1];
  if (!strcmp(End, "exit"))
    exit(3);
  if (!strcmp(End, "_exit"))
    _exit(4);
  if (!strcmp(End, "abort"))
    abort();
  if (!strcmp(End, "segv"))
    *(volatile int *)16 = 1;
  if (!strcmp(End, "kill"))
    raise(SIGKILL);
  if (!strcmp(End, "term"))
    raise(SIGTERM);
  if (!strcmp(End, "exec"))
    execl("/bin/sh", "sh", "-c", "exit 5", (char *)0);
  if (!strcmp(End, "noexec")) {
    execl("/nowhere", "nowhere", (char *)0);
    INC(1);
    return 6;
  }
  if (!strcmp(End, "ready")) {
    puts("ready");
    fflush(stdout);
    for (;;)
      pause();
  }
  if (!strcmp(End, "closed")) {
    for (int I = 3; I < 5000; ++I)
      close(I);
    usleep(300000);
    for (int I = 0; I < 7; ++I)
      INC(1);
    raise(SIGKILL);
  }
  return 0;
}
