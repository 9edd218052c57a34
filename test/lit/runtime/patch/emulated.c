// Patched code runs where /proc/self/maps lists no mapping as executable, as in
// QEMU 7.2's user mode.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: echo '{version: 1, events: [{event: work, entry: work}]}' >s.yaml
// RUN: udpc-clang -O2 -fudpc-spec=s.yaml -fudpc-lowering=instruction -static %s -o app
// RUN: env UDPC_OPTIONS=enable=work qemu-x86_64 ./app && udpc report | FileCheck %s
// CHECK: work {{ *}}1,050
__attribute__((noinline)) static void work(void) { __asm__ volatile(""); }

int main(void) {
  for (int I = 0; I < 1050; ++I)
    work();
  return 0;
}
