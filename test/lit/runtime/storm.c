// A program that makes and ends threads without pause, killed or forking at
// any moment: neither it nor the runtime ever hangs, and profiles are complete.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml a.c -o a -pthread && %python storm.py
// RUN: udpc-clang -O2 -static -fudpc-spec=spec.yaml -fudpc-lowering=call a.c -o a -pthread && %python storm.py
//--- spec.yaml
version: 1
events:
  - {event: work, entry: work}
//--- storm.py
import glob, os, subprocess
for case, status in [("exit", 0), ("abort", -6), ("kill", -15)]:
    for i in range(15):
        env = dict(os.environ, UDPC_OPTIONS="output=o.prof:max_threads=5")
        r = subprocess.run(["./a", case, str(i * 700)], env=env, timeout=60)
        assert r.returncode == status, (case, r)
        subprocess.run(["udpc", "report", "o.prof"], check=True, stdout=subprocess.DEVNULL)
        os.remove("o.prof")
env["UDPC_OPTIONS"] = "output=f.%p.prof"
subprocess.run(["./a", "fork"], env=env, timeout=60, check=True)
profiles = glob.glob("f.*.prof")
assert len(profiles) == 51, profiles
subprocess.run(["udpc", "report", *profiles], check=True, stdout=subprocess.DEVNULL)
for f in profiles:
    os.remove(f)
//--- a.c
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) void work(void) { __asm__ volatile(""); }
static void *ends(void *Arg) {
  for (int I = 0; I != 100; ++I)
    work();
  return 0;
}
static void *makes(void *Arg) {
  pthread_t T[4];
  for (;;) {
    for (int I = 0; I != 4; ++I)
      pthread_create(T + I, 0, ends, 0);
    for (int I = 0; I != 4; ++I)
      pthread_join(T[I], 0);
  }
}
static void *allocates(void *Arg) {
  for (;;) {
    void *volatile P = malloc(100);
    free(P);
    work();
  }
}
int main(int argc, char **argv) {
  pthread_t T;
  for (int I = 0; I != 3; ++I)
    pthread_create(&T, 0, makes, 0);
  pthread_create(&T, 0, allocates, 0);
  for (int I = 0; argv[1][0] == 'f' && I != 50; ++I) {
    int Status, P = fork();
    if (!P) {
      pthread_create(&T, 0, ends, 0);
      pthread_join(T, 0);
      if (I % 2)
        _exit(0);
      exit(0);
    }
    if (waitpid(P, &Status, 0) != P || Status)
      return 99;
  }
  if (argv[1][0] == 'f')
    return 0;
  usleep(atoi(argv[2]));
  if (argv[1][0] == 'a')
    abort();
  if (argv[1][0] == 'k')
    kill(getpid(), SIGTERM);
  if (argv[1][0] == 'e')
    exit(0);
  for (;;)
    pause();
}
