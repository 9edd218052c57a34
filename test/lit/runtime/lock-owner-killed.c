// A child made by vfork shares the runtime's lock, and may be killed while it
// holds it. A waiter takes the lock over, whether the child has been
// waited for or not, and no count is lost.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O1 -pthread -I%udpc_src/include -fudpc-spec=s.yaml a.c -o a
// RUN: run() { env UDPC_OPTIONS=output=a.prof ./a $reaped && udpc report --csv a.prof; }
// RUN: each reaped "" reaped -- run | FileCheck %s
// RUN: udpc-clang -O1 -static -pthread -I%udpc_src/include -fudpc-spec=s.yaml -fudpc-lowering=call a.c -o a
// RUN: each reaped "" reaped -- run | FileCheck %s
// CHECK-COUNT-2: work,entry,{{.*}},work,inc,1{{$}}
//--- s.yaml
version: 1
events:
  - {event: work, entry: work}
//--- a.c
#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <udpc/udpc.h>
#include <unistd.h>
__attribute__((noinline)) void work(void) { __asm__ volatile(""); }
static int Event;
static atomic_int IsReaped, HasRead;
static void reap(int P) {
  int Status;
  if (waitpid(P, &Status, 0) != P || !WIFSIGNALED(Status)) {
    printf("the child was not killed: %d\n", Status);
    exit(1);
  }
  IsReaped = 1;
}
/// Ends the process when it asks for memory, which the first udpc_read does
/// with the lock held.
static void dieInRead(int Event) {
  struct sock_filter Code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog Program = {sizeof(Code) / sizeof(*Code), Code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program))
    _exit(1);
  udpc_read(Event);
}
static void *makesChild(void *ReapsFirst) {
  int P = vfork();
  if (!P) {
    dieInRead(Event);
    _exit(2);
  }
  // The end of this thread takes the lock, too.
  if (ReapsFirst)
    reap(P);
  else
    IsReaped = 1;
  while (!HasRead)
    usleep(1000);
  if (!ReapsFirst)
    reap(P);
  return 0;
}
static long milliseconds(void) {
  struct timespec T;
  clock_gettime(CLOCK_MONOTONIC, &T);
  return T.tv_sec * 1000 + T.tv_nsec / 1000000;
}
int main(int argc, char **argv) {
  int ReapsFirst = argc > 1;
  // If the lock is lost, this ends the test.
  alarm(60);
  Event = udpc_event_find("work");
  pthread_t T;
  pthread_create(&T, 0, makesChild, ReapsFirst ? &IsReaped : 0);
  while (!IsReaped)
    usleep(1000);
  long Begin = milliseconds();
  work(); // May take the lock, too: the first count of a thread.
  if (udpc_read(Event) != 1)
    return 1;
  // No other process waits for it, so a free lock is acquired at once.
  if (milliseconds() - Begin < 50) {
    printf("the child did not hold the lock\n");
    return 1;
  }
  HasRead = 1;
  pthread_join(T, 0);
  return 0;
}
