// Units that give one event different rules: one warning, which names both.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-spec=ten.yaml -c a.c -o a.o
// RUN: udpc-clang -O2 -fudpc-spec=twenty.yaml -c b.c -o b.o
// RUN: udpc-clang -O2 -fudpc-spec=twenty.yaml -c main.c -o main.o && udpc-clang main.o a.o b.o -o both
// RUN: env UDPC_OPTIONS=output=a.prof ./both > out 2>&1 && FileCheck %s --check-prefix=APART < out
// RUN: udpc report a.prof | FileCheck %s --check-prefix=REPORT
// APART:     udpc: warning: event 'work': main.c has every: 20, a.c has every: 10; each counts for itself
// APART-NOT: {{.}}
// REPORT:      work 65
// REPORT-NEXT: work.overflows 4
//
// In a library, the executable's rule holds.
// RUN: udpc-clang -O2 -fPIC -shared -fudpc-spec=ten.yaml a.c -o liba.so
// RUN: udpc-clang -O2 main.o b.o -L. -la -Wl,-rpath,. -o shared
// RUN: env UDPC_OPTIONS=output=b.prof ./shared > out 2>&1 && FileCheck %s --check-prefix=SHARED < out
// RUN: udpc report b.prof | FileCheck %s --check-prefix=FIRST
// SHARED:     udpc: warning: event 'work': main.c has every: 20, a.c has every: 10; the first holds
// SHARED-NOT: {{.}}
// FIRST:      work 65
// FIRST-NEXT: work.overflows 3
//--- ten.yaml
version: 1
events:
  - {event: work, entry: "?", every: 10}
//--- twenty.yaml
version: 1
events:
  - {event: work, entry: "?", every: 20}
//--- a.c
__attribute__((noinline)) void a(void) { __asm__ volatile(""); }
//--- b.c
__attribute__((noinline)) void b(void) { __asm__ volatile(""); }
//--- main.c
void a(void);
void b(void);
int main(void) {
  for (int I = 0; I != 35; ++I)
    a();
  for (int I = 0; I != 30; ++I)
    b();
  return 0;
}
