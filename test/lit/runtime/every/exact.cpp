// The handler is called on each N-th occurrence of the event in each thread,
// whichever of its sites it is at, compared with counts of the program's own:
// in threads, in a child after fork(), with exceptions, in each lowering.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang++ $flags -I%udpc_src/include -fudpc-spec=spec.yaml a.cpp b.cpp -o a -pthread && \
// RUN:   env UDPC_OPTIONS=output=a.prof ./a | FileCheck a.cpp && \
// RUN:   udpc report a.prof | FileCheck a.cpp --check-prefix=REPORT; \
// RUN: }
// RUN: each flags -O0 "-O3 -flto=thin -fuse-ld=lld" "-O2 -static" "-O2 -fPIC" "-O2 -fudpc-lowering=call" \
// RUN:   "-O1 -fsanitize=thread" -- check
//--- spec.yaml
version: 1
events:
  - {event: work, entry: "work()", every: 0}
  - {event: work, mark: work}
  - {event: work, entry: "other(int)"}
//--- b.cpp
void other(int I) {
  if (I % 3 == 0)
    throw I;
}
//--- a.cpp
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <udpc/udpc.h>
#include <unistd.h>
static __thread volatile unsigned long Truth, Calls, Wrong;
void other(int);
__attribute__((noinline)) void work() { ++Truth; }

static void onOverflow(const udpc_overflow *O, void *Argument) {
  ++Calls;
  int Event = udpc_event_find("work");
  if (O->event != Event || O->period != 7 || O->passed != 1 || !O->place ||
      O->count != 7 * Calls || !Argument ||
      udpc_read_thread(Event) != (int64_t)O->count)
    ++Wrong;
}

static void run(long N) {
  for (long I = 0; I != N; ++I) {
    work();
    ++Truth;
    UDPC_MARK(work);
    ++Truth;
    try {
      other(int(I));
    } catch (int) {
    }
  }
}

static void check(const char *Where) {
  auto Read = [](const char *Name) {
    return (unsigned long)udpc_read_thread(udpc_event_find(Name));
  };
  bool Good = Read("work") == Truth && Calls == Truth / 7 &&
              Read("work.overflows") == Calls && !Wrong;
  printf("%s: %lu of %lu, %s\n", Where, Calls, Truth, Good ? "good" : "bad");
  fflush(stdout);
}

static void *thread(void *N) {
  run(*(long *)N);
  check("thread");
  return nullptr;
}

// CHECK:      set: 0 -1 -1 -1
// CHECK-NEXT: main: 429 of 3003, good
// CHECK-NEXT: thread: 42 of 300, good
// CHECK-NEXT: thread: 1285 of 9000, good
// CHECK-NEXT: thread: 0 of 3, good
// CHECK-NEXT: child: 85 of 600, good
// CHECK-NEXT: parent: 514 of 3603, good
// REPORT:      work 12,906
// REPORT-NEXT: work.overflows 1,841
int main() {
  int Event = udpc_event_find("work");
  printf("set: %d", udpc_on_overflow(Event, 7, onOverflow, &Event));
  printf(" %d %d %d\n", udpc_on_overflow(-1, 7, onOverflow, nullptr),
         udpc_on_overflow(udpc_event_find("work.overflows"), 7, nullptr, nullptr),
         udpc_on_overflow(Event, ~0ull, onOverflow, nullptr));
  run(1001);
  check("main");
  long Lengths[] = {100, 3000, 1};
  for (long N : Lengths) {
    pthread_t T;
    pthread_create(&T, nullptr, thread, &N);
    pthread_join(T, nullptr);
  }
  if (!fork()) {
    Truth = Calls = 0;
    run(200);
    check("child");
    return 0;
  }
  wait(nullptr);
  run(200);
  check("parent");
}
