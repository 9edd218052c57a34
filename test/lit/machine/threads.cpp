// Threads of the program: mutexes, conditions, spinning, barriers, thread-local
// storage, calls that wait, signals to threads, fork among threads, and ends. The
// output is the same whatever is sampled.
//
// REQUIRES: machine
// RUN: riscv64-linux-gnu-g++ -O2 -static %s -o %t
// RUN: (timeout 100 udpc-machine %t 2> %t.err; echo $?) > %t.out && FileCheck %s < %t.out
// RUN: count 0 < %t.err
// RUN: (timeout 100 udpc-machine --every=9999 --log=%t.log %t; echo $?) | diff %t.out -
// RUN: %python %S/Inputs/periods.py %t.log 1 10000 50
// RUN: (env SAMPLE_EVERY=9999 timeout 100 udpc-machine %t; echo $?) | tail -n +3 | diff %t.out -
// RUN: clang++ --target=riscv64-linux-gnu -O2 -static -w %s %udpc_lib/riscv64-linux-gnu/udpc_sampling.o -o %t.linked
// RUN: printf 'eventsel: insts\nmaxevent: 5000\nlogname: %t.linked.log\n' > %t.ctrl
// RUN: (env UDPC_SAMPLING=%t.ctrl timeout 100 udpc-machine %t.linked 2> /dev/null; echo $?) | diff %t.out -
// RUN: grep '"event  1"' %t.linked.log | sort -u > %t.periods
// RUN: count 1 < %t.periods
// RUN: grep '"value": 5001}' %t.periods
//
// CHECK:      queue: 1 1 1
// CHECK-NEXT: spins: 3
// CHECK-NEXT: barrier: 50
// CHECK-NEXT: identifiers: 1
// CHECK-NEXT: pipe: x 1
// CHECK-NEXT: poll: 0 1
// CHECK-NEXT: cancelled: 1
// CHECK-NEXT: signal: 1 1 -1
// CHECK-NEXT: blocked signal: 0 1
// CHECK-NEXT: restarted: y 1
// CHECK-NEXT: time limit: 1
// CHECK-NEXT: child: 7
// CHECK-NEXT: last
// CHECK-NEXT: 3

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <poll.h>
#include <pthread.h>
#include <queue>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <stdlib.h>
#include <string.h>
#include <thread>
#include <unistd.h>

extern "C" {
#include "Inputs/handler.h"
}

using namespace std::chrono_literals;

static std::mutex Mutex;
static std::condition_variable Changed;
static std::queue<int> Queue;
static std::atomic<long> Sum;
static thread_local long Mine;

static void work(long *Own) {
  while (true) {
    std::unique_lock<std::mutex> Lock(Mutex);
    Changed.wait(Lock, [] { return !Queue.empty(); });
    int Value = Queue.front();
    Queue.pop();
    if (Value < 0)
      break;
    Lock.unlock();
    Sum += Value;
    Mine += Value;
  }
  *Own = Mine;
}

static void queue() {
  constexpr int Number = 3000;
  long Own[4], Expected = 0, OfThreads = 0;
  std::vector<std::thread> Threads;
  for (long &O : Own)
    Threads.emplace_back(work, &O);
  for (int I = 0; I != Number + 4; ++I) {
    std::lock_guard<std::mutex> Lock(Mutex);
    Queue.push(I < Number ? I : -1);
    Expected += I < Number ? I : 0;
    Changed.notify_one();
  }
  for (std::thread &T : Threads)
    T.join();
  for (long O : Own)
    OfThreads += O;
  printf("queue: %d %d %d\n", Sum == Expected, OfThreads == Expected,
         Mine == 0);
}

static void spins() {
  std::atomic<int> Flag{0};
  std::thread T([&] {
    while (Flag != 1)
      ;
    Flag = 2;
    while (Flag != 3)
      std::this_thread::yield();
  });
  Flag = 1;
  while (Flag != 2)
    ;
  Flag = 3;
  T.join();
  printf("spins: %d\n", Flag.load());
}

static void barrier() {
  pthread_barrier_t Barrier;
  pthread_barrier_init(&Barrier, nullptr, 3);
  std::atomic<int> Rounds{0};
  std::vector<std::thread> Threads;
  for (int I = 0; I != 3; ++I)
    Threads.emplace_back([&] {
      for (int K = 0; K != 50; ++K)
        if (pthread_barrier_wait(&Barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
          ++Rounds;
    });
  for (std::thread &T : Threads)
    T.join();
  printf("barrier: %d\n", Rounds.load());
}

static long threadId() { return syscall(SYS_gettid); }

template <typename F> static void *call(void *P) {
  return (void *)(*static_cast<F *>(P))();
}
template <typename F> static pthread_t start(F &Function) {
  pthread_t T;
  pthread_create(&T, nullptr, call<F>, &Function);
  return T;
}
static long join(pthread_t T) {
  void *Result;
  pthread_join(T, &Result);
  return (long)Result;
}

static int Pipe[2];
static volatile sig_atomic_t Signals, Handlers;
static void handle(int) {
  ++Signals;
  Handlers = (int)threadId();
}

static void calls() {
  auto Identify = [] { return threadId(); };
  pthread_t A = start(Identify);
  long First = join(A);
  printf("identifiers: %d\n", First != threadId() && threadId() == getpid());

  auto Read = [] {
    char C = 0;
    return read(Pipe[0], &C, 1) == 1 ? (long)C : -1;
  };
  A = start(Read);
  std::this_thread::sleep_for(1ms);
  long Written = write(Pipe[1], "x", 1);
  printf("pipe: %c %ld\n", (char)join(A), Written);

  pollfd P = {Pipe[0], POLLIN, 0};
  A = start(Read);
  int None = poll(&P, 1, 2);
  auto Write = [] { return (long)write(Pipe[1], "zz", 2); };
  pthread_t B = start(Write);
  printf("poll: %d %d\n", None, poll(&P, 1, 10000));
  join(A);
  join(B);
  char C;
  read(Pipe[0], &C, 1);

  auto Pause = [] { return (long)pause(); };
  A = start(Pause);
  std::this_thread::sleep_for(1ms);
  pthread_cancel(A);
  printf("cancelled: %d\n", (void *)join(A) == PTHREAD_CANCELED);
}

static void signals() {
  struct sigaction Action = {};
  Action.sa_handler = handle;
  sigaction(SIGUSR1, &Action, nullptr);
  // Signals are sent until one has interrupted the thread in its call.
  long Id = 0;
  std::atomic<bool> Ended{false};
  auto Sleep = [&] {
    Id = threadId();
    long Result = usleep(50000000);
    Ended = true;
    return Result;
  };
  pthread_t A = start(Sleep);
  while (!Ended) {
    pthread_kill(A, SIGUSR1);
    std::this_thread::sleep_for(2ms);
  }
  long Result = join(A);
  printf("signal: %d %d %ld\n", Signals > 0, Handlers == Id, Result);

  // The process gets it; this thread blocks it, and the other one does not.
  sigset_t Set, Old;
  sigemptyset(&Set);
  sigaddset(&Set, SIGUSR1);
  Ended = false;
  A = start(Sleep);
  pthread_sigmask(SIG_BLOCK, &Set, &Old);
  while (!Ended) {
    kill(getpid(), SIGUSR1);
    std::this_thread::sleep_for(2ms);
  }
  Result = join(A);
  printf("blocked signal: %d %d\n", Handlers == threadId(), Handlers == Id);
  pthread_sigmask(SIG_SETMASK, &Old, nullptr);

  Action.sa_flags = SA_RESTART;
  sigaction(SIGUSR1, &Action, nullptr);
  Signals = 0;
  auto Read = [] {
    char C = 0;
    return read(Pipe[0], &C, 1) == 1 ? (long)C : -1;
  };
  A = start(Read);
  std::this_thread::sleep_for(1ms);
  pthread_kill(A, SIGUSR1);
  std::this_thread::sleep_for(1ms);
  write(Pipe[1], "y", 1);
  long Char = join(A);
  printf("restarted: %c %d\n", (char)Char, Signals);
}

static void ends() {
  std::unique_lock<std::mutex> Lock(Mutex);
  printf("time limit: %d\n",
         Changed.wait_for(Lock, 2ms) == std::cv_status::timeout);
  fflush(stdout);
  std::thread Sleeper([] { std::this_thread::sleep_for(5ms); });
  pid_t Child = fork();
  if (!Child) {
    int Status = 0;
    std::thread T([&] { Status = 7; });
    T.join();
    _exit(Status);
  }
  int Status;
  waitpid(Child, &Status, 0);
  Sleeper.join();
  printf("child: %d\n", WEXITSTATUS(Status));
  std::thread([] {
    std::this_thread::sleep_for(2ms);
    puts("last");
    exit(3);
  }).detach();
  pthread_exit(nullptr);
}

int main() {
  if (pipe(Pipe))
    return 1;
  queue();
  spins();
  barrier();
  calls();
  signals();
  ends();
}
