// Code that cannot be profiled is compiled as without the option, with one warning
// that gives the reason.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: udpc-clang -O2 --target=riscv64-linux-gnu -fudpc-profile=counts -S %s -o riscv.s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ARCH --implicit-check-not=warning:
// ARCH: warning: udpc profiles x86-64 ELF programs only; riscv64-unknown-linux-gnu runs without
// RUN: FileCheck %s --check-prefix=NONE --input-file=riscv.s
// NONE-LABEL: f:
// NONE-NOT: __udpc
//
// What counts in slots needs the linker's thread-local variables; the program
// is linked and runs all the same.
// RUN: udpc-clang -DMAIN -femulated-tls -fudpc-profile=cache %s -o tls 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TLS --implicit-check-not=warning:
// TLS: warning: udpc counts costs in thread-local variables; {{.*}}refused.c is not counted; compile without -femulated-tls and -ffreestanding
// TLS: warning: tls has no cost profile: none of its objects was compiled with -fudpc-profile
// RUN: ./tls > tls.out 2>&1 && count 0 < tls.out
// RUN: udpc-clang -O2 -fsplit-stack -fudpc-profile=counts -S %s -o split.s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SPLIT --implicit-check-not=warning:
// SPLIT: warning: udpc does not count functions with split stacks, of which {{.*}}refused.c has 1; compile without -fsplit-stack
// RUN: FileCheck %s --check-prefix=ALONE --input-file=split.s
// ALONE-LABEL: f:
// ALONE-NOT: __udpc
// ALONE: .size f
//
// RUN: not udpc-clang -fudpc-profile=all -c %s 2>&1 | FileCheck %s --check-prefix=WORD
// WORD: error: unknown profile in '-fudpc-profile=all'; expected counts, cache or cache-any-i1
// RUN: not env UDPC_PROFILE=all udpc-clang -c %s 2>&1 | FileCheck %s --check-prefix=VARIABLE
// VARIABLE: error: UDPC_PROFILE is 'all'; expected counts, cache or cache-any-i1
// RUN: not udpc-clang -fudpc-profiles=counts -c %s 2>&1 | FileCheck %s --check-prefix=NEAR
// NEAR: error: unknown argument '-fudpc-profiles=counts'; did you mean '-fudpc-profile='?
// RUN: env UDPC_PROFILE=counts udpc-clang -fudpc-discriminate-memops -fudpc-prefetch-hints=/dev/null -c %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=IGNORED
// IGNORED: warning: UDPC_PROFILE is ignored where a flag names hints; use -fudpc-profile= as well

int f(int N) { return N + 1; }

#ifdef MAIN
__thread int X;
int main(void) { return f(X) - 1; }
#endif
