// fork: parent and child each leave their own counts, none twice. vfork and
// posix_spawn: the child leaves nothing. exec: what was counted before is kept,
// also when the new program counts itself, and when exec fails.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml a.c -o a -pthread
// RUN: %python runs.py ./a | FileCheck %s
// RUN: udpc-clang -O2 -static -fudpc-spec=spec.yaml -fudpc-lowering=call a.c -o a -pthread
// RUN: %python runs.py ./a | FileCheck %s
//
// With %%m all of them are in one file, whether they end or execute another program.
// RUN: check() { \
// RUN:   rm -f *.prof && \
// RUN:   udpc-clang -O2 $flags -fudpc-spec=spec.yaml a.c -o a -pthread && \
// RUN:   UDPC_OPTIONS=output=%%m.prof ./a execv && \
// RUN:   udpc report *.prof | FileCheck %s --check-prefix=SHARED; \
// RUN: }
// RUN: each flags "-fPIC" "-fPIC -fudpc-lowering=call" "-static" -- check
// SHARED: work 15
//
// CHECK:      fork: [10, 100]
// CHECK-NEXT: fork-thread: [1, 20]
// CHECK-NEXT: fork-exit: [10, 10]
// CHECK-NEXT: vfork: [10]
// CHECK-NEXT: spawn: [10]
// CHECK-NEXT: system: [10]
// CHECK-NEXT: execv: [5, 10]
// CHECK-NEXT: execl: [5, 10]
// CHECK-NEXT: execle: [5, 10]
// CHECK-NEXT: execlp: [5, 10]
// CHECK-NEXT: execvp: [5, 10]
// CHECK-NEXT: execve-fails: [11]
// CHECK-NEXT: execvp-fails: [11]
// CHECK-NEXT: script: 7 a b
// CHECK-NEXT: script: [10]
// CHECK-NEXT: fexecve: [5, 10]
//--- spec.yaml
version: 1
events:
  - {event: work, entry: work}
//--- runs.py
import glob, json, os, subprocess, sys
program = sys.argv[1]
os.makedirs("bin", exist_ok=True)
with open("bin/script", "w") as f:
    f.write("echo script: 7 $1 $2\n")
os.chmod("bin/script", 0o755)
cases = subprocess.run([program], stdout=subprocess.PIPE, text=True).stdout.split()
for output in ["one.prof", "%n.%p.prof"]:
    for case in cases:
        for f in glob.glob("*.prof*"):
            os.remove(f)
        env = dict(os.environ, UDPC_OPTIONS="output=" + output)
        env["PATH"] = os.path.abspath("bin") + ":" + os.path.abspath(".") + ":" + env["PATH"]
        out = subprocess.run([program, case], env=env, check=True, stdout=subprocess.PIPE, text=True).stdout
        totals = []
        for f in glob.glob("*.prof*"):
            report = json.loads(subprocess.check_output(["udpc", "report", "--json", f]))
            totals.append(report["events"][0]["total"])
        print(f"{out}{case}: {sorted(totals)}")
//--- a.c
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;
static volatile int Sink;
__attribute__((noinline)) void work(void) { Sink = 1; }
static void works(int N) {
  while (N--)
    work();
}
static const char *Case;
static int is(const char *Name) {
  return Case ? !strcmp(Case, Name) : (printf("%s\n", Name), 0);
}
static void finish(int P) {
  int Status;
  if (waitpid(P, &Status, 0) != P || Status)
    _exit(98);
}
static void *forks(void *Arg) {
  works(10);
  int P = fork();
  if (!P) {
    work();
    exit(0);
  }
  finish(P);
  return 0;
}
int main(int argc, char **argv) {
  char *Args[] = {argv[0], "exec", 0}, *Name[] = {"a", "exec", 0};
  char *True[] = {"true", 0}, *Script[] = {"script", "a", "b", 0};
  pthread_t T;
  Case = argv[1];
  if (Case && !strcmp(Case, "exec")) {
    works(5);
    return 0;
  }
  if (Case)
    works(10);
  if (is("fork")) {
    int P = fork();
    if (!P) {
      works(100);
      return 0;
    }
    finish(P);
  }
  if (is("fork-thread")) {
    pthread_create(&T, 0, forks, 0);
    pthread_join(T, 0);
  }
  if (is("fork-exit")) {
    int P = fork();
    if (!P) {
      works(10);
      _exit(0);
    }
    finish(P);
  }
  if (is("vfork")) {
    int P = vfork();
    if (!P)
      execve("/bin/true", True, environ);
    finish(P);
    P = vfork();
    if (!P)
      _exit(0);
    finish(P);
  }
  if (is("spawn")) {
    pid_t P;
    posix_spawn(&P, "/bin/true", 0, 0, True, environ);
    finish(P);
  }
  if (is("system"))
    return system("true");
  if (is("execv"))
    execv(argv[0], Args);
  if (is("execl"))
    execl(argv[0], argv[0], "exec", NULL);
  if (is("execle"))
    execle(argv[0], argv[0], "exec", NULL, environ);
  if (is("execlp"))
    execlp("a", "a", "exec", NULL);
  if (is("execvp"))
    execvp("a", Name);
  if (is("execve-fails")) {
    if (execve("/nowhere", Args, environ) != -1 || errno != ENOENT)
      return 99;
    work();
  }
  if (is("execvp-fails")) {
    if (execvp("is-nowhere", Args) != -1 || errno != ENOENT)
      return 99;
    work();
  }
  if (is("script"))
    execvp("script", Script);
  if (is("fexecve"))
    fexecve(open(argv[0], O_RDONLY), Args, environ);
  return 0;
}
