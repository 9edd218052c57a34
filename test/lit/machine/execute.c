// A program that executes others: riscv64 ones run in a machine with the same
// options, and write files of their own; the host's run on the host.
//
// REQUIRES: machine
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: riscv64-linux-gnu-gcc -O1 -static %s -o a
// RUN: udpc-machine ./a > out && FileCheck %s < out
// RUN: udpc-machine --every=10000 --log=a.log ./a | diff out -
// RUN: %python %S/Inputs/periods.py a.log 1 10001 2
// RUN: ls a.log.*.1 | count 3
// RUN: cat a.log.*.2 | grep -c max_inst
// RUN: udpc-machine --counters=c.json --unit=out=u.json ./a > /dev/null
// RUN: cat c.json.*.1 | grep -c '"event  1"' | grep -x 3
// RUN: cat u.json.*.1 | grep -c '"counter":3,"count":40' | grep -x 2
//
// CHECK:      missing: -1 2
// CHECK-NEXT: folder: -1 13
// CHECK-NEXT: host: yes
// CHECK-NEXT: child: another name, and more
// CHECK-NEXT: again: third
// CHECK-NEXT: ended with 9
// CHECK-NEXT: child: a two, 7
// CHECK-NEXT: spawned: 0 0
// CHECK-NEXT: last: fourth 1

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void wait1(const char *What) {
  int Status = 0;
  wait(&Status);
  if (What)
    printf("%s %d\n", What, WEXITSTATUS(Status));
  fflush(stdout);
}

static void executed(int Argc, char **Argv) {
  for (volatile int I = 0; I != 10000; ++I)
    ;
  if (!strcmp(Argv[1], "third")) {
    printf("again: %s\n", Argv[1]);
    exit(9);
  }
  if (!strcmp(Argv[1], "fourth")) {
    printf("last: %s %d\n", Argv[1], signal(SIGUSR1, SIG_DFL) == SIG_IGN);
    exit(0);
  }
  printf("child: %s %s, %s\n", Argv[0], Argv[1],
         Argv[2] ? Argv[2] : getenv("X"));
  for (int I = 0; I != 40; ++I)
    __asm__ volatile("slti x0, x0, 3" ::: "memory");
  fflush(stdout);
  if (Argv[2])
    execl("./a", "./a", "third", NULL);
}

int main(int Argc, char **Argv) {
  if (Argc > 1)
    return executed(Argc, Argv), 0;
  char *None[] = {NULL}, *Two[] = {"a", "two", NULL}, *Variables[] = {"X=7", NULL};
  int Result = execve("./none", None, None);
  printf("missing: %d %d\n", Result, errno);
  Result = execve("/", None, None);
  printf("folder: %d %d\n", Result, errno);
  fflush(stdout);
  if (!fork())
    execl("/bin/sh", "sh", "-c", "echo host: yes", NULL);
  wait1(NULL);
  if (!fork()) {
    char *Names[] = {"another", "name", "and more", NULL};
    execve("./a", Names, None);
  }
  wait1("ended with");
  pid_t Child;
  Result = posix_spawn(&Child, "./a", NULL, NULL, Two, Variables);
  int Status;
  waitpid(Child, &Status, 0);
  printf("spawned: %d %d\n", Result, Status);
  fflush(stdout);
  signal(SIGUSR1, SIG_IGN);
  for (volatile int I = 0; I != 10000; ++I)
    ;
  execl("./a", "./a", "fourth", NULL);
  return 1;
}
