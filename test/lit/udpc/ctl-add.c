// A running program that has the runtime gets sites of its own code and of the C
// library's, while threads execute it: C library excepted, which says so.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && mkdir %t/plans && cd %t
// RUN: clang -O2 -pthread a.c -o a
// RUN: env LD_PRELOAD=%udpc_lib/udpc/libudpc_rt.so UDPC_OPTIONS=plans=plans:output=a.prof ./a > out 2> err
// RUN: FileCheck %s < out
// CHECK: add: 2 sites added
// CHECK: enable: 1 event on
// CHECK: hot: on
// CHECK: again: 0 sites added
// CHECK: several: udpc: error: ctl: add is for one process
// CHECK: libc: 1 site added
// CHECK: libc: 1 event on; {{[0-9]+}} sites cannot be changed: {{.*}}
// CHECK: exact: 1000
// CHECK: right
// RUN: FileCheck %s --check-prefix=ERR < err
// ERR: udpc: warning: the plan for {{.*}}/a is not used: another one changes some of the same instructions
// ERR: udpc: warning: sites of {{.*}}libc{{.*}} are not counted: its code can only be changed while the process has one thread
//--- s.yaml
version: 1
events:
  - event: hot
    entry: "hot"
  - event: cold
    entry: "cold"
//--- libc.yaml
version: 1
events:
  - event: words
    entry: "strtok"
//--- a.c
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((noinline)) int hot(int X) {
  asm volatile("");
  return X * 3 + 1;
}
__attribute__((noinline)) void cold(void) { asm volatile(""); }

static int Stop;
static void *run(void *Result) {
  long Sum = 0, N = 0;
  for (; !__atomic_load_n(&Stop, __ATOMIC_RELAXED); ++N)
    Sum += hot(1);
  *(int *)Result = Sum == 4 * N;
  return 0;
}

static void ctl(const char *Label, const char *Command, int Several) {
  char Line[512], Reply[512];
  printf("%s: ", Label);
  snprintf(Line, sizeof(Line), "LD_PRELOAD= udpc ctl %s%d %s 2>&1",
           Several ? "--name=a " : "", Several ? 0 : getpid(), Command);
  if (Several)
    snprintf(Line, sizeof(Line), "LD_PRELOAD= udpc ctl --name=a %s 2>&1",
             Command);
  FILE *Pipe = popen(Line, "r");
  while (fgets(Reply, sizeof(Reply), Pipe))
    fputs(Reply, stdout);
  pclose(Pipe);
}

static long count(const char *Event) {
  char Line[128];
  long Count = -1;
  snprintf(Line, sizeof(Line), "LD_PRELOAD= udpc ctl %d status %s", getpid(),
           Event);
  FILE *Pipe = popen(Line, "r");
  if (fscanf(Pipe, "%*s %*s %ld", &Count) != 1)
    Count = -1;
  pclose(Pipe);
  return Count;
}

int main(void) {
  pthread_t Threads[3];
  int Right[3], All = 1;
  setvbuf(stdout, 0, _IONBF, 0);
  for (int I = 0; I < 3; ++I)
    pthread_create(&Threads[I], 0, run, &Right[I]);
  ctl("add", "add s.yaml", 0);
  ctl("enable", "enable hot", 0);
  usleep(10000);
  ctl("status", "status hot", 0);
  for (int I = 0; I < 10; ++I) {
    ctl("off", "disable hot", 0);
    ctl("on", "enable hot", 0);
  }
  printf("hot: %s\n", count("hot") > 0 ? "on" : "off");
  ctl("again", "add s.yaml", 0);
  ctl("several", "add s.yaml", 1);
  ctl("libc", "add libc.yaml", 0);
  ctl("libc", "enable words", 0);
  __atomic_store_n(&Stop, 1, __ATOMIC_RELAXED);
  for (int I = 0; I < 3; ++I) {
    pthread_join(Threads[I], 0);
    All &= Right[I];
  }
  long Before = count("hot");
  for (int I = 0; I < 1000; ++I)
    All &= hot(I) == 3 * I + 1;
  printf("exact: %ld\n", count("hot") - Before);
  puts(All ? "right" : "wrong");
  return 0;
}
