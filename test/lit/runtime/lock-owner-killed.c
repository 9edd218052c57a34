// A child made by vfork shares the runtime's lock, and may be killed while it
// holds it. Who waits for the lock takes it over, whether the child has been
// waited for or not, and all counts are there.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O1 -pthread -I%udpc_src/include -fudpc-spec=s.yaml a.c -o a
// RUN: env UDPC_OPTIONS=output=a.prof ./a | FileCheck a.c
// RUN: udpc-clang -O1 -static -pthread -I%udpc_src/include -fudpc-spec=s.yaml -fudpc-lowering=call a.c -o a
// RUN: env UDPC_OPTIONS=output=a.prof ./a | FileCheck a.c
//--- s.yaml
version: 1
events:
  - {event: work, entry: work}
//--- a.c
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <udpc/udpc.h>
#include <unistd.h>
__attribute__((noinline)) void work(void) { __asm__ volatile(""); }
static atomic_int Child, IsReaped, HasRead;
static int Event;
static void reap(int P) {
  int Status;
  if (waitpid(P, &Status, 0) != P || !WIFSIGNALED(Status))
    exit(2);
  IsReaped = 1;
}
/// The child holds the lock nearly all the time. It only reads, so nothing else
/// of the runtime is half changed when it is killed.
static void *makesChild(void *ReapsFirst) {
  int P = vfork();
  if (!P) {
    Child = getpid();
    for (;;)
      udpc_read(Event);
  }
  // The end of a thread takes the lock, too.
  if (ReapsFirst)
    reap(P);
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
int main(void) {
  int TakenOver[2] = {0, 0};
  // If the lock is lost, this ends the test.
  alarm(60);
  Event = udpc_event_find("work");
  for (int I = 0; I != 400 && (TakenOver[0] < 3 || TakenOver[1] < 3); ++I) {
    int ReapsFirst = I % 2;
    pthread_t T;
    Child = IsReaped = HasRead = 0;
    pthread_create(&T, 0, makesChild, ReapsFirst ? &Child : 0);
    while (!Child)
      ;
    usleep(rand() % 2000);
    kill(Child, SIGKILL);
    while (ReapsFirst && !IsReaped)
      ;
    work();
    long Begin = milliseconds();
    if (udpc_read(Event) != I + 1)
      return 1;
    // Nobody else waits for it, so a free lock is had at once.
    TakenOver[ReapsFirst] += milliseconds() - Begin >= 50;
    HasRead = 1;
    pthread_join(T, 0);
  }
  // CHECK: taken over from zombies: yes, from those that are gone: yes
  printf("taken over from zombies: %s, from those that are gone: %s\n",
         TakenOver[0] ? "yes" : "no", TakenOver[1] ? "yes" : "no");
  return 0;
}
