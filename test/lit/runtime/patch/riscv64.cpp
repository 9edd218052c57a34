// On riscv64 no instruction can be turned on: a request prints one warning.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang++ --target=riscv64-linux-gnu -std=c++17 -O1 -static -I%udpc_src/include -I%S/../../Inputs %s \
// RUN:   -L%udpc_lib/riscv64-linux-gnu -ludpc_rt -o a
// RUN: env UDPC_OPTIONS=output=a.prof qemu-riscv64 ./a > out 2>&1 && FileCheck %s --match-full-lines < out
// CHECK:      start
// CHECK-NEXT: udpc: warning: udpc instructions cannot be turned on on this processor; run the program under QEMU with the udpc plugin
// CHECK-NEXT: 0 0
// CHECK-NOT:  {{.}}
#include "sites.h"
int main() {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  puts("start");
  __udpc_disable("*");
  __udpc_enable("even");
  UDPC_INC(0);
  __udpc_enable("odd");
  UDPC_DEC(1);
  printf("%ld %ld\n", readEvent("even"), readEvent("odd"));
}
