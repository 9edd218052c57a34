// The page of a profile with calls that this program recorded itself: callers
// and callees with the lines of the calls, and inclusive costs.
//
// RUN: rm -rf %t && cp -r %S/Inputs %t && cd %t
// RUN: udpc-clang -O1 -g -fno-pie -no-pie -fudpc-profile=counts,calls %s -o a
// RUN: env UDPC_OPTIONS=cache_output=a.cache:cachegrind_output=:summary=0 ./a
// RUN: udpc annotate a.cache --html page.html
// RUN: ./driven.sh page.html drive.js drive_recorded.js > driven.html
// RUN: %chromium --dump-dom file://%t/driven.html > dom
// RUN: FileCheck %s < dom
// CHECK:      errors: 0
// CHECK-NEXT: boxes: main, {{.*}}work, {{.*}}leaf, {{.*}}
// CHECK-NEXT: work: Ir, inclusive{{.*}}calls received7from 1 function
// CHECK-NEXT: callers: {{.*}} 7 main{{.*}}html-recorded-calls.c:[[#CALL_OF_WORK:]]
// CHECK-NEXT: callees: {{.*}} 21 leaf{{.*}}html-recorded-calls.c:[[#CALL_OF_WORK-6]]

volatile int X;

__attribute__((noinline)) static void leaf(void) { ++X; }

__attribute__((noinline)) static void work(void) {
  for (int I = 0; I != 3; ++I)
    leaf();
  ++X;
}

int main(void) {
  for (int I = 0; I != 7; ++I)
    work();
}
