// Sites of an event are counted apart, each in a counter of its own, and the
// handler is called on each N-th occurrence of all of them together, compared
// with counts of the program's own: in threads, in a child after fork(), in
// libraries, in each lowering, for short and long periods.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check_period() { \
// RUN:   env UDPC_OPTIONS=output=a.prof ./a $period | FileCheck a.cpp && \
// RUN:   udpc report --sites a.prof | FileCheck a.cpp --check-prefix=REPORT; \
// RUN: }
// RUN: check_sites() { \
// RUN:   udpc-clang++ $flags -fPIC -shared -fudpc-spec=spec.yaml lib.cpp -o liblib.so && \
// RUN:   udpc-clang++ $flags -I%udpc_src/include -fudpc-spec=spec.yaml a.cpp -L. -llib -Wl,-rpath,. -o a -pthread && \
// RUN:   each period 1 7 1000 65537 -- check_period; \
// RUN: }
// RUN: each flags -O0 "-O2 -flto=thin -fuse-ld=lld" "-O2 -fPIC" "-O2 -fudpc-lowering=call" -- check_sites
//
// So they are by default where N is large.
// RUN: udpc-clang++ -O2 -I%udpc_src/include -fudpc-spec=large.yaml a.cpp lib.cpp -o b -pthread
// RUN: env UDPC_OPTIONS=output=a.prof ./b 65536 | FileCheck a.cpp
// RUN: udpc report --sites a.prof | FileCheck a.cpp --check-prefix=REPORT
//
// An event that counts down as well, to which the action belongs when it has
// grown by another N.
// RUN: check_level() { \
// RUN:   udpc-clang++ $flags -I%udpc_src/include -fudpc-spec=level.yaml level.cpp -o level && \
// RUN:   env UDPC_OPTIONS=output=a.prof ./level | FileCheck level.cpp && \
// RUN:   udpc report a.prof | FileCheck level.cpp --check-prefix=LEVEL; \
// RUN: }
// RUN: each flags -O0 "-O2 -fPIC" "-O2 -fudpc-lowering=call" -- check_level
//--- spec.yaml
version: 1
events:
  - {event: work, entry: "f?()", every: 0, sites: apart}
  - {event: work, mark: steps}
//--- large.yaml
version: 1
events:
  - {event: work, entry: "f?()", every: 65536}
  - {event: work, mark: steps}
//--- level.yaml
version: 1
events:
  - {event: level, entry: "up()", every: 10}
  - {event: level, entry: "down()", command: dec}
//--- lib.cpp
__attribute__((noinline)) void f8() { __asm__ volatile(""); }
__attribute__((noinline)) void f9() { __asm__ volatile(""); }
//--- a.cpp
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <udpc/udpc.h>
static __thread unsigned long Truth, Calls, Wrong;
static unsigned long Period;
#define F(N) __attribute__((noinline)) void f##N() { __asm__ volatile(""); }
F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7)
void f8();
void f9();
static void (*const All[])() = {f0, f1, f2, f3, f4, f5, f6, f7, f8, f9};

static void onOverflow(const udpc_overflow *O, void *) {
  Calls += O->passed;
  Wrong += O->count / Period != Calls || O->place == nullptr;
}

static void run(const char *Where, unsigned Seed, long N) {
  for (long I = 0; I != N; ++I) {
    Seed = Seed * 1103515245 + 12345;
    // Few are hot.
    All[(Seed >> 16) % 10 * ((Seed >> 20) % 10) / 10]();
    ++Truth;
    if (Seed >> 16 & 1)
      continue;
    UDPC_MARK_N(steps, Seed >> 28);
    Truth += Seed >> 28;
  }
  auto Read = [](const char *Name) {
    return (unsigned long)udpc_read_thread(udpc_event_find(Name));
  };
  bool Good = Read("work") == Truth && Calls == Truth / Period &&
              Read("work.overflows") == Calls && !Wrong;
  printf("%s: %s\n", Where, Good ? "good" : "bad");
  fflush(stdout);
}

static void *thread(void *) {
  run("thread", 5, 50000);
  return nullptr;
}

// CHECK:      first: good
// CHECK-NEXT: thread: good
// CHECK-NEXT: thread: good
// CHECK-NEXT: child: good
// CHECK-NEXT: last: good
// CHECK-NEXT: other period: 3
// REPORT-DAG: work 643,539 {{[0-9.]+}}% inc mark a.cpp:27
// REPORT-DAG: work 71,632 {{[0-9.]+}}% inc entry a.cpp:9 f0()
// REPORT-DAG: work 24,666 {{[0-9.]+}}% inc entry a.cpp:9 f2()
// REPORT-DAG: work {{[0-9,]+}} {{[0-9.]+}}% inc entry lib.cpp:1 f8()
int main(int, char **Arguments) {
  Period = strtoul(Arguments[1], nullptr, 0);
  int Event = udpc_event_find("work");
  udpc_on_overflow(Event, Period, onOverflow, nullptr);
  run("first", 1, 1000);
  for (int I = 0; I != 2; ++I) {
    pthread_t T;
    pthread_create(&T, nullptr, thread, nullptr);
    pthread_join(T, nullptr);
  }
  if (!fork()) {
    Truth = Calls = 0;
    run("child", 7, 3000);
    return 0;
  }
  wait(nullptr);
  run("last", 3, 70000);
  // A new period begins with what is counted next.
  Calls = 0;
  Period = 5;
  udpc_on_overflow(
      Event, Period, [](const udpc_overflow *, void *) { ++Calls; }, nullptr);
  for (int I = 0; I != 19; ++I)
    f2();
  printf("other period: %lu\n", Calls);
}
//--- level.cpp
#include <stdio.h>
#include <udpc/udpc.h>
static int Calls;
__attribute__((noinline)) void up() { __asm__ volatile(""); }
__attribute__((noinline)) void down() { __asm__ volatile(""); }
static void go(const char *Where, int Up, int Down) {
  for (int I = 0; I != Up; ++I)
    up();
  for (int I = 0; I != Down; ++I)
    down();
  printf("%s: %d, %d calls\n", Where,
         (int)udpc_read(udpc_event_find("level")), Calls);
}
int main() {
  udpc_on_overflow(
      udpc_event_find("level"), 10,
      [](const udpc_overflow *, void *) { ++Calls; }, nullptr);
  // CHECK: below: -5, 0 calls
  go("below", 0, 5);
  // CHECK-NEXT: to 9: 3, 0 calls
  go("to 9", 14, 6);
  // CHECK-NEXT: to 12: 2, 1 calls
  go("to 12", 9, 10);
  // CHECK-NEXT: again: 2, 1 calls
  go("again", 17, 17);
  // CHECK-NEXT: to 33: 33, 3 calls
  go("to 33", 31, 0);
  // LEVEL:      level 33
  // LEVEL-NEXT: level.overflows 3
}
