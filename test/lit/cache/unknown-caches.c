// Where CPUID tells nothing of the caches, one line says what is simulated:
// what neither the processor nor an option tells.
// RUN: udpc-clang -O1 -g -fudpc-profile=cache %s -o %t
// RUN: cd %T && export UDPC_OPTIONS=cache_output=%t.cache:summary=0
// RUN: qemu-x86_64 -cpu qemu64,level=1,xlevel=0x80000001 %t 2>&1 | FileCheck %s --match-full-lines --check-prefix ALL
// ALL-NOT: {{.}}
// ALL: udpc: warning: the processor (CPUID) does not tell its caches; simulated are I1=32768,8,64 D1=32768,8,64 LL=8388608,16,64; UDPC_OPTIONS can give others
// ALL-NOT: {{.}}
// RUN: udpc export %t.cache | FileCheck %s --check-prefix DEFAULTS
// DEFAULTS: I1 cache: 32768 B, 64 B, 8-way associative
// DEFAULTS-NEXT: D1 cache: 32768 B, 64 B, 8-way associative
// DEFAULTS-NEXT: LL cache: 8388608 B, 64 B, 16-way associative
//
// RUN: env UDPC_OPTIONS=$UDPC_OPTIONS:I1=65536,4,64:LL=4194304,16,64 qemu-x86_64 -cpu qemu64,level=1,xlevel=0x80000001 %t 2>&1 | FileCheck %s --check-prefix ONE
// ONE: simulated are D1=32768,8,64; UDPC_OPTIONS
// RUN: env UDPC_OPTIONS=$UDPC_OPTIONS:I1=65536,4,64:D1=65536,4,64:LL=4194304,16,64 qemu-x86_64 -cpu qemu64,level=1,xlevel=0x80000001 %t 2>&1 | count 0
//
// Old leaves are enough, and so are the usual ones.
// RUN: qemu-x86_64 -cpu qemu64,level=1,xlevel=0x80000006 %t 2>&1 | count 0
// RUN: qemu-x86_64 -cpu Skylake-Client %t 2>/dev/null
int main(void) { return 0; }
