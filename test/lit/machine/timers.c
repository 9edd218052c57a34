// Timers, and waiting for signals: the same under QEMU. Signals come while the
// program computes, too.
//
// REQUIRES: machine
// RUN: riscv64-linux-gnu-gcc -O1 -static %s -o %t
// RUN: (timeout 60 udpc-machine %t; echo $?) > %t.out && FileCheck %s < %t.out
// RUN: (timeout 60 udpc-machine --every=99999 --log=%t.log %t; echo $?) | diff %t.out -
// RUN: (timeout 60 qemu-riscv64 %t; echo $?) | diff %t.out -
//
// CHECK:      interval timer
// CHECK-NEXT: timer: 0
// CHECK-NEXT: none: -1 1
// CHECK-NEXT: own: 1 1
// CHECK-NEXT: from outside: 1
// CHECK-NEXT: child: 1
// CHECK-NEXT: thread: 15
// CHECK-NEXT: 142

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t Number;
static void handle(int Signal) { ++Number; }

static void *waitForAny(void *P) {
  sigset_t All;
  sigfillset(&All);
  int Signal = 0;
  sigwait(&All, &Signal);
  return (void *)(long)Signal;
}

static void timers(void) {
  signal(SIGALRM, handle);
  struct itimerval Often = {{0, 1000}, {0, 1000}}, Never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &Often, NULL);
  while (Number < 5)
    ;
  setitimer(ITIMER_REAL, &Never, NULL);
  puts("interval timer");

  timer_t Timer;
  struct sigevent Event;
  memset(&Event, 0, sizeof(Event));
  Event.sigev_notify = SIGEV_SIGNAL;
  Event.sigev_signo = SIGALRM;
  int Result = timer_create(CLOCK_MONOTONIC, &Event, &Timer);
  Number = 0;
  struct itimerspec Time = {{0, 1000000}, {0, 1000000}};
  timer_settime(Timer, 0, &Time, NULL);
  while (Number < 3)
    ;
  timer_delete(Timer);
  printf("timer: %d\n", Result);
}

static void waits(void) {
  sigset_t Set;
  sigemptyset(&Set);
  sigaddset(&Set, SIGUSR2);
  sigaddset(&Set, SIGCHLD);
  sigprocmask(SIG_BLOCK, &Set, NULL);
  struct timespec Short = {0, 2000000};
  siginfo_t Info;
  int Result = sigtimedwait(&Set, &Info, &Short);
  printf("none: %d %d\n", Result, errno == EAGAIN);
  kill(getpid(), SIGUSR2);
  Result = sigwaitinfo(&Set, &Info);
  printf("own: %d %d\n", Result == SIGUSR2, Info.si_pid == getpid());
  fflush(stdout);
  if (!fork()) {
    usleep(5000);
    kill(getppid(), SIGUSR2);
    usleep(5000);
    _exit(0);
  }
  printf("from outside: %d\n", sigwaitinfo(&Set, &Info) == SIGUSR2);
  printf("child: %d\n", sigwaitinfo(&Set, &Info) == SIGCHLD);
  wait(NULL);

  sigfillset(&Set);
  sigprocmask(SIG_BLOCK, &Set, NULL);
  pthread_t Thread;
  pthread_create(&Thread, NULL, waitForAny, NULL);
  usleep(1000);
  kill(getpid(), SIGTERM);
  void *Signal;
  pthread_join(Thread, &Signal);
  printf("thread: %ld\n", (long)Signal);
  sigemptyset(&Set);
  sigprocmask(SIG_SETMASK, &Set, NULL);
}

int main(void) {
  timers();
  waits();
  fflush(stdout);
  signal(SIGALRM, SIG_DFL);
  ualarm(2000, 0);
  while (1)
    ;
}
