// The file has the right counts after each end and each change: killed, after
// exec, fork, resets, closed libraries, closed descriptors, more threads than
// are kept apart, and while the program runs.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fPIC -shared -fudpc-spec=lib.yaml lib.c -o lib.so
// RUN: udpc-clang -O2 -pthread -fudpc-continuous -fudpc-spec=s.yaml -I%udpc_src/include a.c -o a
// RUN: udpc-clang -O2 -pthread -static -fuse-ld=lld -fudpc-continuous -fudpc-spec=s.yaml \
// RUN:   -I%udpc_src/include a.c -o static
// RUN: udpc-clang -O2 -pthread -fudpc-continuous -fudpc-lowering=instruction -fudpc-spec=s.yaml \
// RUN:   -I%udpc_src/include a.c -o instruction
// RUN: env PYTHONPATH=%S/Inputs %python check.py
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
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <udpc/udpc.h>
#include <unistd.h>
static volatile int Sink;
__attribute__((noinline)) void work(void) { Sink = 1; }
static void count(long Times) {
  while (Times--)
    work();
}
static void *run(void *Times) {
  count((long)Times);
  return 0;
}
static void countInThread(long Times) {
  pthread_t T;
  pthread_create(&T, 0, run, (void *)Times);
  pthread_join(T, 0);
}
static void die(void) { kill(getpid(), SIGKILL); }
static void useLibrary(int Times) {
  void *L = dlopen("./lib.so", RTLD_NOW);
  void (*F)(void) = (void (*)(void))dlsym(L, "library");
  while (Times--)
    F();
  dlclose(L);
}
int main(int N, char **Arguments) {
  const char *Mode = Arguments[1];
#define IF(Name) if (!strcmp(Mode, Name))
  count(10);
  IF("exit") countInThread(5);
  IF("bare") {
    countInThread(5);
    syscall(SYS_exit_group, 0);
  }
  IF("segv") {
    // Without a handler, which would write the profile.
    syscall(SYS_rt_sigaction, SIGSEGV, (long[4]){0}, 0, 8);
    *(volatile int *)8 = 1;
  }
  IF("exec") {
    countInThread(5);
    execl(Arguments[0], Arguments[0], "exit", (char *)0);
  }
  IF("noexec") {
    execl("/nonexistent", "x", (char *)0);
    count(1);
    die();
  }
  IF("fork") {
    // Of a thread that ends while its storage is in the child, too.
    int P = fork();
    if (!P) {
      count(3);
      countInThread(4);
      countInThread(5);
      die();
    }
    waitpid(P, 0, 0);
    count(1);
    die();
  }
  IF("bare-fork") {
    int P = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (!P) {
      count(3);
      syscall(SYS_exit_group, 0);
    }
    waitpid(P, 0, 0);
    die();
  }
  IF("reset") {
    countInThread(7);
    udpc_reset();
    count(2);
    countInThread(3);
    die();
  }
  IF("write") {
    countInThread(7);
    udpc_write(udpc_event_find("work"), 100);
    count(2);
    countInThread(3);
    die();
  }
  IF("dump") {
    if (udpc_dump())
      return 1;
    count(5);
    die();
  }
  IF("many") {
    for (int I = 0; I != 300; ++I)
      countInThread(1 + I % 2);
    die();
  }
  IF("close") {
    // A file of the program's own gets the number.
    for (int I = 3; I != 2000; ++I)
      close(I);
    FILE *F = fopen("own", "w");
    for (int I = 1000; I != 1010; ++I)
      dup2(fileno(F), I);
    countInThread(7);
    countInThread(8);
    fprintf(F, "own\n");
    fflush(F);
    die();
  }
  IF("library") {
    useLibrary(4);
    useLibrary(5);
    die();
  }
  IF("live") {
    countInThread(6);
    puts("counted");
    fflush(stdout);
    getchar();
  }
}
//--- check.py
import os, pathlib, re, subprocess
import continuous

def run(mode, options="", program="a", output="o.prof", **how):
    for old in pathlib.Path().glob("o.*"):
        old.unlink()
    env = {**os.environ, "UDPC_OPTIONS": f"continuous=1:output={output}{options}"}
    done = subprocess.run([f"./{program}", mode], env=env, stderr=subprocess.PIPE, text=True, timeout=60, **how)
    return done.returncode, done.stderr

def report(file, event="work"):
    """As udpc reports it, which is what is in the file."""
    done = subprocess.run(["udpc", "report", file], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 0, done.stderr
    found = re.search(rf"^{event} +([\d,]+) ", done.stdout, re.MULTILINE)
    count = int(found.group(1).replace(",", "")) if found else 0
    if open(file, "rb").read(8) == b"udpccont" and not done.stderr:
        assert continuous.read(file)[1].get(event, 0) == count, file
    return count, done.stderr

def isKept(file):
    return open(file, "rb").read(8) == b"udpccont"

def files():
    return sorted(f.name for f in pathlib.Path().glob("o.*"))

for program in "a", "static":
    for mode, count, kept in (
        ("exit", 15, False), ("bare", 15, True), ("segv", 10, True), ("noexec", 11, True), ("reset", 5, True),
        ("write", 105, True), ("dump", 15, True), ("many", 460, True), ("close", 25, True),
    ):
        _, said = run(mode, ":max_threads=20", program)
        assert not said, said
        assert files() == ["o.prof"], files()
        assert report("o.prof") == (count, ""), (program, mode, report("o.prof"))
        assert isKept("o.prof") == kept, mode
    assert pathlib.Path("own").read_text() == "own\n"

_, said = run("many", ":max_threads=20")
assert continuous.read("o.prof")[2] == 1 + 20 + 1

# The next program has its own.
_, said = run("exec")
assert not said and files() == ["o.prof", "o.prof.1"], files()
assert isKept("o.prof") and not isKept("o.prof.1")
assert report("o.prof")[0] == 15 and report("o.prof.1")[0] == 15

# A child has its own, and nothing is counted twice.
run("fork")
parent, child = files()
assert report(parent)[0] == 11 and report(child)[0] == 12, (report(parent), report(child))
subprocess.run(["udpc", "merge", parent, child, "-o", "o.sum"], check=True)
assert report("o.sum")[0] == 23

# What docs/over-time.md says of a child that the runtime cannot see.
run("bare-fork")
assert files() == ["o.prof"] and report("o.prof")[0] == 13

run("library")
assert report("o.prof", "library")[0] == 9

_, said = run("fork", ":enable=*", "instruction")
assert [report(f)[0] for f in files()] == [11, 12], [report(f)[0] for f in files()]

# One profile of several processes.
run("exit", output="o.%m.prof")
(shared,) = files()
old = pathlib.Path(shared).rename("shared")
_, said = run("reset", output="o.%m.prof")
(own,) = files()
assert re.fullmatch(re.escape(shared) + r"\.\d+", own), own
assert report(own)[0] == 5 and report("shared")[0] == 15

# While it runs.
for old in pathlib.Path().glob("o.*"):
    old.unlink()
with subprocess.Popen(["./a", "live"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                      env={**os.environ, "UDPC_OPTIONS": "continuous=1:output=o.prof"}) as live:
    assert live.stdout.readline() == b"counted\n"
    assert isKept("o.prof") and report("o.prof") == (16, "")
    live.kill()
