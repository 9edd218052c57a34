// A program can trace another by ptrace, as the BOOM fork's tool does: it sees the
// system calls and takes the samples, and the traced program prints what it prints
// untraced. procTag and the other registers survive execve.
//
// REQUIRES: machine
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: riscv64-linux-gnu-gcc -O1 -static %s -o tracer
// RUN: riscv64-linux-gnu-gcc -O1 -static -DTRACED %s -o traced
// RUN: not udpc-machine ./traced | FileCheck %s --check-prefix=ALONE
// RUN: udpc-machine ./tracer samples | FileCheck %s --check-prefix=SAMPLES
// RUN: udpc-machine ./tracer calls | FileCheck %s --check-prefix=CALLS
// RUN: udpc-machine ./tracer detach | FileCheck %s --check-prefix=DETACH
// RUN: udpc-machine ./tracer dies | FileCheck %s --check-prefix=DIES
// RUN: udpc-machine ./tracer errors | FileCheck %s --check-prefix=ERRORS
// RUN: udpc-machine ./tracer untraced | FileCheck %s --check-prefix=UNTRACED
//
// ALONE: tag 0, sum 499999500000
// 5 million instructions and a few, 100,001 in each sample.
// SAMPLES:      tag 1234567, sum 499999500000
// SAMPLES-NEXT: ended with 7
// SAMPLES-NEXT: samples: {{5[0-9]}}, all of 100001: 1
// CALLS:      tag 1234567, sum 499999500000
// CALLS-NEXT: ended with 7
// CALLS-NEXT: calls marked: 1, writes: 1 of 30, changed word: 1
// DETACH: tag 1234567, sum 499999500000
// DETACH-NEXT: ended with 7
// DIES: tag 1234567, sum 499999500000
// ERRORS: none: -1 3, unknown: -1 5, set: -1 22
// ERRORS: killed by 9
// UNTRACED: tag 1234567, sum 499999500000
// UNTRACED-NEXT: ended with 7

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef TRACED
int main(void) {
  register uint64_t Tag __asm__("t0") = 9;
  __asm__ volatile("addi x0, t0, 33" : "+r"(Tag));
  uint64_t Found = Tag;
  volatile long Sum = 0;
  for (long I = 0; I < 1000000; ++I)
    Sum += I;
  char Text[64];
  int Size = sprintf(Text, "tag %lx, sum %ld\n", Found, Sum);
  return write(1, Text, Size) == Size ? 7 : 8;
}
#else
#include <asm/ptrace.h>
#include <elf.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>

#define SET(Tag, Value)                                                        \
  do {                                                                         \
    register uint64_t R __asm__("t0") = (uint64_t)(Value);                     \
    __asm__ volatile("addi x0, t0, " #Tag ::"r"(R));                           \
  } while (0)
#define GET(Tag)                                                               \
  ({                                                                           \
    register uint64_t R __asm__("t0") = 0;                                     \
    __asm__ volatile("addi x0, t0, " #Tag : "+r"(R));                          \
    R;                                                                         \
  })

static struct user_regs_struct Registers;
static struct iovec Vector = {&Registers, sizeof(Registers)};

static void beginPeriod(void) {
  SET(4, 100000);
  SET(5, 0);
  SET(3, 0);
  SET(127, 0);
  SET(7, 1);
}

static int isAt(pid_t Child, int *Status) {
  ptrace(PTRACE_SYSCALL, Child, 0, 0);
  waitpid(Child, Status, 0);
  return WIFSTOPPED(*Status);
}

static void sample(pid_t Child) {
  int Status, Samples = 0, AreRight = 1, Begun = 0;
  waitpid(Child, &Status, 0);
  while (isAt(Child, &Status)) {
    ptrace(PTRACE_GETREGSET, Child, NT_PRSTATUS, &Vector);
    int IsSample = GET(34);
    if (IsSample) {
      SET(8, 0);
      ++Samples;
      AreRight &= GET(129) == 100001;
      Registers.a7 = 3656;
      Registers.pc -= 4;
      ptrace(PTRACE_SETREGSET, Child, NT_PRSTATUS, &Vector);
    }
    if (!isAt(Child, &Status))
      break;
    if (!Begun || IsSample)
      beginPeriod();
    Begun = 1;
  }
  printf("ended with %d\n", WEXITSTATUS(Status));
  printf("samples: %d, all of 100001: %d\n", Samples, AreRight);
}

static void follow(pid_t Child) {
  int Status, AreMarked = 1, Writes = 0, Size = 0, IsChanged = 0;
  waitpid(Child, &Status, 0);
  ptrace(PTRACE_SETOPTIONS, Child, 0, PTRACE_O_TRACESYSGOOD);
  while (isAt(Child, &Status)) {
    AreMarked &= WSTOPSIG(Status) == (SIGTRAP | 0x80);
    ptrace(PTRACE_GETREGSET, Child, NT_PRSTATUS, &Vector);
    int IsWrite = Registers.a7 == 64;
    if (IsWrite) {
      long Word = ptrace(PTRACE_PEEKDATA, Child, Registers.a1, 0);
      IsChanged = !memcmp(&Word, "tag ", 4) &&
                  !ptrace(PTRACE_POKEDATA, Child, Registers.a1, Word) &&
                  ptrace(PTRACE_PEEKDATA, Child, Registers.a1, 0) == Word;
    }
    if (!isAt(Child, &Status))
      break;
    ptrace(PTRACE_GETREGSET, Child, NT_PRSTATUS, &Vector);
    if (IsWrite) {
      ++Writes;
      Size = Registers.a0;
    }
  }
  printf("ended with %d\n", WEXITSTATUS(Status));
  printf("calls marked: %d, writes: %d of %d, changed word: %d\n", AreMarked,
         Writes, Size, IsChanged);
}

int main(int Argc, char **Argv) {
  int Status, IsTraced = strcmp(Argv[1], "untraced") != 0;
  pid_t Child = fork();
  if (!Child) {
    if (IsTraced && ptrace(PTRACE_TRACEME, 0, 0, 0))
      perror("PTRACE_TRACEME");
    SET(1, 0x1234567);
    execl("./traced", "traced", NULL);
    return 1;
  }
  if (!strcmp(Argv[1], "samples")) {
    sample(Child);
    return 0;
  }
  if (!strcmp(Argv[1], "calls")) {
    follow(Child);
    return 0;
  }
  if (!strcmp(Argv[1], "dies")) {
    waitpid(Child, &Status, 0);
    isAt(Child, &Status);
    return 0;
  }
  if (!strcmp(Argv[1], "detach")) {
    waitpid(Child, &Status, 0);
    isAt(Child, &Status);
    ptrace(PTRACE_DETACH, Child, 0, 0);
  } else if (!strcmp(Argv[1], "errors")) {
    long None = ptrace(PTRACE_SYSCALL, 1, 0, 0);
    int Why = errno;
    waitpid(Child, &Status, 0);
    long Unknown = ptrace(PTRACE_SINGLESTEP, Child, 0, 0);
    int Which = errno;
    long Set = ptrace(PTRACE_GETREGSET, Child, 77, &Vector);
    printf("none: %ld %d, unknown: %ld %d, set: %ld %d\n", None, Why, Unknown,
           Which, Set, errno);
    fflush(stdout);
    ptrace(PTRACE_KILL, Child, 0, 0);
    waitpid(Child, &Status, 0);
    printf("killed by %d\n", WTERMSIG(Status));
    return 0;
  }
  waitpid(Child, &Status, 0);
  printf("ended with %d\n", WEXITSTATUS(Status));
  return 0;
}
#endif
