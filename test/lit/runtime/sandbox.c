// A program that installs a seccomp filter ends as it does without udpc, and its
// profile has all counts: if the filter refuses files, the runtime opens them before.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: bash run.sh "" "$(cat cases)" "p.prof p.%%m.prof"
// RUN: bash run.sh "-static" "openat,prctl minimal,syscall" p.prof
// RUN: bash run.sh "-O2 -fPIC" "openat,tsync minimal,prctl" p.prof
// With continuous=1 the file is complete, and stays.
// RUN: udpc-clang -fudpc-continuous -fudpc-spec=spec.yaml sandbox.c -o counted
// RUN: check() { \
// RUN:   env UDPC_OPTIONS=output=c.prof:continuous=1 ./counted $(echo $HOW | tr , ' ') 2>&1 | grep '^408$' && \
// RUN:   udpc report --csv c.prof | grep ',square,.*,18$' && \
// RUN:   rm c.prof; \
// RUN: }
// RUN: each HOW openat,prctl minimal,prctl errno,prctl -- check
// What was added to a shared profile before is not counted twice.
// RUN: udpc-clang -DDUMPS -I%udpc_src/include -fudpc-spec=spec.yaml sandbox.c -o counted
// RUN: env UDPC_OPTIONS=output=s.%%m.prof ./counted openat prctl && ls s.*.prof s.*.prof.* | wc -l | grep 2
// RUN: udpc merge s.* -o s && udpc report --csv s | grep ',square,.*,18$'
// A filter that leaves files alone changes nothing.
// RUN: env UDPC_OPTIONS=output=f.prof:verbosity=1 ./counted other prctl 2>&1 | FileCheck --check-prefix=ONCE %s
// ONCE: wrote {{.*}}f.prof (udpc_dump)
// ONCE-NOT: sandbox
// ONCE: wrote {{.*}}f.prof (exit)
// Cost profiles are kept as well.
// RUN: udpc-clang -O1 -fudpc-profile=cache,calls sandbox.c -o counted
// RUN: env UDPC_OPTIONS=summary=0:cache_output=k.cache:cachegrind_output=k.out ./counted minimal prctl
// RUN: udpc export --format=cachegrind k.cache | grep '^fn=main' && grep '^summary: ' k.out
//--- cases
openat,prctl
openat,syscall
openat,tsync
trap,prctl
errno,prctl
minimal,prctl
minimal,syscall
fstat,prctl
openat,prctl,after
openat,prctl,other
openat,tsync,other
strict,prctl
strict,syscall
null,prctl
other,syscall
//--- run.sh
# <flags> <cases> <outputs>
set -e
clang $1 sandbox.c -o plain
udpc-clang $1 -fudpc-spec=spec.yaml sandbox.c -o counted
for CASE in $2; do
  ARGUMENTS=$(echo $CASE | tr , ' ')
  EXPECTED=0
  COUNT=18
  # It ends by a bare system call, and has what was counted before the filter.
  case $CASE in strict*) COUNT=9 ;; esac
  ./plain $ARGUMENTS > expected || EXPECTED=$?
  for OUTPUT in $3; do
    STATUS=0
    UDPC_OPTIONS=output=$OUTPUT ./counted $ARGUMENTS > out 2> err || STATUS=$?
    echo "$CASE $OUTPUT: status $STATUS, without us $EXPECTED"
    test $STATUS = $EXPECTED
    cmp out expected
    test ! -s err
    udpc report --csv p.*prof* | grep ",square,.*,$COUNT$"
    rm p.*prof*
  done
done
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: square}
//--- sandbox.c
#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef DUMPS
#include <udpc/udpc.h>
#endif
static const char *Mode, *How;
__attribute__((noinline)) static int square(int X) { return X * X; }
static void install(void) {
#define IF(Number, Skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, Number, Skip, 0)
#define RETURN(Action) BPF_STMT(BPF_RET | BPF_K, Action)
  unsigned Action = SECCOMP_RET_KILL_PROCESS;
  int Call = SYS_openat;
  if (!strcmp(Mode, "trap"))
    Action = SECCOMP_RET_TRAP;
  if (!strcmp(Mode, "errno"))
    Action = SECCOMP_RET_ERRNO | 1;
  if (!strcmp(Mode, "other"))
    Call = SYS_ptrace;
  struct sock_filter Load = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  struct sock_filter One[] = {Load, IF(Call, 1), RETURN(SECCOMP_RET_ALLOW), RETURN(Action)};
  struct sock_filter Few[] = {Load, IF(SYS_write, 6), IF(SYS_exit_group, 5), IF(SYS_read, 4), IF(SYS_close, 3),
    IF(SYS_newfstatat, 2), IF(SYS_lseek, 1), RETURN(SECCOMP_RET_KILL_PROCESS), RETURN(SECCOMP_RET_ALLOW)};
  struct sock_filter Fewest[] = {Load, IF(SYS_write, 3), IF(SYS_exit_group, 2), IF(SYS_rt_sigreturn, 1),
    RETURN(SECCOMP_RET_KILL_PROCESS), RETURN(SECCOMP_RET_ALLOW)};
  struct sock_fprog Program = {4, One};
  if (!strcmp(Mode, "fstat"))
    Program = (struct sock_fprog){9, Few};
  if (!strcmp(Mode, "minimal"))
    Program = (struct sock_fprog){6, Fewest};
  int Strict = !strcmp(Mode, "strict");
  long Result;
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (!strcmp(Mode, "null"))
    Result = prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) != -1;
  else if (!strcmp(How, "prctl"))
    Result = Strict ? prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) : prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program);
  else
    Result = syscall(SYS_seccomp, Strict ? SECCOMP_SET_MODE_STRICT : SECCOMP_SET_MODE_FILTER,
                     !strcmp(How, "tsync") ? SECCOMP_FILTER_FLAG_TSYNC : 0, Strict ? NULL : &Program);
  if (Result)
    _exit(2);
}
static void *run(void *Installs) {
  if (Installs)
    install();
  return NULL;
}
int main(int Count, char **Arguments) {
  const char *Thread = Count > 3 ? Arguments[3] : "";
  Mode = Arguments[1];
  How = Arguments[2];
  int Sum = 0;
  pthread_t T;
  setvbuf(stdout, NULL, _IONBF, 0);
  for (int I = 0; I < 9; ++I)
    Sum += square(I);
#ifdef DUMPS
  udpc_dump();
#endif
  if (!strcmp(Thread, "other")) {
    pthread_create(&T, NULL, run, &T);
    pthread_join(T, NULL);
  } else {
    install();
  }
  if (!strcmp(Thread, "after")) {
    pthread_create(&T, NULL, run, NULL);
    pthread_join(T, NULL);
  }
  for (int I = 0; I < 9; ++I)
    Sum += square(I);
  printf("%d\n", Sum);
  if (!strcmp(Mode, "strict"))
    syscall(SYS_exit, 3);
  return 0;
}
