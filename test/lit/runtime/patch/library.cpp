// Instructions in libraries, few and many: they count through trampolines. A
// library that is closed keeps its counts and counts on when it is opened again;
// one may be closed while its events are on.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang++ -std=c++17 -O2 -fPIC -shared -DLIBRARY -I%udpc_src/include -I%S/../../Inputs lib.cpp -o small.so
// RUN: clang++ -std=c++17 -O2 -fPIC -shared -DLIBRARY -DNUM_SITES=5000 -I%udpc_src/include \
// RUN:   -I%S/../../Inputs lib.cpp -o large.so
// RUN: clang++ -std=c++17 -O2 -pthread -I%udpc_src/include -I%S/../../Inputs a.cpp -L%udpc_lib -ludpc_rt \
// RUN:   -Wl,--export-dynamic-symbol='__udpc_*' -o a
// RUN: env UDPC_OPTIONS=output=a.prof ./a ./small.so 2>&1 | FileCheck %s
// RUN: %counts a.prof | FileCheck %s --check-prefix=COUNTS
// RUN: env UDPC_OPTIONS=output=a.prof ./a ./large.so 2>&1 | FileCheck %s
// RUN: %counts a.prof | FileCheck %s --check-prefix=COUNTS
//
// CHECK: off 0 0
// CHECK-NEXT: on 3000 -1000
// CHECK-NEXT: closed 3000 -1000
// CHECK-NEXT: again 6000 -2000
// CHECK-NEXT: many 9000 -3000
// CHECK-NEXT: threads 21000 -7000
// CHECK-NOT: {{.}}
// COUNTS: even 21000
// COUNTS: odd -7000
//--- lib.cpp
#include "sites.h"
/// Sites where every register is in use: what is patched in keeps them.
extern "C" void work() {
  for (int I = 0; I != 1000; ++I) {
    UDPC_INC(0);
    uint64_t Flags;
    double Sum = 1.5;
    uint64_t R[9] = {11, 12, 13, 14, 15, 16, 17, 18, 19};
    asm volatile("movq 0(%2), %%rax\n movq 8(%2), %%rcx\n movq 16(%2), %%rdx\n"
                 "movq 24(%2), %%rsi\n movq 32(%2), %%rdi\n movq 40(%2), %%r8\n"
                 "movq 48(%2), %%r9\n movq 56(%2), %%r10\n movq 64(%2), %%r11\n"
                 "addsd %1, %1\n"
                 "stc\n" UDPC_SITE(2, 0, 1) UDPC_SITE(1, 1, 1) "setc %b0\n"
                 "addq $0, %%rax\n"
                 "xorq 0(%2), %%rax\n xorq 8(%2), %%rcx\n xorq 16(%2), %%rdx\n"
                 "xorq 24(%2), %%rsi\n xorq 32(%2), %%rdi\n xorq 40(%2), %%r8\n"
                 "xorq 48(%2), %%r9\n xorq 56(%2), %%r10\n xorq 64(%2), %%r11\n"
                 "orq %%rcx, %%rax\n orq %%rdx, %%rax\n orq %%rsi, %%rax\n"
                 "orq %%rdi, %%rax\n orq %%r8, %%rax\n orq %%r9, %%rax\n"
                 "orq %%r10, %%rax\n orq %%r11, %%rax\n"
                 "jz 1f\n ud2\n 1:\n"
                 : "=&b"(Flags), "+x"(Sum)
                 : "r"(R)
                 : "cc", "memory", "rax", "rcx", "rdx", "rsi", "rdi", "r8",
                   "r9", "r10", "r11");
    CHECK(Flags & 1);
    CHECK(Sum == 3.0);
    UDPC_INC(6);
  }
}
//--- a.cpp
#define NUM_SITES 1
#include "sites.h"
#include <dlfcn.h>
#include <pthread.h>
static void *Library;
static void (*work)();
static const char *Name;
static void open() {
  Library = dlopen(Name, RTLD_NOW);
  if (!Library)
    puts(dlerror());
  CHECK(Library);
  work = reinterpret_cast<void (*)()>(dlsym(Library, "work"));
}
static void show(const char *When) {
  printf("%s %ld %ld\n", When, readEvent("even"), readEvent("odd"));
}
static void *run(void *) {
  work();
  return nullptr;
}
int main(int, char **Arguments) {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  Name = Arguments[1];
  open();
  work();
  show("off");
  __udpc_enable("*");
  work();
  show("on");
  dlclose(Library);
  show("closed");
  open();
  work();
  show("again");
  for (int I = 0; I != 2000; ++I) {
    dlclose(Library);
    open();
    if (I % 2000 == 999)
      work();
  }
  show("many");
  pthread_t Threads[4];
  for (pthread_t &T : Threads)
    pthread_create(&T, nullptr, run, nullptr);
  for (pthread_t T : Threads)
    pthread_join(T, nullptr);
  show("threads");
  dlclose(Library);
  open();
  __udpc_disable("*");
  work();
}
