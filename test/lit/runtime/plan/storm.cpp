// A storm: all kinds of what a program may do with its stacks, its code and its
// children, on seven threads at once, while udpc ctl turns every function's entry
// and return on and off. What stays on is counted exactly. By hand, for longer:
// storm <path of udpc> <toggles> verbose.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O1 -fPIC -shared library.c -o libreloaded.so
// RUN: clang++ -O1 -pthread storm.cpp -o storm
// RUN: env UDPC_OPTIONS=output=p.prof timeout 120 udpc run --spec spec.yaml \
// RUN:   --only='storm,libstdc++*,libgcc*,libreloaded*' --also=./libreloaded.so -o report -- ./storm udpc 6 > out
// RUN: FileCheck %s < out
// CHECK: all ran: [[#N:]]
// CHECK-NEXT: counted: [[#N]]
// CHECK-NEXT: after: 1000 1000
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: "*"}
  - {event: returns, return: "*"}
  - {event: kept, entry: "kept*"}
  - {event: hot, entry: "two"}
  - {event: hotReturns, return: "two"}
//--- library.c
volatile int Sink;
#define F(N)                                                                   \
  __attribute__((noinline)) void reloaded##N(int X) { Sink = X * N + Sink; }
F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8)
//--- storm.cpp
#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
extern char **environ;
#define NOINLINE __attribute__((noinline))

static std::atomic<bool> Stop;
static void check(bool Right, const char *What) {
  if (!Right) {
    fprintf(stderr, "wrong: %s\n", What);
    abort();
  }
}

// Each kind counts its calls of a function of its own.
struct Kind {
  const char *Name;
  void (*Turn)(Kind &);
  long Turns, Calls;
};
static volatile int Sink;
extern "C" {
NOINLINE int keptException(int X) {
  if (X % 3 == 0)
    throw X;
  return X;
}
NOINLINE int keptJump(int X) {
  raise(X);
  return 0;
}
NOINLINE int keptReload(int X) { return Sink = X; }
NOINLINE int keptSpawn(int X) { return Sink = X; }
NOINLINE int keptSignal(int X) { return Sink = X; }
NOINLINE int keptCoroutine(int X) { return Sink = X; }
NOINLINE int keptHot(int X) { return X * 3 + 1; }
}

struct Destructed {
  int &Count;
  NOINLINE ~Destructed() { ++Count; }
};
NOINLINE static int throwing(int X, int &Ended) {
  Destructed D{Ended};
  return keptException(X);
}
static void exceptions(Kind &K) {
  int Sum = 0, Ended = 0;
  for (int I = 0; I < 30; ++I) {
    ++K.Calls;
    try {
      Sum += throwing(I, Ended);
    } catch (int X) {
      Sum += X;
    }
  }
  check(Sum == 30 * 29 / 2 && Ended == 30, "exceptions");
}

static thread_local sigjmp_buf Where;
static void onJump(int) { siglongjmp(Where, 1); }
static void jumps(Kind &K) {
  for (int I = 0; I < 20; ++I) {
    if (!sigsetjmp(Where, 1)) {
      ++K.Calls;
      keptJump(SIGUSR1);
      check(false, "siglongjmp");
    }
  }
}

static void reloads(Kind &K) {
  void *L = dlopen("./libreloaded.so", RTLD_NOW);
  check(L, "dlopen");
  auto F = (void (*)(int))dlsym(L, "reloaded5");
  for (int I = 0; I < 20; ++I)
    F(I);
  ++K.Calls;
  keptReload(1);
  dlclose(L);
}

static void spawns(Kind &K) {
  pid_t Pid;
  char True[] = "/bin/true";
  char *Args[] = {True, nullptr};
  char None[] = "PATH=/bin";
  char *Env[] = {None, nullptr};
  ++K.Calls;
  keptSpawn(1);
  if (K.Turns % 2) {
    check(!posix_spawn(&Pid, True, nullptr, nullptr, Args, Env), "spawn");
  } else if (!(Pid = fork())) {
    _exit(0);
  }
  int Status;
  check(waitpid(Pid, &Status, 0) == Pid && !Status, "child");
}

static std::atomic<long> SignalCalls;
static void onSignal(int) {
  ++SignalCalls;
  keptSignal(1);
}
static pthread_t Peer;
static void signals(Kind &K) {
  for (int I = 0; I < 20; ++I)
    pthread_kill(I % 2 ? pthread_self() : Peer, SIGUSR2);
}

struct Coroutine {
  ucontext_t Main, Own;
  char Stack[65536];
  long Sum;
};
static void coroutine(unsigned Low, unsigned High) {
  auto *C = (Coroutine *)(uintptr_t(High) << 32 | Low);
  for (int I = 0; I < 10; ++I) {
    C->Sum += keptCoroutine(I);
    swapcontext(&C->Own, &C->Main);
  }
}
static void coroutines(Kind &K) {
  static Coroutine C;
  C.Sum = 0;
  getcontext(&C.Own);
  C.Own.uc_stack.ss_sp = C.Stack;
  C.Own.uc_stack.ss_size = sizeof(C.Stack);
  C.Own.uc_link = &C.Main;
  makecontext(&C.Own, (void (*)())coroutine, 2, unsigned(uintptr_t(&C)),
              unsigned(uintptr_t(&C) >> 32));
  for (int I = 0; I < 11; ++I)
    swapcontext(&C.Main, &C.Own);
  K.Calls += 10;
}

extern "C" NOINLINE int two(int X) { return Sink = keptHot(X) + 1; }
static void hot(Kind &K) {
  int Sum = 0;
  for (int I = 0; I < 10000; ++I)
    Sum += two(I);
  K.Calls += 10000;
}

static Kind Kinds[] = {
    {"exceptions", exceptions}, {"siglongjmp", jumps},
    {"dlopen", reloads},        {"posix_spawn, fork", spawns},
    {"signals", signals},       {"swapcontext", coroutines},
    {"loop", hot},
};
constexpr int NumKinds = sizeof(Kinds) / sizeof(*Kinds);
static void *run(void *Data) {
  Kind &K = *(Kind *)Data;
  for (; !Stop; ++K.Turns)
    K.Turn(K);
  return nullptr;
}

static const char *Udpc;
static double seconds() {
  timespec T;
  clock_gettime(CLOCK_MONOTONIC, &T);
  return T.tv_sec + T.tv_nsec * 1e-9;
}
static std::string ctl(const char *Command) {
  std::string Line = std::string("LD_PRELOAD= ") + Udpc + " ctl " +
                     std::to_string(getpid()) + " " + Command + " 2>&1";
  FILE *Pipe = popen(Line.c_str(), "r");
  char Reply[4096];
  size_t Size = fread(Reply, 1, sizeof(Reply) - 1, Pipe);
  Reply[Size] = 0;
  pclose(Pipe);
  return Reply;
}

static long count(const char *Event) {
  long Count = -1;
  sscanf(ctl((std::string("status ") + Event).c_str()).c_str(), "%*s %*s %ld",
         &Count);
  return Count;
}

int main(int Argc, char **Argv) {
  Udpc = Argv[1];
  int Toggles = atoi(Argv[2]);
  bool Verbose = Argc > 3;
  signal(SIGUSR1, onJump);
  signal(SIGUSR2, onSignal);
  pthread_t Threads[NumKinds];
  for (int I = NumKinds; I-- > 0;) {
    pthread_create(&Threads[I], nullptr, run, &Kinds[I]);
    if (I == NumKinds - 1)
      Peer = Threads[I];
  }
  double Longest = 0, Began = seconds();
  for (int I = 0; I < Toggles; ++I) {
    double From = seconds();
    std::string Reply = ctl(I % 2 ? "enable calls,returns" : "disable calls,returns");
    double Took = seconds() - From;
    Longest = Took > Longest ? Took : Longest;
    if (Verbose) {
      printf("%6.3f s: %s", Took, Reply.c_str());
      fflush(stdout);
    }
    usleep(20000);
  }
  Stop = true;
  for (pthread_t &T : Threads)
    pthread_join(T, nullptr);
  fprintf(stderr, "%d toggles in %.2f s, the longest %.3f s\n", Toggles,
          seconds() - Began, Longest);
  Kinds[4].Calls = SignalCalls;
  long All = 0;
  bool AllRan = true;
  for (Kind &K : Kinds) {
    fprintf(stderr, "%s: %ld turns, %ld calls\n", K.Name, K.Turns, K.Calls);
    All += K.Calls;
    AllRan &= K.Turns > 0;
  }
  printf("%s %ld\ncounted: %ld\n", AllRan ? "all ran:" : "some did not run:", All,
         count("kept"));
  // All sites work after the storm.
  ctl("enable '*'");
  long Entries = count("hot"), Returns = count("hotReturns");
  for (int I = 0; I < 1000; ++I)
    two(I);
  printf("after: %ld %ld\n", count("hot") - Entries,
         count("hotReturns") - Returns);
}
