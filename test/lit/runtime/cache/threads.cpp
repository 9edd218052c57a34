// Threads have first-level caches of their own and share the last level, in
// which no line misses twice however many access it at once. Counts are of the
// thread that made them, also when it has ended, and of "others" beyond
// max_threads. A reset and a fork begin at 0 and leave the caches as they are.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang++ -std=c++17 -O1 -I%udpc_src/include -I%S/Inputs -I%S/../costs/Inputs %s \
// RUN:   -L%udpc_lib -ludpc_rt -pthread -o a
// RUN: env UDPC_OPTIONS=D1=32768,8,64:LL=33554432,16,64:cache_output=a.cache ./a threads 2> /dev/null
// RUN: %python %S/../costs/Inputs/costs.py a.cache | FileCheck %s --check-prefix=THREADS
//      THREADS: thread 0: 0.0=1
// THREADS-NEXT:   operation 0.0: 2048 2048
// THREADS-NEXT: thread 1: 0.0=1
// THREADS-NEXT:   operation 0.0: 2048 0
// THREADS-NEXT: thread 2: 0.0=1
// THREADS-NEXT:   operation 0.1: 512 0
//  THREADS-NOT: {{.}}
//
// Only the last one that has ended is kept.
// RUN: env UDPC_OPTIONS=max_threads=1:D1=32768,8,64:LL=33554432,16,64:cache_output=o.cache ./a threads 2> /dev/null
// RUN: %python %S/../costs/Inputs/costs.py o.cache | FileCheck %s --check-prefix=OTHERS
//      OTHERS: thread 0: 0.0=1
// OTHERS-NEXT:   operation 0.0: 2048 2048
// OTHERS-NEXT: thread 2: 0.0=1
// OTHERS-NEXT:   operation 0.1: 512 0
// OTHERS-NEXT: thread others: 0.0=1
// OTHERS-NEXT:   operation 0.0: 2048 0
//  OTHERS-NOT: {{.}}
//
// Eight threads walk over the same 8,192 lines at once, added up as others: each
// line misses LL for one of them, and D1 for all.
// RUN: env UDPC_OPTIONS=max_threads=0:D1=32768,8,64:LL=33554432,16,64:cache_output=r.cache ./a race 2> /dev/null
// RUN: %python %S/../costs/Inputs/costs.py r.cache | FileCheck %s --check-prefix=RACE
//      RACE: thread others: 0.0=8
// RACE-NEXT:   operation 0.0: 65536 8192{{$}}
//  RACE-NOT: {{.}}
//
// The smallest stack there can be, in which the slots have to be, too.
// RUN: env UDPC_OPTIONS=D1=32768,8,64:LL=33554432,16,64:cache_output=m.cache ./a small 2> /dev/null
// RUN: %python %S/../costs/Inputs/costs.py m.cache | FileCheck %s --check-prefix=SMALL
//      SMALL: thread 1: 0.0=1
// SMALL-NEXT:   operation 0.0: 2048 2048
//
// RUN: env UDPC_OPTIONS=D1=32768,8,64:LL=33554432,16,64:cache_output=s.cache ./a reset 2> /dev/null
// RUN: %python %S/../costs/Inputs/costs.py s.cache | FileCheck %s --check-prefix=RESET
//      RESET: thread 0: 0.0=1
// RESET-NEXT:   operation 0.0: 2048 0
// RESET-NEXT: thread 1: 0.0=1
// RESET-NEXT:   operation 0.1: 100 0
//  RESET-NOT: {{.}}
//
// RUN: env UDPC_OPTIONS=D1=32768,8,64:LL=33554432,16,64:cache_output=%%p.cache ./a fork > pids 2> /dev/null
// RUN: . ./pids && mv $PARENT.cache parent.cache && mv $CHILD.cache child.cache
// RUN: %python %S/../costs/Inputs/costs.py parent.cache | FileCheck %s --check-prefix=PARENT
// RUN: %python %S/../costs/Inputs/costs.py child.cache | FileCheck %s --check-prefix=CHILD
//      PARENT: thread 0: 0.0=1
// PARENT-NEXT:   operation 0.0: 2048 2048
//  PARENT-NOT: {{.}}
//      CHILD: thread 0: 0.0=1
// CHILD-NEXT:   operation 0.1: 2048 512
//  CHILD-NOT: {{.}}

#include "tell.h"
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

alignas(4096) static char Array[1 << 20];
// As of a large program.
static __thread char ManySlots[100000];

static void walk(int Operation, size_t First, size_t NumLines) {
  ++TheSlots[0];
  for (size_t I = 0; I != NumLines; ++I)
    tell(Operation, Array + (First + I) * 64, 8);
}

int main(int, char **Arguments) {
  startTelling({{"f", 0}, {"g", 1}});
  if (!strcmp(Arguments[1], "threads")) {
    walk(0, 0, 2048);
    std::thread(walk, 0, 0, 2048).join();
    std::thread(walk, 1, 0, 512).join();
  } else if (!strcmp(Arguments[1], "race")) {
    std::thread Threads[8];
    for (std::thread &T : Threads)
      T = std::thread(walk, 0, 0, 8192);
    for (std::thread &T : Threads)
      T.join();
  } else if (!strcmp(Arguments[1], "small")) {
    pthread_attr_t Attributes;
    pthread_attr_init(&Attributes);
    pthread_attr_setstacksize(&Attributes, PTHREAD_STACK_MIN);
    pthread_t Thread;
    auto Walk = [](void *) -> void * {
      memset(ManySlots, 1, sizeof(ManySlots));
      walk(0, 0, 2048);
      return nullptr;
    };
    if (!pthread_create(&Thread, &Attributes, Walk, nullptr))
      pthread_join(Thread, nullptr);
  } else if (!strcmp(Arguments[1], "reset")) {
    walk(0, 0, 2048);
    std::thread([] {
      walk(1, 0, 2048);
      walk(0, 0, 2048);
      udpc_reset();
      walk(1, 0, 100);
    }).join();
    walk(0, 0, 2048);
  } else {
    walk(0, 0, 2048);
    pid_t Child = fork();
    if (!Child) {
      // The last 512 lines are in D1 yet; 512 are new.
      walk(1, 512, 2048);
      return 0;
    }
    waitpid(Child, nullptr, 0);
    printf("PARENT=%d CHILD=%d\n", getpid(), Child);
  }
}
