// Sites of a plan are turned on and off while threads execute them, thousands of
// times; results stay right. A thread that is inside of a patch, at an
// instruction that the jump would overwrite, continues correctly; the patch is an
// INT3 until the sites are set again.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir -p %t/plans && cd %t
// RUN: clang -O1 -pthread %s -o program && clang -c -I %S/Inputs %S/Inputs/live.s -o live.o
// RUN: %python %S/Inputs/make_plan.py program live.o plans/a.plan %S/Inputs/code.s %S/Inputs/live.s
// RUN: env LD_PRELOAD=%udpc_lib/udpc/libudpc_rt.so UDPC_OPTIONS=plans=plans:output=a.prof ./program udpc | FileCheck %s
// CHECK: storm: right
// CHECK-NEXT: before: 53
// CHECK-NEXT: inside: cc cc cc, read 7
// CHECK-NEXT: slow: 1000
// CHECK-NEXT: again: e9 cc
// CHECK-NEXT: fast: 1000
// CHECK-NEXT: off: 53
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int twice(int X), once(void), load(const int *From);
extern const volatile uint8_t loadCode[] __asm__("load");
asm(".text\n"
    ".globl twice, once, load\n"
    "twice:\n  pushq %rbx\n  movl %edi, %ebx\n  leal (%rbx,%rbx), %eax\n"
    "  popq %rbx\n  ret\n"
    "once:\n  movl $1, %eax\n  ret\n"
    "load:\n  pushq %rbx\n  movl (%rdi), %ebx\n  movl %ebx, %eax\n"
    "  nop\n  popq %rbx\n  ret\n");

static const char *Udpc;
static char Reply[256];

static const char *ctl(const char *Command) {
  char Line[512];
  snprintf(Line, sizeof(Line), "LD_PRELOAD= %s ctl %d %s 2>&1", Udpc, getpid(),
           Command);
  FILE *Pipe = popen(Line, "r");
  size_t Size = fread(Reply, 1, sizeof(Reply) - 1, Pipe);
  Reply[Size] = 0;
  pclose(Pipe);
  return Reply;
}

static long count(const char *Event) {
  char Command[64], State[16];
  long Count = -1;
  snprintf(Command, sizeof(Command), "status %s", Event);
  sscanf(ctl(Command), "%*s %15s %ld", State, &Count);
  return Count;
}

static int Stop;
static void *storm(void *Result) {
  long Sum = 0, Calls = 0;
  int Number = 5;
  for (; !__atomic_load_n(&Stop, __ATOMIC_RELAXED); ++Calls)
    Sum += twice(3) + once() + load(&Number);
  *(int *)Result = Sum == 12 * Calls;
  return 0;
}

static int Asked[2], Answered[2];
static int *Page;
static void onFault(int Signal) {
  char C = 0;
  if (write(Asked[1], &C, 1) != 1 || read(Answered[0], &C, 1) != 1)
    _exit(3);
  mprotect(Page, 4096, PROT_READ);
}
static void *fault(void *Result) {
  *(int *)Result = load(Page);
  return 0;
}

int main(int Argc, char **Argv) {
  Udpc = Argv[1];
  enum { N = 4 };
  pthread_t Threads[N];
  int Right[N], All = 1;
  for (int I = 0; I < N; ++I)
    pthread_create(&Threads[I], 0, storm, &Right[I]);
  for (int I = 0; I < 10; ++I) {
    ctl(I % 2 ? "enable returns,calls" : "enable calls,loads");
    ctl(I % 2 ? "disable '*'" : "disable calls");
  }
  ctl("disable '*'");
  __atomic_store_n(&Stop, 1, __ATOMIC_RELAXED);
  for (int I = 0; I < N; ++I) {
    pthread_join(Threads[I], 0);
    All &= Right[I];
  }
  printf("storm: %s\n", All ? "right" : "wrong");

  struct sigaction Fault = {0};
  Fault.sa_handler = onFault;
  sigaction(SIGSEGV, &Fault, 0);
  Page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
              0);
  *Page = 7;
  mprotect(Page, 4096, PROT_NONE);
  if (pipe(Asked) || pipe(Answered))
    return 1;
  int Read = 0;
  char C;
  pthread_create(&Threads[0], 0, fault, &Read);
  if (read(Asked[0], &C, 1) != 1)
    return 1;
  printf("before: %x\n", loadCode[0]);
  ctl("reset");
  ctl("enable loads");
  uint8_t Code[5];
  for (int I = 0; I < 5; ++I)
    Code[I] = loadCode[I];
  if (write(Answered[1], &C, 1) != 1)
    return 1;
  pthread_join(Threads[0], 0);
  printf("inside: %x %x %x, read %d\n", Code[0], Code[1], Code[3], Read);
  long Before = count("loads");
  int Number = 1, Sum = 0;
  for (int I = 0; I < 1000; ++I)
    Sum += load(&Number);
  printf("slow: %ld\n", Sum == 1000 ? count("loads") - Before : -1);

  ctl("enable loads");
  printf("again: %x %x\n", loadCode[0], loadCode[5]);
  Before = count("loads");
  for (int I = 0; I < 1000; ++I)
    Sum += load(&Number);
  printf("fast: %ld\n", Sum == 2000 ? count("loads") - Before : -1);
  ctl("disable loads");
  printf("off: %x\n", loadCode[0]);
  return 0;
}
