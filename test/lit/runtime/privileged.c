// A program with more rights than the user who started it writes, prints and
// opens nothing, whatever UDPC_OPTIONS says. The kernel marks such programs
// (set-user-ID, file capabilities) by AT_SECURE; secure.c sets the mark without
// being root.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -I%udpc_src/include -fudpc-spec=spec.yaml -fudpc-profile=counts a.c -o a
// RUN: clang secure.c -o secure && mkdir d && cd d && echo mine > victim && ln -s victim link
// RUN: env UDPC_OPTIONS=output=new/a.prof:cache_output=link:help=1:verbosity=1 ../secure ../a > out 2>&1
// RUN: FileCheck --match-full-lines --implicit-check-not={{.}} %s < out && ls | FileCheck %s --check-prefix=FILES
// CHECK: secure 1 dump 1 socket 0
// FILES: link
// FILES-NEXT: out
// FILES-NEXT: victim
// FILES-NOT: {{.}}
//
// Without the mark the same command does all of it.
// RUN: env UDPC_OPTIONS=output=new/a.prof:cache_output=link:help=1:verbosity=1 ../a > out 2>&1
// RUN: grep 'secure 0 dump 0 socket 1' out && grep 'options of UDPC_OPTIONS' out && grep 'wrote.*new/a.prof' out
// RUN: test -s new/a.prof && test ! -h link && test "$(cat victim)" = mine
//--- spec.yaml
version: 1
events:
  - {event: work, entry: work}
//--- secure.c
#include <elf.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv) {
  pid_t Child = fork();
  int Status = 0;
  struct user_regs_struct Registers;
  if (!Child) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    execv(argv[1], argv + 1);
    _exit(127);
  }
  // It stops behind exec, its stack as the kernel has made it: the number of
  // arguments, the arguments, 0, the environment, 0, the auxiliary vector.
  waitpid(Child, &Status, 0);
  ptrace(PTRACE_GETREGS, Child, 0, &Registers);
  unsigned long At = Registers.rsp;
  for (int Ends = 0; Ends != 2;)
    Ends += !ptrace(PTRACE_PEEKDATA, Child, At += 8, 0);
  while (ptrace(PTRACE_PEEKDATA, Child, At += 8, 0) != AT_SECURE)
    At += 8;
  ptrace(PTRACE_POKEDATA, Child, At + 8, 1);
  ptrace(PTRACE_DETACH, Child, 0, 0);
  waitpid(Child, &Status, 0);
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 1;
}
//--- a.c
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <udpc/udpc.h>
#include <unistd.h>
__attribute__((noinline)) void work(void) { __asm__ volatile(""); }
static int hasSocket(void) {
  char Line[256], Name[64];
  int Found = 0;
  snprintf(Name, sizeof(Name), "@udpc.%d\n", (int)getpid());
  FILE *F = fopen("/proc/net/unix", "r");
  while (F && fgets(Line, sizeof(Line), F))
    Found |= strstr(Line, Name) != 0;
  return Found;
}
int main(void) {
  work();
  int Dumped = udpc_dump();
  printf("secure %d dump %d socket %d\n", getauxval(AT_SECURE) != 0,
         Dumped != 0, hasSocket());
  return 0;
}
