// Linkage names of C functions have no parameters: the front end provides them, with
// and without names, in both spellings of a type.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml a.c -o a 2>&1 | FileCheck %s --check-prefix=WARN
// RUN: env UDPC_OPTIONS=output=a.prof ./a && %counts a.prof | FileCheck %s
//--- spec.yaml
version: 1
events:
  - {event: types, entry: "handle(struct conn *, int)"}
  - {event: tight, entry: "handle(struct conn*, int)"}
  - {event: names, entry: "handle(struct conn *c, int flags)"}
  - {event: const, entry: "sum(const long *, unsigned long)"}
  - {event: east, entry: "sum(long const*, unsigned long)"}
  - {event: callback, entry: "apply(int (*)(int), int)"}
  - {event: nothing, entry: "idle()"}
  - {event: void, entry: "idle(void)"}
  - {event: returns, return: "long sum(*"}
  - {event: statement, return: "handle(struct conn *, int)", at: "a.c:5"}
  - {event: other, entry: "handle(long)"}
//--- a.c
struct conn { int fd; };
int handle(struct conn *c, int flags) {
  if (!flags)
    return 0;
  return c->fd;
}
long sum(const long *from, unsigned long n) {
  long s = 0;
  while (n--)
    s += *from++;
  return s;
}
static int next(int x) { return x + 1; }
int apply(int (*f)(int), int x) { return f(x); }
void idle(void) {}
int main(void) {
  struct conn c = {3};
  long a[] = {1, 2, 3};
  int r = 0;
  for (int i = 0; i < 5; ++i)
    r += handle(&c, i);
  for (int i = 0; i < 3; ++i)
    r += (int)sum(a, 3);
  for (int i = 0; i < 2; ++i)
    r += apply(next, i);
  idle();
  return r == 0;
}
// CHECK:      types 5 0:5
// CHECK-NEXT: tight 5 0:5
// CHECK-NEXT: names 5 0:5
// CHECK-NEXT: const 3 0:3
// CHECK-NEXT: east 3 0:3
// CHECK-NEXT: callback 2 0:2
// CHECK-NEXT: nothing 1 0:1
// CHECK-NEXT: void 1 0:1
// CHECK-NEXT: returns 3 0:3
// CHECK-NEXT: statement 4 0:4
// CHECK-NEXT: other 0
// WARN-NOT:   event
// WARN:       warning: spec.yaml:13: event 'other': entry "handle(long)" matched nothing in {{.*}}; near: handle
// WARN-NOT:   event
