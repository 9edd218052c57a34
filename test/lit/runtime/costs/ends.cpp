// However a program with costs ends, both files are complete, and the summary
// is printed once: not by who becomes another program, nor by udpc_dump.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang++ -std=c++17 -I%udpc_src/include -I%S/Inputs a.cpp -L%udpc_lib -ludpc_rt -pthread -o a
// RUN: %python ends.py ./a %S/Inputs/ > dynamic && FileCheck %s < dynamic
// RUN: clang++ -std=c++17 -static -I%udpc_src/include -I%S/Inputs a.cpp -L%udpc_lib -ludpc_rt -pthread -o a
// RUN: %python ends.py ./a %S/Inputs/ > static && diff dynamic static
//
//      CHECK: return: status 3, summaries [10], files {'a.cg': 10, 'a.cache': 10}
// CHECK-NEXT: exit: status 3, summaries [10], files {'a.cg': 10, 'a.cache': 10}
// CHECK-NEXT: _exit: status 3, summaries [10], files {'a.cg': 10, 'a.cache': 10}
// CHECK-NEXT: quick_exit: status 3, summaries [10], files {'a.cg': 10, 'a.cache': 10}
// CHECK-NEXT: abort: status -6, summaries [10], files {'a.cg': 10, 'a.cache': 10}
// CHECK-NEXT: segv: status -11, summaries [10], files {'a.cg': 10, 'a.cache': 10}
// CHECK-NEXT: overflow: status -11, summaries [10], files {'a.cg': 10, 'a.cache': 10}
// CHECK-NEXT: term: status -15, summaries [10], files {'a.cg': 10, 'a.cache': 10}
// CHECK-NEXT: thread: status 0, summaries [110], files {'a.cg': 110, 'a.cache': 110}
// CHECK-NEXT: running: status 3, summaries [110], files {'a.cg': 110, 'a.cache': 110}
// CHECK-NEXT: threads: status 3, summaries [3010], files {'a.cg': 3010, 'a.cache': 3010}
// CHECK-NEXT: dump: status 3, summaries [11], files {'a.cg': 11, 'a.cache': 11}
// CHECK-NEXT: reset: status 3, summaries [4], files {'a.cg': 4, 'a.cache': 4}
// CHECK-NEXT: fork: status 3, summaries [5, 10], files {'a.cg': 10, 'a.cg.N': 5, 'a.cache': 10, 'a.cache.N': 5}
// CHECK-NEXT: closed-error: status 3, summaries [], files {'a.cg': 10, 'a.cache': 10}
// CHECK-NEXT: other-error: status 3, summaries [], files {'a.cg': 10, 'a.cache': 10}
// CHECK-NEXT: same-error: status 3, summaries [10], files {'a.cg': 10, 'a.cache': 10}
// CHECK-NEXT: spawn: status 3, summaries [10], files {'a.cg': 10, 'a.cache': 10}
// CHECK-NEXT: fork-exec: status 3, summaries [10], files {'a.cg': 10, 'a.cg.N': 10, 'a.cache': 10, 'a.cache.N': 10}
// CHECK-NEXT: exec: status 3, summaries [20], files {'a.cg': 10, 'a.cg.1': 20, 'a.cache': 10, 'a.cache.1': 20}
// CHECK-NEXT: exec-by-number: status 3, summaries [20], files {'N.cg': 10, 'N.cg.1': 20}
//
// Nothing of ours is in a file of the program that got the number of standard
// error.
// RUN: FileCheck %s --check-prefix=DATA --match-full-lines < data
// DATA:     data
// DATA-NOT: {{.}}
//
// The dump inside said what was there at that moment.
// RUN: FileCheck %s --check-prefix=DUMP < before
// DUMP: summary: 10 0 0
//
//--- ends.py
import os, re, signal, struct, subprocess, sys


def ir(path):
    """The Ir of a file of either kind; each slot of the unit costs one."""
    data = open(path, "rb").read()
    if not data.startswith(b"udpccach"):
        lines = data.decode().splitlines()
        totals = [int(l.split()[1]) for l in lines if l[0].isdigit()]
        assert lines[-1] == f"summary: {sum(totals)} 0 0", lines[-1]
        return sum(totals)
    show = os.path.join(os.path.dirname(sys.argv[2]), "costs.py")
    text = subprocess.check_output([sys.executable, show, path], text=True)
    return sum(int(n) for n in re.findall(r" 0\.0=(\d+)", text))


program = sys.argv[1]
names = subprocess.run([program], stdout=subprocess.PIPE, text=True).stdout.split()
before = set(os.listdir(".")) | {"before", "data"}
for name in names:
    options = "cachegrind_output=a.cg:cache_output=a.cache"
    if name == "exec-by-number":
        # Without another file to tell, the name does.
        options = "cachegrind_output=%p.cg:cache_output="
    env = dict(os.environ, UDPC_OPTIONS=options)
    run = subprocess.Popen([program, name], env=env, stderr=subprocess.PIPE, text=True)
    summaries = re.findall(r"I   refs: +([\d,]+)", run.communicate()[1])
    summaries = sorted(int(s.replace(",", "")) for s in summaries)
    files = {}
    for f in sorted(set(os.listdir(".")) - before, key=lambda f: (".cache" in f, f)):
        key = re.sub(r"\d{2,}", "N", f)
        assert key not in files, f
        files[key] = ir(f)
        os.remove(f)
    print(f"{name}: status {run.returncode}, summaries {summaries}, files {files}")
//--- a.cpp
#include "costs.h"
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
static thread_local uint64_t Slots[1];
static void work(int N) { Slots[0] += N; }

static const char *End;
static bool is(const char *Name) {
  return End ? !strcmp(End, Name) : (printf("%s\n", Name), false);
}
static int overflow(int N) {
  volatile char A[4096];
  A[N % 4096] = 1;
  return overflow(N + 1) + A[0];
}
static pthread_barrier_t Ready;
static void *worksAndWaits(void *) {
  work(100);
  pthread_barrier_wait(&Ready);
  for (;;)
    pause();
}
static void *works(void *) {
  work(1);
  return nullptr;
}
static void *worksLast(void *) {
  usleep(50000);
  work(100);
  return nullptr;
}
static void finish(pid_t P) {
  int Status;
  if (waitpid(P, &Status, 0) != P || Status)
    _exit(98);
}
int main(int argc, char **argv) {
  CostUnit &U = *new CostUnit;
  U.NumSlots = 1;
  U.block(0, U.line(U.function("work"), U.string("a.c"), 1), 1);
  U.finish([] { return Slots; });
  U.enroll();
  rlimit None = {0, 0};
  setrlimit(RLIMIT_CORE, &None);
  End = argv[1];
  if (End)
    work(10);
  pthread_t T;
  char *Args[] = {argv[0], (char *)"execed", nullptr};
  char *True[] = {(char *)"true", nullptr};
  if (End && !strcmp(End, "execed")) {
    work(10);
    return 3;
  }
  if (is("return"))
    return 3;
  if (is("exit"))
    exit(3);
  if (is("_exit"))
    _exit(3);
  if (is("quick_exit"))
    quick_exit(3);
  if (is("abort"))
    abort();
  if (is("segv"))
    raise(SIGSEGV);
  if (is("overflow"))
    return overflow(0);
  if (is("term"))
    kill(getpid(), SIGTERM);
  if (is("thread")) {
    pthread_create(&T, nullptr, worksLast, nullptr);
    pthread_detach(T);
    pthread_exit(nullptr);
  }
  if (is("running")) {
    pthread_barrier_init(&Ready, nullptr, 2);
    pthread_create(&T, nullptr, worksAndWaits, nullptr);
    pthread_barrier_wait(&Ready);
    return 3;
  }
  if (is("threads")) {
    // More than are kept apart.
    for (int I = 0; I != 3000; ++I) {
      pthread_create(&T, nullptr, works, nullptr);
      pthread_join(T, nullptr);
    }
    return 3;
  }
  if (is("dump")) {
    if (udpc_dump())
      return 99;
    rename("a.cg", "before");
    work(1);
    return 3;
  }
  if (is("reset")) {
    udpc_reset();
    work(4);
    return 3;
  }
  if (is("fork")) {
    pid_t P = fork();
    if (!P) {
      work(5);
      exit(0);
    }
    finish(P);
    return 3;
  }
  if (is("closed-error")) {
    close(2);
    return 3;
  }
  if (is("other-error")) {
    close(2);
    return open("data", O_WRONLY | O_CREAT | O_TRUNC, 0666) == 2 &&
                   write(2, "data\n", 5) == 5
               ? 3
               : 99;
  }
  if (is("same-error")) {
    int Kept = dup(2);
    close(2);
    return dup(Kept) == 2 ? 3 : 99;
  }
  if (is("spawn")) {
    pid_t P;
    posix_spawn(&P, "/bin/true", nullptr, nullptr, True, environ);
    finish(P);
    return 3;
  }
  if (is("fork-exec")) {
    pid_t P = fork();
    if (!P) {
      work(10);
      execv("/bin/true", True);
    }
    finish(P);
    return 3;
  }
  if (is("exec") || is("exec-by-number"))
    execv(argv[0], Args);
  return 0;
}
