// C functions by their parameters, which only the front end knows.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: printf '%%s\n' 'version: 1' 'events:' '- {event: conns, entry: "*(struct conn *c, *"}' \
// RUN:   '- {event: ints, entry: "*(int)"}' '- {event: back, return: "int close_*(*conn *)"}' \
// RUN:   '- {event: plain, entry: "open_it"}' > spec.yaml
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml %s -o a
// RUN: env UDPC_OPTIONS=output=a.prof ./a
// RUN: %counts a.prof | FileCheck %s
// CHECK-DAG: {{^}}conns 5 0:5
// CHECK-DAG: {{^}}ints 3 0:3
// CHECK-DAG: {{^}}back 4 0:4
// CHECK-DAG: {{^}}plain 5 0:5

struct conn {
  int open;
};

static int open_it(struct conn *c, int flags) { return c->open = flags; }
static int close_it(struct conn *c) { return c->open--; }
static int check(int flags) { return flags & 1; }

int main(void) {
  struct conn c;
  int sum = 0;
  for (int i = 0; i < 5; i++)
    sum += open_it(&c, i);
  for (int i = 0; i < 4; i++)
    sum += close_it(&c);
  for (int i = 0; i < 3; i++)
    sum += check(i);
  return sum == 0;
}
