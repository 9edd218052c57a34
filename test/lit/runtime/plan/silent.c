// Threads that block SIGURG, and that have been interrupted inside of a patch in a
// handler on another stack: the patch is never written over them. udpc ctl says that
// sites count by breakpoints and why; who executes these mends it.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O1 -pthread program.c -o program
// RUN: env UDPC_OPTIONS=output=p.prof udpc run --spec spec.yaml --only=program --enable=none -o report -- ./program \
// RUN:   | FileCheck %s
// CHECK: asleep: 1 event on{{$}}
// CHECK: asleep: e9
// CHECK: runs: 1 event on; 1 site counts by breakpoints for now, some microseconds each: thread {{[0-9]+}} does not answer SIGURG; that is tried again while they are executed, and at each request
// CHECK: runs: cc, then e9
// CHECK: inside: 1 event on; 1 site counts by breakpoints for now, {{.*}}: a thread has been interrupted inside; that is tried
// CHECK: inside: cc cc cc, read 7
// CHECK: inside: 1 event, e9 after status
// CHECK: unseen: 1 event on; 1 site counts by breakpoints for now, {{.*}}: thread {{[0-9]+}} does not answer SIGURG; that is tried
// CHECK: unseen: cc cc cc, read 7
// CHECK: counted 1000
//--- spec.yaml
version: 1
events:
  - {event: loads, entry: "load"}
//--- program.c
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int load(const int *From);
extern const volatile uint8_t loadCode[] __asm__("load");
asm(".text\n.globl load\n.type load,@function\n"
    "load:\n  pushq %rbx\n  movl (%rdi), %ebx\n  movl %ebx, %eax\n"
    "  nop\n  popq %rbx\n  ret\n.size load,.-load\n");

static char Reply[1024];
static const char *ctl(const char *Command) {
  char Line[512];
  snprintf(Line, sizeof(Line), "LD_PRELOAD= udpc ctl %d %s 2>&1", getpid(),
           Command);
  FILE *Pipe = popen(Line, "r");
  size_t Size = fread(Reply, 1, sizeof(Reply) - 1, Pipe);
  Reply[Size] = 0;
  pclose(Pipe);
  return Reply;
}
static long count(void) {
  long Count = -1;
  sscanf(ctl("status loads"), "%*s %*s %ld", &Count);
  return Count;
}

static int Phase;
static int phase(void) { return __atomic_load_n(&Phase, __ATOMIC_ACQUIRE); }
static void block(void) {
  sigset_t Set;
  sigemptyset(&Set);
  sigaddset(&Set, SIGURG);
  pthread_sigmask(SIG_BLOCK, &Set, 0);
}
static int Pipe[2];
static void *sleepBlocked(void *P) {
  char C;
  block();
  if (read(Pipe[0], &C, 1) != 1)
    abort();
  return P;
}
static void *runBlocked(void *P) {
  int Number = 1;
  block();
  __atomic_store_n(&Phase, 1, __ATOMIC_RELEASE);
  while (phase() == 1)
    ;
  while (phase() == 2)
    load(&Number);
  return P;
}

// A fault in the second instruction; its handler waits on a stack of its own.
static int Asked[2], Answered[2], *Page;
static void onFault(int Signal) {
  char C = 0;
  if (write(Asked[1], &C, 1) != 1 || read(Answered[0], &C, 1) != 1)
    _exit(3);
  mprotect(Page, 4096, PROT_READ);
}
static void *fault(void *Result) {
  static char Memory[65536];
  stack_t Stack = {.ss_sp = Memory, .ss_size = sizeof(Memory)};
  sigaltstack(&Stack, 0);
  *(int *)Result = load(Page);
  return 0;
}
static void interruptInside(const char *Label, int BlockSignal) {
  pthread_t T;
  int Read = 0;
  char C = 0;
  struct sigaction Fault = {.sa_handler = onFault, .sa_flags = SA_ONSTACK};
  if (BlockSignal)
    sigaddset(&Fault.sa_mask, SIGURG);
  sigaction(SIGSEGV, &Fault, 0);
  mprotect(Page, 4096, PROT_NONE);
  ctl("disable loads");
  pthread_create(&T, 0, fault, &Read);
  if (read(Asked[0], &C, 1) != 1)
    abort();
  printf("%s: %s", Label, ctl("enable loads"));
  uint8_t Code[] = {loadCode[0], loadCode[1], loadCode[3]};
  if (write(Answered[1], &C, 1) != 1)
    abort();
  pthread_join(T, 0);
  printf("%s: %x %x %x, read %d\n", Label, Code[0], Code[1], Code[2], Read);
}

int main(void) {
  pthread_t T;
  char C = 0;
  if (pipe(Pipe) || pipe(Asked) || pipe(Answered))
    return 1;
  Page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
              0);
  *Page = 7;
  pthread_create(&T, 0, sleepBlocked, 0);
  usleep(50000);
  printf("asleep: %s", ctl("enable loads"));
  printf("asleep: %x\n", loadCode[0]);
  ctl("disable loads");
  if (write(Pipe[1], &C, 1) != 1)
    return 1;
  pthread_join(T, 0);

  pthread_create(&T, 0, runBlocked, 0);
  while (phase() != 1)
    ;
  printf("runs: %s", ctl("enable loads"));
  int First = loadCode[0];
  __atomic_store_n(&Phase, 2, __ATOMIC_RELEASE);
  while (loadCode[0] != 0xe9)
    usleep(1000);
  printf("runs: %x, then %x\n", First, loadCode[0]);
  __atomic_store_n(&Phase, 3, __ATOMIC_RELEASE);
  pthread_join(T, 0);

  interruptInside("inside", 0);
  ctl("status loads");
  printf("inside: 1 event, %x after status\n", loadCode[0]);
  interruptInside("unseen", 1);
  long Before = count();
  int Number = 1;
  for (int I = 0; I < 1000; ++I)
    load(&Number);
  printf("counted %ld\n", count() - Before);
  return 0;
}
