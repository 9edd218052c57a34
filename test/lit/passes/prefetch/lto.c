// Link-time optimisation: the compiler's options travel in the IR; the linker
// needs the plugin and nothing else.
//
// RUN: rm -rf %t && split-file %s %t && cd %t && mkdir empty
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -flto -fpass-plugin=%plugin \
// RUN:   -mllvm -prefetch-hints-file=hints.afdo -c one.c two.c
// The file is found from another folder, too.
// RUN: cd empty && clang -flto -fuse-ld=lld -Wl,--load-pass-plugin=%plugin ../one.o ../two.o -o ../full
// RUN: cd .. && llvm-objdump -d --no-show-raw-insn full | FileCheck %s
// RUN: ./full
//
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -flto=thin -fpass-plugin=%plugin \
// RUN:   -mllvm -prefetch-hints-file=hints.afdo -c one.c two.c
// RUN: clang -flto=thin -fuse-ld=lld -Wl,--load-pass-plugin=%plugin -Wl,--thinlto-cache-dir=cache one.o two.o -o thin
// RUN: llvm-objdump -d --no-show-raw-insn thin | FileCheck %s
// RUN: ./thin
//
// Changed hints are not what the cache of code has.
// RUN: sed -i s/640/1280/ hints.afdo
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -flto=thin -fpass-plugin=%plugin \
// RUN:   -mllvm -prefetch-hints-file=hints.afdo -c one.c two.c
// RUN: clang -flto=thin -fuse-ld=lld -Wl,--load-pass-plugin=%plugin -Wl,--thinlto-cache-dir=cache one.o two.o -o thin
// RUN: llvm-objdump -d --no-show-raw-insn thin | FileCheck %s --check-prefix=CHANGED
//
// CHECK-LABEL:   <main>:
// CHECK:         prefetcht0 0x2{{80|98}}(
// CHECK:         ret
// CHANGED-LABEL: <main>:
// CHANGED:       prefetcht0 0x5{{00|18}}(
//
// Discriminators that were switched off stay so.
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -flto -fpass-plugin=%plugin \
// RUN:   -mllvm -x86-discriminate-memops=0 -c one.c two.c
// RUN: clang -flto -fuse-ld=lld -Wl,--load-pass-plugin=%plugin one.o two.o -o off
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -flto -c one.c two.c
// RUN: clang -flto -fuse-ld=lld one.o two.o -o without
// RUN: cmp off without

//--- hints.afdo
main:0:0
 2: add:0
  1: 0 __prefetch_t0_0:640
//--- one.c
int add(int *p, int *q) {
  return *p + *q;
}
//--- two.c
int add(int *p, int *q), numbers[500] = {[7] = 5};
int main(int argc, char **argv) {

  return add(&numbers[argc], &numbers[argc + 6]) != 5;
}
