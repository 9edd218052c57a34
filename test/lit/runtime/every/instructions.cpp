// Patched instructions run the action on each N-th occurrence while they are on,
// in executables and libraries, with the flags alive, compared with counts of
// the program's own. Each site has a count, too.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang++ $flags -fPIC -shared -fudpc-spec=spec.yaml lib.cpp -o liblib.so && \
// RUN:   udpc-clang++ $flags -I%udpc_src/include -fudpc-spec=spec.yaml a.cpp -L. -llib -Wl,-rpath,. -o a -pthread && \
// RUN:   env UDPC_OPTIONS=output=a.prof ./a | FileCheck a.cpp && \
// RUN:   udpc report --sites a.prof | FileCheck a.cpp --check-prefix=REPORT; \
// RUN: }
// RUN: each flags "-O2 -fudpc-lowering=instruction" "-O2 -fPIC -fudpc-lowering=instruction" \
// RUN:   "-O1 -fudpc-fidelity=transparent" -- check
//
// Some marks have amounts, which other code counts.
// RUN: udpc-clang++ -O2 -fudpc-lowering=instruction -I%udpc_src/include -fudpc-spec=spec.yaml marks.cpp -o marks
// RUN: env UDPC_OPTIONS=enable=work:output=a.prof ./marks | FileCheck marks.cpp
//--- spec.yaml
version: 1
events:
  - {event: work, entry: "f?(int)", every: 7}
  - {event: work, mark: work}
//--- lib.cpp
__attribute__((noinline)) int f2(int N) { return N * 3; }
//--- a.cpp
#include <pthread.h>
#include <stdio.h>
#include <udpc/udpc.h>
static __thread unsigned long Truth, Calls, Wrong;
static bool IsOn;
__attribute__((noinline)) int f1(int N) { return N + 1; }
int f2(int N);

static void onOverflow(const udpc_overflow *O, void *) {
  ++Calls;
  volatile double Vector = 3.5;
  Vector = Vector * O->count;
  Wrong += O->count != 7 * Calls || O->passed != 1 || !O->place;
}

static unsigned long run(int N) {
  unsigned long Sum = 0;
  double Kept = 1;
  for (int I = 0; I != N; ++I) {
    Sum += f1(I) + f2(I);
    Kept *= 1.000001;
    Truth += IsOn ? 2 : 0;
  }
  return Sum + (Kept > 1);
}

static void check(const char *Where, int N) {
  unsigned long Sum = run(N), Expected = 2ul * N * (N - 1) + N + 1;
  unsigned long Count = udpc_read_thread(udpc_event_find("work"));
  printf("%s: %lu of %lu, %s\n", Where, Calls, Truth,
         Sum == Expected && Count == Truth && Calls == Truth / 7 && !Wrong
             ? "good" : "bad");
}

static void *thread(void *) {
  check("thread", 1000);
  return nullptr;
}

// CHECK:      off: 0 of 0, good
// CHECK-NEXT: on: 14 of 100, good
// CHECK-NEXT: thread: 285 of 2000, good
// CHECK-NEXT: off: 14 of 100, good
// CHECK-NEXT: again: 300 of 2102, good
// REPORT-DAG: work 2,051 {{[0-9.]+}}% inc entry a.cpp:6 f1(int)
// REPORT-DAG: work 2,051 {{[0-9.]+}}% inc entry lib.cpp:1 f2(int)
// REPORT-DAG: work.overflows 585
int main() {
  int Event = udpc_event_find("work");
  udpc_on_overflow(Event, 7, onOverflow, nullptr);
  check("off", 10);
  udpc_enable("work");
  IsOn = true;
  check("on", 50);
  pthread_t T;
  pthread_create(&T, nullptr, thread, nullptr);
  pthread_join(T, nullptr);
  udpc_disable("work");
  IsOn = false;
  check("off", 70);
  udpc_enable("work");
  IsOn = true;
  check("again", 1001);
}
//--- marks.cpp
#include <stdio.h>
#include <udpc/udpc.h>
static int Calls;
__attribute__((noinline)) int f1(int N) { return N + 1; }
int main(int Count, char **) {
  udpc_on_overflow(
      udpc_event_find("work"), 7,
      [](const udpc_overflow *O, void *) { Calls += O->passed; }, nullptr);
  int Sum = 0;
  for (int I = 0; I != 10; ++I) {
    Sum += f1(I);
    UDPC_MARK(work);
    UDPC_MARK_N(work, Count * 3);
  }
  // CHECK: 55 7 50
  printf("%d %d %d\n", Sum, Calls, (int)udpc_read(udpc_event_find("work")));
}
