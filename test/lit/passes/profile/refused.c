// Where there is no profile, one warning says why, and the program is as it
// would be.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: udpc-clang -O2 -fPIC -fudpc-profile=counts -S %s -o pic.s 2>&1 | FileCheck %s --check-prefix=PIC --implicit-check-not=warning:
// PIC: warning: udpc profiles code of executables only; {{.*}}refused.c is not counted; compile with -fPIE or without -fPIC
// RUN: FileCheck %s --check-prefix=NONE --input-file=pic.s
// RUN: udpc-clang -O2 --target=riscv64-linux-gnu -fudpc-profile=counts -S %s -o riscv.s 2>&1 | FileCheck %s --check-prefix=ARCH --implicit-check-not=warning:
// ARCH: warning: udpc profiles x86-64 ELF programs only; riscv64-unknown-linux-gnu runs without
// RUN: FileCheck %s --check-prefix=NONE --input-file=riscv.s
// NONE-LABEL: f:
// NONE-NOT: __udpc
//
// RUN: not udpc-clang -fudpc-profile=all -c %s 2>&1 | FileCheck %s --check-prefix=WORD
// WORD: error: unknown profile in '-fudpc-profile=all'; expected counts or cache
// RUN: not env UDPC_PROFILE=all udpc-clang -c %s 2>&1 | FileCheck %s --check-prefix=VARIABLE
// VARIABLE: error: UDPC_PROFILE is 'all'; expected counts or cache
// RUN: not udpc-clang -fudpc-profiles=counts -c %s 2>&1 | FileCheck %s --check-prefix=NEAR
// NEAR: error: unknown argument '-fudpc-profiles=counts'; did you mean '-fudpc-profile='?
// RUN: env UDPC_PROFILE=counts udpc-clang -fudpc-discriminate-memops -fudpc-prefetch-hints=/dev/null -c %s 2>&1 | FileCheck %s --check-prefix=IGNORED
// IGNORED: warning: UDPC_PROFILE is ignored where a flag names hints; use -fudpc-profile= as well

int f(int N) { return N + 1; }
