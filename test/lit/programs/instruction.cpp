// Programs whose events are instructions: off they leave no profile, on they
// count exactly, in every kind of build; and the counter unit of an emulator
// counts the same in the same binary.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang++ $flags -fudpc-fidelity=$fidelity -fudpc-spec=spec.yaml a.cpp -pthread -o a && \
// RUN:   rm -f *.prof && \
// RUN:   ./a && \
// RUN:   test -z "`ls | grep prof`" && \
// RUN:   env UDPC_OPTIONS=enable=*:output=a.prof ./a && \
// RUN:   %counts a.prof > on.txt && \
// RUN:   FileCheck %s < on.txt && \
// RUN:   qemu-x86_64 -plugin %udpc_lib/libudpc_qemu.so,out=a.json ./a && \
// RUN:   udpc sites a --counters a.json > unit.txt && \
// RUN:   FileCheck %s --check-prefix=UNIT < unit.txt; \
// RUN: }
// RUN: each fidelity exact transparent -- each flags "-O0" "-O2" "-O3 -fno-pie -no-pie" "-O2 -static" \
// RUN:   "-O2 -static-pie" "-O2 -g -ffunction-sections -Wl,--gc-sections" \
// RUN:   "-O2 -fuse-ld=lld -Wl,--gc-sections -Wl,--icf=all" "-O1 -fsanitize=undefined" \
// RUN:   "-Os -fno-omit-frame-pointer -fcf-protection=full" "-O2 -mcmodel=medium" "-O2 -fno-integrated-as" -- check
//
// Of several events some.
// RUN: env UDPC_OPTIONS=enable=live:output=b.prof ./a && %counts b.prof | FileCheck %s --check-prefix=SOME
// CHECK-DAG: calls 5000 0:2000 1:3000
// CHECK-DAG: live 0
// CHECK-DAG: thrown 500 0:200 1:300
// UNIT-DAG: {{[0-9]+}} calls 5,000 0
// UNIT-DAG: {{[0-9]+}} live 0 0
// UNIT-DAG: {{[0-9]+}} thrown 500 0
// SOME-NOT: calls 5000
// SOME: live 0
//
// Link-time optimisation: exact sites are complete in the IR, transparent ones
// are found by the linker, which loads the plugin.
// RUN: check_lto() { \
// RUN:   udpc-clang++ -O2 -flto=$lto -fuse-ld=lld -fudpc-fidelity=$fidelity -fudpc-spec=spec.yaml a.cpp \
// RUN:     b.cpp -DTWO -pthread -o lto && \
// RUN:   env UDPC_OPTIONS=enable=*:output=lto.prof ./lto && \
// RUN:   %counts lto.prof | FileCheck %s; \
// RUN: }
// RUN: each lto full thin -- each fidelity exact transparent -- check_lto
// RUN: not udpc-clang++ -O2 -flto -fudpc-fidelity=transparent -fudpc-spec=spec.yaml a.cpp -o lto 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LLD
// LLD: error: fidelity: transparent with -flto needs the linker lld; add -fuse-ld=lld
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: "work(*"}
  - {event: live, entry: "work(*"}
  - {event: live, return: "work(*", command: dec}
  - {event: live, unwind: "work(*", command: dec, fidelity: exact}
  - {event: thrown, unwind: "work(*", fidelity: exact}
defaults: {lowering: instruction}
//--- work.h
__attribute__((noinline)) int work(int N);
//--- b.cpp
#include "work.h"
__attribute__((noinline)) int work(int N) {
  if (N % 10 == 0)
    throw N;
  asm volatile("");
  return N + 1;
}
//--- a.cpp
#include "work.h"
#include <pthread.h>
#ifndef TWO
#include "b.cpp"
#endif
static void *run(void *N) {
  int Caught = 0;
  for (long I = 0; I != (long)N; ++I)
    try {
      work(I);
    } catch (int) {
      ++Caught;
    }
  return (void *)(long)Caught;
}
int main() {
  pthread_t T;
  pthread_create(&T, 0, run, (void *)3000);
  run((void *)2000);
  return pthread_join(T, 0);
}
