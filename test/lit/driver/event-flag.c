// -fudpc-event= counts without a file: the events are those of a spec.
//
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c
// RUN: udpc-clang -O2 -MMD a.c -o a -fudpc-event=entry:work '-fudpc-event=steps=loop:iterations, in: work' \
// RUN:   -fudpc-event=line:a.c:26
// RUN: env UDPC_OPTIONS=output=p.prof ./a && udpc report p.prof | FileCheck %s
// RUN: FileCheck %s --check-prefix=DEPENDS < a.d
// DEPENDS-NOT: {{version|work}}
//
// CHECK-DAG: {{^}}entry:work 3 1 1{{$}}
// CHECK-DAG: {{^}}steps 30 1 1{{$}}
// CHECK-DAG: {{^}}line:a.c:26 30 1 1{{$}}
//
// What matches nothing is said, as for a spec.
// RUN: udpc-clang a.c -o a -fudpc-event=entry:wurk 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: warning: command line:1: event 'entry:wurk': entry "wurk" matched nothing in a; near: work
//
// RUN: not udpc-clang -c a.c -fudpc-event=work 2>&1 | FileCheck %s --check-prefix=PLACE
// PLACE: udpc-clang: error: event 'work': expected a place, as in 'entry:main'
// RUN: not udpc-clang -c a.c -fudpc-event=entry:f -fudpc-spec=s.yaml 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: udpc-clang: error: -fudpc-event and -fudpc-spec exclude each other: add the event to s.yaml

__attribute__((noinline)) static int work(int n) {
  volatile int sum = 0;
  for (int i = 0; i != n; ++i)
    sum += i; // Line 26.
  return sum;
}
int main(void) { return work(10) + work(10) + work(10) != 135; }
