// The page of a profile with regions: their tree, and what functions and lines
// cost in one that is chosen, as the terminal has it with --region; on a phone,
// too. A page without regions has no choice of them.
//
// RUN: rm -rf %t && cp -r %S/Inputs %t && cd %t && cp %s html-regions.c
// RUN: udpc-clang -O1 -g -fudpc-profile=counts,calls html-regions.c -o a
// RUN: env UDPC_OPTIONS=cache_output=a.cache:cachegrind_output=:summary=0 ./a
// RUN: udpc annotate a.cache --html page.html
// RUN: udpc annotate a.cache --region=outer --json > outer.json
// RUN: %python outer.py > expected
// RUN: sed "s/LINE_OF_LEAF/$(grep -n 'X = X + N' html-regions.c | tail -1 | cut -d: -f1)/" drive_regions.js \
// RUN:   > regions.js
// RUN: ./driven.sh page.html drive.js regions.js > driven.html
// RUN: %chromium --window-size=1280,800 --dump-dom file://%t/driven.html > wide
// RUN: FileCheck %s --check-prefixes=CHECK,WIDE < wide
// RUN: %chromium --dump-dom file://%t/phone.html > narrow && FileCheck %s --check-prefixes=CHECK,NARROW < narrow
// RUN: grep -x "$(head -1 expected)" wide
// RUN: grep "^$(tail -1 expected) | X = X + N;" wide
// RUN: grep "Not profiled" page.html | not grep __udpc_
//
//
// CHECK:      errors: 0
// WIDE-NEXT:   width: 1280
// NARROW-NEXT: width: 360
// CHECK-NEXT: choices: Whole program, outer, inner
// CHECK-NEXT: regions: {{[0-9.]+}}% {{[0-9,]+}} 1 outer | {{[0-9.]+}}% {{[0-9,]+}} 7, 1 without end inner
// CHECK-NEXT: functions of all: alone, leaf, main{{.*}}
// CHECK-NEXT: picture of all: Calls
// CHECK-NEXT: address: #region=outer
// CHECK-NEXT: note: Only what the region outer and those within it have cost. Whole program
// CHECK-NEXT: picture: Functions
// CHECK-NEXT: total: [[OUTER:[0-9,]+]]
// CHECK-NEXT: functions: leaf, main
// CHECK-NEXT: line of leaf: {{.*}} | X = X + N
// CHECK-NEXT: focus: true
// CHECK-NEXT: after the link: inner, leaf, main
// CHECK-NEXT: current: inner
// CHECK-NEXT: in another view: leaf, main
// CHECK-NEXT: region=inner: fits, beyond 0
// CHECK-NEXT: region=inner&amp;view=lines: fits, beyond 0
// CHECK-NEXT: region=inner&amp;function=leaf: fits, beyond 0
// CHECK-NEXT: unknown: whole program, alone, leaf, main{{.*}}
// CHECK-NEXT: whole again: Calls, alone, leaf, main
#include <udpc/udpc.h>

volatile int X;

__attribute__((noinline)) static void leaf(int N) {
  while (N--)
    X = X + N;
}
__attribute__((noinline)) static void alone(int N) {
  while (N--)
    X = X + 2 * N;
}
int main(void) {
  alone(1000);
  udpc_region_begin("outer");
  leaf(100);
  for (int I = 0; I != 7; ++I) {
    udpc_region_begin("inner");
    leaf(10);
    if (I != 6)
      udpc_region_end("inner");
  }
  udpc_region_end("outer");
}
