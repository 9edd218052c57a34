// Sites that are on count exactly, up and down; sites that are off do not count.
// Sites that must preserve the flags do.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang++ -std=c++17 -O2 -I%udpc_src/include -I%S/../../Inputs a.cpp -L%udpc_lib -ludpc_rt -o a
// RUN: env UDPC_OPTIONS=output=a.prof ./a 2>&1 | FileCheck %s
// RUN: %counts a.prof | FileCheck %s --check-prefix=COUNTS
// RUN: clang++ -std=c++17 -O2 -static -I%udpc_src/include -I%S/../../Inputs a.cpp -L%udpc_lib -ludpc_rt -o a
// RUN: env UDPC_OPTIONS=output=a.prof ./a 2>&1 | FileCheck %s
// RUN: clang++ -std=c++17 -O2 -no-pie -fsanitize=address -I%udpc_src/include -I%S/../../Inputs \
// RUN:   a.cpp -L%udpc_lib -ludpc_rt -o a
// RUN: env UDPC_OPTIONS=output=a.prof ./a 2>&1 | FileCheck %s
//
// CHECK: 0 0
// CHECK-NEXT: 1000 0
// CHECK-NEXT: 2000 1000
// CHECK-NEXT: 2000 2000
// CHECK-NEXT: 2000 2000
// CHECK-NEXT: 3500 2000
// CHECK-NEXT: flags: 100 equal, 200 more
// CHECK-NEXT: 3800 1700
// CHECK-NOT: {{.}}
// COUNTS: even 3800
// COUNTS: odd 1700
//--- a.cpp
#include "sites.h"
__attribute__((noinline)) static void work(int N) {
  while (N--) {
    UDPC_INC(0);
    UDPC_INC(1);
  }
}
/// Of three numbers compared, how many are above; -1 counts the equal ones. The
/// site is between comparison and jump, and below the stack pointer is what
/// must not change.
__attribute__((naked, noinline)) static int compare(long, long) {
  asm("movq $77, -8(%rsp)\n movq $78, -16(%rsp)\n"
      "xorl %eax, %eax\n"
      "cmpq %rsi, %rdi\n"
      UDPC_SITE(2, 0, 1)
      "je 1f\n"
      "ja 2f\n"
      "jmp 3f\n"
      "1: decl %eax\n jmp 3f\n"
      "2: incl %eax\n"
      "3: cmpq $77, -8(%rsp)\n jne 4f\n cmpq $78, -16(%rsp)\n jne 4f\n"
      "stc\n"
      UDPC_SITE(3, 1, 1)
      "jnc 4f\n"
      "retq\n"
      "4: ud2\n");
}
static void show() { printf("%ld %ld\n", readEvent("even"), readEvent("odd")); }
int main() {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  work(1000);
  show();
  __udpc_enable("even");
  work(1000);
  show();
  __udpc_enable("odd");
  work(1000);
  show();
  __udpc_disable("even");
  work(1000);
  show();
  __udpc_disable("*");
  work(1000);
  show();
  __udpc_enable("even");
  work(1500);
  show();
  __udpc_enable("*");
  int Equal = 0, More = 0;
  for (int I = 0; I != 300; ++I) {
    int R = compare(I < 100 ? 5 : 6, 5);
    Equal += R == -1;
    More += R == 1;
  }
  printf("flags: %d equal, %d more\n", Equal, More);
  show();
}
