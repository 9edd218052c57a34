// Somebody truncates the file while threads count, read, reset and end: the
// program ends with its own result and one warning. It gets the SIGBUS that it
// raises itself or that somebody sends, as without the option.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fPIC -shared -fudpc-spec=lib.yaml lib.c -o lib.so
// RUN: udpc-clang -O2 -pthread -fudpc-continuous -fudpc-spec=s.yaml -I%udpc_src/include a.c ./lib.so -o a
// RUN: udpc-clang -O2 -fudpc-continuous -fudpc-spec=s.yaml bus.c -o bus
// RUN: %python check.py
//--- s.yaml
version: 1
events:
  - {event: work, entry: "work"}
//--- lib.yaml
version: 1
events:
  - {event: library, entry: "library"}
//--- lib.c
static volatile int Sink;
__attribute__((noinline)) void library(void) { Sink = 1; }
//--- a.c
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <udpc/udpc.h>
#include <unistd.h>
static volatile int Sink;
void library(void);
__attribute__((noinline)) void work(void) { Sink = 1; }
static pthread_barrier_t Before, After;
static atomic_int Stop;
static void count(int Times) {
  while (Times--) {
    work();
    library();
  }
}
static void *run(void *Unused) {
  count(1000);
  pthread_barrier_wait(&Before);
  pthread_barrier_wait(&After);
  count(10);
  return Unused;
}
// Counts right at the instant of the truncation.
static void *runOn(void *Unused) {
  while (!Stop)
    count(1);
  return Unused;
}
int main(int N, char **Arguments) {
  pthread_t T[4], On;
  int Event;
  pthread_barrier_init(&Before, 0, 5);
  pthread_barrier_init(&After, 0, 5);
  if (N > 1)
    pthread_create(&On, 0, runOn, 0);
  for (int I = 0; I != 4; ++I)
    pthread_create(&T[I], 0, run, 0);
  count(1000);
  pthread_barrier_wait(&Before);
  Event = udpc_event_find("work");
  // Slots are not 0 at the reset: what is lost must not be subtracted.
  udpc_reset();
  puts("counted");
  fflush(stdout);
  getchar();
  pthread_barrier_wait(&After);
  // With other threads' slots, which may not have been touched since.
  if (udpc_read(Event) > 1000000000)
    return 3;
  for (int I = 0; I != 4; ++I)
    pthread_join(T[I], 0);
  count(5);
  Stop = 1;
  if (N > 1)
    pthread_join(On, 0);
  pthread_create(&T[0], 0, (void *(*)(void *))runOn, 0);
  pthread_join(T[0], 0);
  printf("result %d\n", (int)udpc_read(Event));
  return 7;
}
//--- bus.c
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
static volatile int Sink;
static sigjmp_buf Back;
static volatile int Calls, Code;
static void *volatile At;
__attribute__((noinline)) void work(void) { Sink = 1; }
static void onBus(int Signal, siginfo_t *Info, void *Context) {
  ++Calls;
  Code = Info->si_code;
  At = Info->si_addr;
  if (Info->si_code > 0)
    siglongjmp(Back, 1);
}
int main(int N, char **Arguments) {
  // A file without pages.
  volatile char *Page = mmap(0, 4096, PROT_READ, MAP_SHARED, memfd_create("", 0), 0);
  struct sigaction A = {0}, Old;
  work();
  if (N > 1) {
    sigaction(SIGBUS, 0, &Old);
    printf("default %d\n", Old.sa_handler == SIG_DFL);
    fflush(stdout);
    return *Page;
  }
  A.sa_sigaction = onBus;
  A.sa_flags = SA_SIGINFO;
  sigaddset(&A.sa_mask, SIGUSR1);
  sigaction(SIGBUS, &A, &Old);
  printf("default %d\n", Old.sa_handler == SIG_DFL);
  sigaction(SIGBUS, 0, &Old);
  printf("own %d %d %d\n", Old.sa_sigaction == onBus, Old.sa_flags == SA_SIGINFO, sigismember(&Old.sa_mask, SIGUSR1));
  if (!sigsetjmp(Back, 1))
    Sink = *Page;
  printf("fault %d %d\n", Calls, At == (void *)Page);
  kill(getpid(), SIGBUS);
  printf("sent %d %d\n", Calls, Code == SI_USER);
  puts("counted");
  fflush(stdout);
  getchar();
  work();
  printf("truncated %d\n", Calls);
  if (!sigsetjmp(Back, 1))
    Sink = *Page;
  printf("fault %d\n", Calls);
}
//--- check.py
import os, pathlib, signal, subprocess

def run(command, how, size=0):
    """Truncates the file while the program waits. Returns status, output and errors."""
    pathlib.Path("o.prof").unlink(missing_ok=True)
    env = {**os.environ, "UDPC_OPTIONS": "continuous=1:output=o.prof"}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=env, text=True) as program:
        said = ""
        while "counted" not in said:
            line = program.stdout.readline()
            assert line, program.stderr.read()
            said += line
        if how:
            os.truncate("o.prof", size)
        if how == "extended":
            os.truncate("o.prof", 1 << 20)
        if how == "killed":
            program.kill()
        out, errors = program.communicate("\n", timeout=60)
    return program.returncode, said + out, errors

def count():
    text = subprocess.run(["udpc", "report", "--csv", "o.prof"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return text

WARNING = "udpc: warning: continuous: somebody has truncated "
for command in ["./a"], ["./a", "on"]:
    status, out, errors = run(command, None)
    assert status == 7 and not errors, errors
    for how, size in ("truncated", 0), ("truncated", 4096), ("extended", 0):
        status, out, errors = run(command, how, size)
        assert status == 7, (status, out, errors)
        assert errors.startswith(WARNING) and errors.count("\n") == 1, errors
        counted = int(out.split("result ")[1])
        # The 10 of each thread that ended afterwards, and 5. If the file has
        # pages again, no access finds out, and some of these are lost, too.
        if len(command) == 1:
            assert counted == 45 if how == "truncated" else 5 <= counted <= 45, counted
        assert counted >= 5, counted
        # The profile is written at the end as usual.
        assert count()
    status, _, _ = run(command, "killed")
    assert status == -signal.SIGKILL
    done = subprocess.run(["udpc", "report", "o.prof"], stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1 and done.stderr.count("\n") == 1, done.stderr

status, out, errors = run(["./bus"], "truncated")
assert out == "default 1\nown 1 1 1\nfault 1 1\nsent 2 1\ncounted\ntruncated 2\nfault 3\n", out
assert status == 0 and errors.startswith(WARNING), errors
done = subprocess.run(["./bus", "default"], stdout=subprocess.PIPE,
                      env={**os.environ, "UDPC_OPTIONS": "continuous=1:output=o.prof"}, text=True)
assert done.returncode == -signal.SIGBUS and done.stdout == "default 1\n", done
