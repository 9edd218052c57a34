// The page of a profile with calls that this program recorded itself: callers
// and callees with the lines of the calls, inclusive costs, and contexts: rare()
// calls leaf() as often as work() does, but it costs less there.
//
// RUN: rm -rf %t && cp -r %S/Inputs %t && cd %t
// RUN: udpc-clang -O1 -g -fno-pie -no-pie -fudpc-profile=counts,calls %s -o a
// RUN: env UDPC_OPTIONS=max_contexts=100:cache_output=a.cache:cachegrind_output=:summary=0 ./a
// RUN: udpc annotate a.cache --html page.html
// RUN: ./driven.sh page.html drive.js drive_recorded.js > driven.html
// RUN: %chromium --dump-dom file://%t/driven.html > dom
// RUN: FileCheck %s < dom
// CHECK:      errors: 0
// CHECK-NEXT: boxes: main, 100.0% of Ir | work, 9{{[0-9.]+}}% of Ir | rare, {{[0-9.]+}}% of Ir | leaf, 7{{[0-9.]+}}% of Ir | leaf, 1.{{[0-9]}}% of Ir{{$}}
// CHECK-NEXT: approximation is named: false
// CHECK-NEXT: events: Ir
// CHECK-NEXT: unknown: Not shown: Dr, Dw: the profile's calls have Ir only (-fudpc-profile=cache,calls has all; udpc annotate without --html shows them).
// CHECK-NEXT: work: Ir, inclusive{{.*}}calls received7from 1 function
// CHECK-NEXT: callers: {{.*}} 7 main{{.*}}html-recorded-calls.c:[[#CALL_OF_WORK:]]
// CHECK-NEXT: callees: {{.*}} 21 leaf{{.*}}html-recorded-calls.c:[[#CALL_OF_WORK-10]]

volatile int X;

__attribute__((noinline)) static void leaf(int N) { while (N--) ++X; }

__attribute__((noinline)) static void work(void) {
  for (int I = 0; I != 3; ++I)
    leaf(10);
  ++X;
}
__attribute__((noinline)) static void rare(void) {
  leaf(0);
  ++X;
}
int main(void) {
  for (int I = 0; I != 3; ++I) rare();
  for (int I = 0; I != 7; ++I)
    work();
}
