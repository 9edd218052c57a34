// If CPUID does not report a cache, the summary names the geometry that is
// simulated unless an option gives it.
//
// REQUIRES: x86_64
// RUN: udpc-clang -O1 -g -fudpc-profile=cache %s -o %t
// RUN: env UDPC_OPTIONS=cache_output=%t.cache:cachegrind_output= qemu-x86_64 -cpu qemu64,level=1,xlevel=0x80000001 %t \
// RUN:   2>&1 | FileCheck %s --check-prefix ALL
// ALL: LL miss rate:
// ALL-NEXT: == Caches: I1=32768,8,64:D1=32768,8,64:LL=8388608,16,64, assumed, as the processor does not report them (UDPC_OPTIONS){{$}}
// ALL-NOT: {{.}}
// RUN: udpc export %t.cache | FileCheck %s --check-prefix DEFAULTS
// DEFAULTS: I1 cache: 32768 B, 64 B, 8-way associative
// DEFAULTS-NEXT: D1 cache: 32768 B, 64 B, 8-way associative
// DEFAULTS-NEXT: LL cache: 8388608 B, 64 B, 16-way associative
//
// RUN: env UDPC_OPTIONS=cache_output=%t.cache:I1=65536,4,64:LL=4194304,16,64:cachegrind_output= qemu-x86_64 \
// RUN:   -cpu qemu64,level=1,xlevel=0x80000001 %t 2>&1 | FileCheck %s --check-prefix ONE
// ONE: Caches: D1=32768,8,64, assumed
// RUN: env UDPC_OPTIONS=cache_output=%t.cache:D1=65536,4,64:I1=65536,4,64:LL=4194304,16,64:cachegrind_output= \
// RUN:   qemu-x86_64 -cpu qemu64,level=1,xlevel=0x80000001 %t 2>&1 | FileCheck %s --check-prefix NONE
// NONE: LL miss rate:
// NONE-NOT: Caches:
int main(void) { return 0; }
