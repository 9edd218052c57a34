// Threads that allocate, fork, spawn, load libraries, and begin and end threads,
// while handlers of signals use the runtime and udpc ctl sends requests: nothing
// hangs, and the counts of the parent and of every child of fork() are exact.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fPIC -shared -fudpc-spec=s.yaml lib.c -o lib.so
// RUN: udpc-clang -O2 -pthread -I%udpc_src/include -fudpc-spec=s.yaml a.c -o a
// RUN: env UDPC_OPTIONS=output=a.prof:log=a.log ./a 2>&1 | FileCheck %s --allow-empty
// RUN: udpc-clang -O1 -static -pthread -I%udpc_src/include -fudpc-spec=s.yaml -fudpc-lowering=call a.c -o b
// RUN: env UDPC_OPTIONS=output=b.prof:log=b.log ./b 2>&1 | FileCheck %s --allow-empty
// RUN: udpc-clang -O2 -pthread -I%udpc_src/include -fudpc-spec=s.yaml -fudpc-profile=cache,calls a.c -o c
// RUN: env UDPC_OPTIONS=output=c.prof:summary=0:cache_output=c.cache ./c 2>&1 | FileCheck %s --allow-empty
// CHECK-NOT: {{.}}
//--- s.yaml
version: 1
events:
  - {event: hit, entry: hit}
  - {event: tick, entry: tick, every: 3, action: log}
  - {event: snap, entry: snap, every: 2, action: snapshot}
  - {event: lib, entry: lib}
//--- lib.c
static volatile int Sink;
void lib(void) { Sink++; }
//--- a.c
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <udpc/udpc.h>
#include <unistd.h>
#define CHECK(Condition)                                                       \
  do                                                                           \
    if (!(Condition)) {                                                        \
      dprintf(2, "%d: %s\n", __LINE__, #Condition);                            \
      _exit(1);                                                                \
    }                                                                          \
  while (0)
extern char **environ;
static volatile int Sink;
static atomic_int Done, NumHits, NumForks;
/// Set in threads that end while others run: what handlers count there at the very
/// end is lost.
static __thread int IsEnding;
static int Hit;
__attribute__((noinline)) void hit(void) { Sink++; }
__attribute__((noinline)) void tick(void) { Sink++; }
__attribute__((noinline)) void snap(void) { Sink++; }
static void countHit(void) {
  hit();
  atomic_fetch_add(&NumHits, 1);
}

static void onSignal(int Signal) {
  static atomic_uint Number;
  unsigned This = atomic_fetch_add(&Number, 1);
  // A dump takes long.
  switch (This % 8 == 5 && This % 64 != 5 ? 3 : This % 8) {
  case 0:
    if (!IsEnding)
      countHit();
    break;
  case 1:
    tick();
    break;
  case 2:
    snap();
    break;
  case 3:
    udpc_read(Hit);
    break;
  case 4:
    udpc_snapshot();
    break;
  case 5:
    udpc_dump();
    break;
  case 6:
    udpc_enable("hit");
    udpc_is_enabled(Hit);
    break;
  case 7:
    udpc_write(udpc_event_find("tick"), 7);
    signal(SIGUSR2, SIG_IGN);
    break;
  }
}

static void *allocates(void *P) {
  while (!Done) {
    void *volatile Blocks[32];
    for (int I = 0; I != 32; ++I)
      Blocks[I] = malloc(100 + I * 80);
    countHit();
    for (int I = 0; I != 32; ++I)
      free(Blocks[I]);
  }
  return P;
}

static void *ends(void *P) {
  IsEnding = 1;
  countHit();
  if (P)
    pthread_exit(P);
  return P;
}
static void *makesThreads(void *P) {
  while (!Done) {
    pthread_t T[2];
    CHECK(!pthread_create(&T[0], 0, ends, 0));
    CHECK(!pthread_create(&T[1], 0, ends, P));
    CHECK(!pthread_join(T[0], 0) && !pthread_join(T[1], 0));
  }
  return P;
}

static void waitFor(pid_t Child) {
  int Status;
  CHECK(Child > 0 && waitpid(Child, &Status, 0) == Child);
  CHECK(Status == 0);
}
static void *forks(void *P) {
  for (int I = 0; !Done; ++I) {
    pid_t Child = fork();
    if (!Child) {
      int Number = I % 50;
      for (int N = 0; N != Number; ++N)
        hit();
      free(malloc(1000));
      CHECK(udpc_event_find("hit") == Hit);
      CHECK(udpc_read(Hit) == Number && udpc_read_thread(Hit) == Number);
      // Without a profile.
      syscall(SYS_exit_group, 0);
    }
    atomic_fetch_add(&NumForks, 1);
    waitFor(Child);
  }
  return P;
}
static void *spawns(void *P) {
  char *Arguments[] = {"true", 0};
  while (!Done) {
    pid_t Child;
    CHECK(!posix_spawn(&Child, "/bin/true", 0, 0, Arguments, environ));
    waitFor(Child);
    if (!(Child = vfork()))
      _exit(0);
    waitFor(Child);
    if (!(Child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)))
      syscall(SYS_exit_group, udpc_read(Hit));
    waitFor(Child);
  }
  return P;
}
static void *loads(void *P) {
  while (!Done && *(int *)P) {
    void *Library = dlopen("./lib.so", RTLD_NOW);
    CHECK(Library);
    ((void (*)(void))dlsym(Library, "lib"))();
    dlclose(Library);
  }
  return P;
}
static void *asks(void *P) {
  char Pid[16];
  snprintf(Pid, sizeof(Pid), "%d", getpid());
  char *Arguments[] = {"sh", "-c", "udpc ctl $0 status > /dev/null 2>&1; exit 0", Pid, 0};
  while (!Done) {
    pid_t Child;
    CHECK(!posix_spawn(&Child, "/bin/sh", 0, 0, Arguments, environ));
    waitFor(Child);
  }
  return P;
}

int main(int argc, char **argv) {
  int Milliseconds = argc > 1 ? atoi(argv[1]) : 500;
  alarm(60); // Ends a test that hangs.
  Hit = udpc_event_find("hit");
  struct sigaction A = {.sa_handler = onSignal, .sa_flags = SA_RESTART};
  for (int Signal = SIGUSR1; Signal; Signal = Signal == SIGUSR1 ? SIGVTALRM : 0)
    CHECK(!sigaction(Signal, &A, 0));
  struct itimerval Often = {{0, 3000}, {0, 3000}}, Never = {};
  CHECK(!setitimer(ITIMER_VIRTUAL, &Often, 0));
  int IsDynamic = getauxval(AT_BASE) != 0;
  void *(*const Work[])(void *) = {allocates, allocates, makesThreads, forks,
                                   forks,     spawns,    loads,        asks};
  enum { NumThreads = sizeof(Work) / sizeof(*Work) };
  pthread_t T[NumThreads];
  for (int I = 0; I != NumThreads; ++I)
    CHECK(!pthread_create(&T[I], 0, Work[I], &IsDynamic));
  for (int I = 0; I != Milliseconds; ++I) {
    usleep(1000);
    free(malloc(5000));
    pthread_kill(T[I % 2], SIGUSR1);
  }
  CHECK(!setitimer(ITIMER_VIRTUAL, &Never, 0));
  usleep(50000);
  Done = 1;
  for (int I = 0; I != NumThreads; ++I)
    CHECK(!pthread_join(T[I], 0));
  CHECK(udpc_read(Hit) == NumHits);
  if (argc > 1)
    printf("%d forks, %d hits\n", NumForks, NumHits);
  return 0;
}
