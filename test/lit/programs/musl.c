// Programs for musl count as those for glibc do: threads, forks, all ends, costs.
//
// A folder as compilers for musl have it:
// RUN: rm -rf %t && split-file %s %t && cd %t && mkdir -p root/usr
// RUN: ln -s /usr/include/x86_64-linux-musl root/usr/include && ln -s /usr/lib/x86_64-linux-musl root/usr/lib
// RUN: echo "--target=x86_64-linux-musl --sysroot=%t/root -static-libgcc --gcc-install-dir=$(dirname $(gcc\
// RUN: -print-libgcc-file-name))" > musl
//
// RUN: check_end() { \
// RUN:   rm -f a.prof*; \
// RUN:   env UDPC_OPTIONS=enable=*:output=a.prof ./a $end 2>&1 || test $end = abort && \
// RUN:   echo $end: $(%counts a.prof) / $(%counts a.prof.*); \
// RUN: }
// RUN: check_ends() { \
// RUN:   udpc-clang @musl $link -O2 -fudpc-spec=spec.yaml -fudpc-lowering=$how a.c -o a && \
// RUN:   each end return quick_exit _exit abort exec -- check_end; \
// RUN: }
// RUN: each link -static -static-pie -no-pie -pie -- each how inline call instruction -- check_ends \
// RUN:   | sort | uniq -c | FileCheck %s
// CHECK: 12 _exit: work 401 0:1 1:100 2:100 3:100 4:100 late 0 / work 100 1:100 late 0
// CHECK-NEXT: 12 abort: work 401 0:1 1:100 2:100 3:100 4:100 late 0 / work 100 1:100 late 0
// CHECK-NEXT: 12 exec: work 401 0:1 1:100 2:100 3:100 4:100 late 0 / work 100 1:100 late 0
// CHECK-NEXT: 12 quick_exit: work 401 0:1 1:100 2:100 3:100 4:100 late 0 / work 100 1:100 late 0
// CHECK-NEXT: 12 return: work 401 0:1 1:100 2:100 3:100 4:100 late 1 0:1 / work 100 1:100 late 0
//
// The program's name, and texts of errors.
// RUN: rm -f a.prof && env UDPC_OPTIONS=enable=*:output=%%n.prof ./a return && grep -a "\./a return" a.prof
// RUN: env UDPC_OPTIONS=enable=*:output=/dev/null/no ./a return 2>&1 | FileCheck %s --check-prefix=WARN
// WARN: udpc: warning: {{.*}}/dev/null/no: {{Not a directory|error 20}}
//
// RUN: check_costs() { \
// RUN:   udpc-clang @musl $link -O2 -fudpc-profile=cache a.c -o costs && \
// RUN:   ./costs return 2>&1 | FileCheck %s --check-prefix=COSTS; \
// RUN: }
// RUN: each link -static -pie -- check_costs
// COSTS: D1  misses: {{ *[1-9]}}
//
// By musl's own script.
// RUN: udpc-clang -O2 -nostdinc -isystem /usr/include/x86_64-linux-musl -fudpc-spec=spec.yaml -c a.c -o a.o
// RUN: musl-gcc a.o -Wl,-u,__udpc_runtime -L%udpc_lib -ludpc_rt -o a
// RUN: env UDPC_OPTIONS=output=a.prof ./a return
// RUN: %counts a.prof | FileCheck %s --check-prefix=SCRIPT
// SCRIPT: work 401
//--- spec.yaml
version: 1
events:
  - {event: work, entry: work}
  - {event: late, entry: late}
//--- a.c
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) void work(void) { __asm__ volatile(""); }
__attribute__((noinline)) void late(void) { __asm__ volatile(""); }
__attribute__((destructor)) static void end(void) { late(); }
static void *run(void *P) {
  for (int I = 0; I < 100; ++I)
    work();
  return P;
}
static void runThreads(int N) {
  pthread_t T[4];
  for (int I = 0; I < N; ++I)
    if (pthread_create(T + I, 0, run, 0))
      abort();
  for (int I = 0; I < N; ++I)
    pthread_join(T[I], 0);
}
int main(int argc, char **argv) {
  pid_t Child = fork();
  if (!Child) { // Counts 100, and is killed.
    runThreads(1);
    abort();
  }
  int Status;
  waitpid(Child, &Status, 0);
  if (!WIFSIGNALED(Status) || WTERMSIG(Status) != SIGABRT)
    return 1;
  runThreads(4);
  work();
  const char *End = argv[1];
  if (!strcmp(End, "_exit"))
    _exit(0);
  if (!strcmp(End, "quick_exit"))
    quick_exit(0);
  if (!strcmp(End, "exec"))
    execl("/bin/true", "true", (char *)0);
  if (!strcmp(End, "abort"))
    abort();
  return 0;
}
