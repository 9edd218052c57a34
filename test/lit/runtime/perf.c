// Events that the kernel counts: page faults and context switches are those of
// getrusage(), in the first thread, in others, in a child of fork.
//
// REQUIRES: perf-events
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O1 -pthread -fudpc-spec=spec.yaml perf.c -o perf
// RUN: env UDPC_OPTIONS=perf=page-faults,context-switches:output=%%p.prof ./perf | FileCheck %s
// CHECK: pages 500
// CHECK-NEXT: 1: faults {{[0-9]+}} as many, switches as many
// CHECK-NEXT: 3 threads: faults {{[0-9]+}} as many, switches as many
// CHECK-NEXT: child: faults {{[0-9]+}} as many, switches as many
// CHECK-NEXT: without descriptors: the same count
// RUN: test $(ls *.prof | wc -l) = 2
// RUN: udpc report --threads $(ls -S *.prof | sed -n 1p) > report
// RUN: FileCheck %s --check-prefix=REPORT < report
// REPORT: calls 0
// REPORT: page-faults 0
// REPORT: page-faults 1 5{{[0-9][0-9]}}
// REPORT: page-faults others

// Threads beyond the descriptors that the program can spare: their sum is exact.
// RUN: env UDPC_OPTIONS=perf=page-faults,context-switches bash -c 'ulimit -Sn 24; ./perf 12' \
// RUN:   | FileCheck %s --check-prefix=MANY
// MANY: 12 threads: faults {{[0-9]+}} as many, switches as many
// In a snapshot, too.
// RUN: env UDPC_OPTIONS=perf=page-faults:log=snapshots.log ./perf && test -s snapshots.log
// In user space only: a name of its own.
// RUN: env "UDPC_OPTIONS=perf='page-faults:u':output=user.prof" ./perf > out 2>&1
// RUN: udpc report user.prof | grep '^page-faults:u '

// What cannot be counted is said in one line, and the rest is.
// RUN: cc noperf.c -o noperf
// RUN: env UDPC_OPTIONS=perf=page-faults,cycles:output=none.prof ./noperf ./perf 2>&1 >out \
// RUN:   | FileCheck %s --check-prefix=NONE --implicit-check-not=warning
// NONE: udpc: warning: perf: not counted: page-faults, cycles (not allowed, as by seccomp in containers)
// RUN: env UDPC_OPTIONS=perf=pagefaults,page-faults:output=wrong.prof ./perf 2>&1 >out \
// RUN:   | FileCheck %s --check-prefix=WRONG --implicit-check-not=warning
// WRONG: udpc: warning: UDPC_OPTIONS: perf: there is no event 'pagefaults'; there are r<hexadecimal> and page-faults, minor-faults,
// WRONG: udpc: warning: perf: the program has closed the runtime's descriptors: page-faults is not counted from there on

//--- spec.yaml
version: 1
events:
  - {event: calls, entry: "touch"}
//--- perf.c
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <udpc/udpc.h>
#include <unistd.h>

struct Sums {
  long Faults, Switches;
};

static int Faults, Switches;

static struct Sums kernel(void) {
  struct rusage U;
  getrusage(RUSAGE_SELF, &U);
  return (struct Sums){U.ru_minflt + U.ru_majflt, U.ru_nvcsw + U.ru_nivcsw};
}
static struct Sums ours(void) {
  return (struct Sums){udpc_read(Faults), udpc_read(Switches)};
}

/// Faults and switches.
void touch(long Pages) {
  char *P = mmap(0, Pages * 4096, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  madvise(P, Pages * 4096, MADV_NOHUGEPAGE);
  for (long I = 0; I < Pages; ++I)
    P[I * 4096] = 1;
  munmap(P, Pages * 4096);
  for (int I = 0; I < 3; ++I)
    usleep(100);
}

static void *run(void *Pages) {
  touch((long)Pages);
  return 0;
}

static void threads(long Count) {
  pthread_t T[64];
  for (long I = 0; I < Count; ++I)
    pthread_create(&T[I], 0, run, (void *)500L);
  for (long I = 0; I < Count; ++I)
    pthread_join(T[I], 0);
}

/// Reads between getrusage() calls may switch, but seldom do each time.
static void compare(const char *Name, void (*Work)(long), long Argument) {
  const char *Verdict = "others";
  struct Sums K, O;
  for (int Try = 0; Try < 20; ++Try) {
    struct Sums K0 = kernel(), O0 = ours();
    Work(Argument);
    struct Sums O1 = ours(), K1 = kernel();
    K = (struct Sums){K1.Faults - K0.Faults, K1.Switches - K0.Switches};
    O = (struct Sums){O1.Faults - O0.Faults, O1.Switches - O0.Switches};
    if (K.Faults != O.Faults || K.Switches != O.Switches || K.Switches < 3)
      continue;
    Verdict = "as many";
    break;
  }
  printf("%s: faults %ld %s, switches %s\n", Name, O.Faults, Verdict, Verdict);
  if (*Verdict == 'o')
    printf("kernel %ld %ld ours %ld %ld\n", K.Faults, K.Switches, O.Faults,
           O.Switches);
  fflush(stdout);
}

int main(int argc, char **argv) {
  long Threads = argc > 1 ? atoi(argv[1]) : 3;
  Faults = udpc_event_find("page-faults");
  Switches = udpc_event_find("context-switches");
  printf("pages 500\n");
  compare("1", touch, 500);
  char Name[32];
  snprintf(Name, sizeof(Name), "%ld threads", Threads);
  compare(Name, threads, Threads);
  if (!fork()) {
    compare("child", touch, 500);
    exit(0);
  }
  wait(0);
  udpc_snapshot();
  // As daemons do; and the numbers are those of others from there on.
  for (int FD = 3; FD < 4096; ++FD)
    close(FD);
  int Pipe[2];
  char Text[] = "text";
  pipe(Pipe);
  write(Pipe[1], Text, sizeof(Text));
  for (int FD = 5; FD < 1100; ++FD)
    dup2(Pipe[0], FD);
  long Before = udpc_read(Faults);
  touch(10);
  if (udpc_read(Faults) == Before && read(Pipe[0], Text, 5) == 5)
    printf("without descriptors: the same count\n");
}
//--- noperf.c
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Runs a program without perf_event_open.
int main(int argc, char **argv) {
  struct sock_filter Filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog Program = {sizeof(Filter) / sizeof(*Filter), Filter};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program))
    return 1;
  execv(argv[1], argv + 1);
  return 1;
}
