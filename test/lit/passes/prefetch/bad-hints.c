// What is wrong with a hints file is said once, and the program is compiled
// without its prefetches.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -S code.c -o plain.s
//
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -prefetch-hints-file=none.afdo \
// RUN:   -S code.c -o none.s 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not=warning:
// RUN: cmp none.s plain.s
// NONE: warning: udpc: 'none.afdo': No such file or directory; compiled without its prefetches
//
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -prefetch-hints-file=bad.afdo \
// RUN:   -S code.c -o bad.s 2>&1 | FileCheck %s --check-prefix=BAD --implicit-check-not=warning:
// RUN: cmp bad.s plain.s
// BAD: warning: udpc: bad.afdo:2: {{.+}}; compiled without its prefetches
//
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -prefetch-hints-file=types.afdo \
// RUN:   -S code.c -o - 2> types | FileCheck %s --check-prefix=TYPES
// RUN: FileCheck %s --check-prefix=TYPE < types
// TYPE:  warning: udpc: types.afdo: '__prefetch_t7_0' at one:1 is no hint; left out (known types: nta, t0, t1, t2, w, indirect, inner, outer, next, pushed, index 0 to 255)
// TYPES: prefetcht0 64(%rdi)
//
// Code that was not compiled so that operations can be told apart.
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -prefetch-hints-file=good.afdo -S code.c -o nodebug.s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NODEBUG --implicit-check-not=warning:
// RUN: clang -O2 -g -fpass-plugin=%plugin -mllvm -prefetch-hints-file=good.afdo -S code.c -o - 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DEBUG --implicit-check-not=warning:
// NODEBUG: warning: udpc: there are prefetch hints for 'one' in code.c, which is compiled without -gmlt: its memory operations cannot be distinguished
// DEBUG:   prefetcht0 64(%rdi)
//
// Hints of another source. A static function may be a namesake of the one that
// they are for, and so may main.
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -prefetch-hints-file=stale.afdo \
// RUN:   -S code.c -o /dev/null 2>&1 | FileCheck %s --check-prefix=STALE --implicit-check-not=warning:
// STALE: warning: udpc: stale.afdo: no hint for 'two' finds a memory operation; the source or the way it is compiled has changed since the hints were made (-Rpass-missed=udpc)
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -prefetch-hints-file=stale.afdo \
// RUN:   -S -Done=three -Dtwo=four -Dentry=main code.c -o /dev/null 2>&1 | count 0
// RUN: echo 'three:0:0' > both.afdo && echo ' 7: 0 __prefetch_t0_0:64' >> both.afdo && cat stale.afdo >> both.afdo
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -prefetch-hints-file=both.afdo \
// RUN:   -S -Done=three code.c -o /dev/null 2>&1 | FileCheck %s --check-prefix=BOTH --implicit-check-not=warning:
// BOTH: warning: udpc: both.afdo: no hint for 'three' and 1 more finds a memory operation;
//
// Discriminators that the code generator makes itself leave no room for keys.
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -x86-discriminate-memops \
// RUN:   -mllvm -enable-fs-discriminator -mllvm -prefetch-hints-file=good.afdo -S code.c -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FS --implicit-check-not=warning:
// FS: warning: udpc: with -enable-fs-discriminator the debug information has no keys of memory operations (-x86-discriminate-memops)
//
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -prefetch-hints-file=others.afdo \
// RUN:   -S code.c -o /dev/null -Rpass-missed=udpc 2>&1 | FileCheck %s --check-prefix=OTHERS
// OTHERS: remark: others.afdo: no hint is for a function of this file

//--- bad.afdo
one:0:0
 1: what is this
//--- types.afdo
one:0:0
 1: 0 __prefetch_t7_0:64 __prefetch_t0_1:64
//--- good.afdo
one:0:0
 1: 0 __prefetch_t0_0:64
two:0:0
 1: 0 __prefetch_t0_0:64
//--- stale.afdo
one:0:0
 1: 0 __prefetch_t0_0:64
two:0:0
 2: 0 __prefetch_t0_0:64
hidden:0:0
 7: 0 __prefetch_t0_0:64
main:0:0
 7: 0 __prefetch_t0_0:64
//--- others.afdo
three:0:0
 1: 0 __prefetch_t0_0:64
//--- code.c
int one(int *p) {
  return *p;
}
int two(int *p) {
  return p[1];
}
__attribute__((noinline, used)) static int hidden(int *p) {
  return p[2];
}
int entry(void) {
  return 0;
}
