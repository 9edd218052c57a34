// Handlers of signals: sent by the program itself, blocked and pending ones, by
// invalid accesses and instructions, from outside at a system call. The same
// under QEMU.
//
// REQUIRES: machine
// RUN: riscv64-linux-gnu-gcc -O1 -static %s -o %t
// RUN: (udpc-machine %t; echo $?) > %t.out && FileCheck %s < %t.out
// RUN: (udpc-machine --counters=/dev/null %t; echo $?) > %t.counted && diff %t.out %t.counted
// RUN: (qemu-riscv64 %t; echo $?) > %t.qemu && diff %t.out %t.qemu
//
// CHECK:      raised: 1, registers 3 22.75
// CHECK-NEXT: blocked: 0, pending 1 1
// CHECK-NEXT: unblocked: 21
// CHECK-NEXT: nested: 1
// CHECK-NEXT: origin: 15 0 1
// CHECK-NEXT: reset: 1
// CHECK-NEXT: invalid access: 0x8 1, alternate stack 1
// CHECK-NEXT: invalid access: 0x8 1, alternate stack 1
// CHECK-NEXT: protected: 2
// CHECK-NEXT: illegal: 4
// CHECK-NEXT: skipped
// CHECK-NEXT: restarted: 1 x, 1
// CHECK-NEXT: interrupted: -1 1
// CHECK-NEXT: suspended: -1 1, 1, mask 1
// CHECK-NEXT: 140
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

static volatile int Seen;
static volatile double Scale = 1.5;
static sigjmp_buf Back;
static siginfo_t Last;
static char Stack[32768];
static volatile int OnStack;

static void handle(int Signal) {
  Seen = Seen * 10 + (Signal == SIGUSR1 ? 1 : 2);
  Scale *= 2;
}
static void note(int Signal, siginfo_t *Info, void *Context) { Last = *Info; }
static void leave(int Signal, siginfo_t *Info, void *Context) {
  char Here;
  OnStack = &Here >= Stack && &Here < Stack + sizeof(Stack);
  Last = *Info;
  siglongjmp(Back, 1);
}
// Goes on behind an instruction of 4 bytes.
static void skip(int Signal, siginfo_t *Info, void *Context) {
  ((ucontext_t *)Context)->uc_mcontext.__gregs[REG_PC] += 4;
}
static void set(int Signal, void (*Handler)(int, siginfo_t *, void *),
                int Flags) {
  struct sigaction A = {.sa_sigaction = Handler, .sa_flags = SA_SIGINFO | Flags};
  sigaction(Signal, &A, NULL);
}

/// A child that sends SIGUSR1 while its parent reads, and then a byte.
static pid_t startSender(int Out) {
  pid_t Parent = getpid(), Child = fork();
  if (Child)
    return Child;
  usleep(100000);
  kill(Parent, SIGUSR1);
  usleep(100000);
  _exit(Out < 0 ? 0 : write(Out, "x", 1) != 1);
}
static void await(pid_t Child) {
  while (waitpid(Child, NULL, 0) < 0 && errno == EINTR)
    ;
}

int main(void) {
  double Product = Scale * 15 + 0.25;
  signal(SIGUSR1, handle);
  signal(SIGUSR2, handle);
  raise(SIGUSR1);
  printf("raised: %d, registers %g %g\n", Seen, Scale, Product);

  sigset_t Both, Old, Pending;
  sigemptyset(&Both);
  sigaddset(&Both, SIGUSR1);
  sigaddset(&Both, SIGUSR2);
  sigprocmask(SIG_BLOCK, &Both, &Old);
  Seen = 0;
  raise(SIGUSR1);
  raise(SIGUSR2);
  sigpending(&Pending);
  printf("blocked: %d, pending %d %d\n", Seen, sigismember(&Pending, SIGUSR1),
         sigismember(&Pending, SIGUSR2));
  sigprocmask(SIG_SETMASK, &Old, NULL);
  printf("unblocked: %d\nnested: %d\n", Seen, Scale == 12);

  set(SIGTERM, note, SA_RESETHAND);
  kill(getpid(), SIGTERM);
  printf("origin: %d %d %d\n", Last.si_signo, Last.si_code,
         Last.si_pid == getpid() && Last.si_uid == getuid());
  struct sigaction Now;
  sigaction(SIGTERM, NULL, &Now);
  printf("reset: %d\n", Now.sa_handler == SIG_DFL);

  stack_t Alternate = {.ss_sp = Stack, .ss_size = sizeof(Stack)};
  sigaltstack(&Alternate, NULL);
  set(SIGSEGV, leave, SA_ONSTACK);
  for (volatile int I = 0; I < 2; ++I)
    if (!sigsetjmp(Back, 1))
      *(volatile int *)8 = 1;
    else
      printf("invalid access: %p %d, alternate stack %d\n", Last.si_addr,
             Last.si_code, OnStack);
  if (!sigsetjmp(Back, 1))
    *(volatile char *)main = 1;
  else
    printf("protected: %d\n", Last.si_code);
  set(SIGILL, leave, 0);
  if (!sigsetjmp(Back, 1))
    __asm__ volatile(".4byte 0x0000707b");
  else
    printf("illegal: %d\n", Last.si_signo);
  set(SIGILL, skip, 0);
  __asm__ volatile(".4byte 0x0000707b");
  printf("skipped\n");
  fflush(stdout);

  int Ends[2];
  char Byte = 0;
  if (pipe(Ends))
    return 1;
  Seen = 0;
  pid_t Child = startSender(Ends[1]);
  long Read = read(Ends[0], &Byte, 1);
  printf("restarted: %ld %c, %d\n", Read, Byte, Seen);
  fflush(stdout);
  await(Child);
  set(SIGUSR1, note, 0);
  Child = startSender(-1);
  Read = read(Ends[0], &Byte, 1);
  printf("interrupted: %ld %d\n", Read, errno == EINTR);
  await(Child);

  signal(SIGUSR1, handle);
  sigprocmask(SIG_BLOCK, &Both, &Old);
  Seen = 0;
  raise(SIGUSR1);
  sigset_t None;
  sigemptyset(&None);
  int Result = sigsuspend(&None), Error = errno;
  sigprocmask(SIG_SETMASK, NULL, &Pending);
  printf("suspended: %d %d, %d, mask %d\n", Result, Error == EINTR, Seen,
         sigismember(&Pending, SIGUSR1));
  fflush(stdout);
  sigprocmask(SIG_SETMASK, &Old, NULL);
  signal(SIGUSR2, SIG_DFL);
  raise(SIGUSR2);
  return 0;
}
