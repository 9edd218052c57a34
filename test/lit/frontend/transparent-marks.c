// Transparent marks in C functions that the spec means by their parameters: the
// function is known in machine code, inlined or not.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: printf '%%s\n' 'version: 1' 'defaults: {fidelity: transparent}' 'events:' \
// RUN:   '- {event: conns, mark: "seen", in: "*(const struct conn *, int)"}' \
// RUN:   '- {event: ints, mark: "seen", in: "*(int)"}' '- {event: none, mark: "seen", in: "*(long)"}' > spec.yaml
// RUN: udpc-clang -O0 -fudpc-spec=spec.yaml -I%udpc_src/include %s -o a
// RUN: env UDPC_OPTIONS=enable=*:output=a.prof ./a
// RUN: %counts a.prof | FileCheck %s
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml -I%udpc_src/include %s -o b
// RUN: env UDPC_OPTIONS=enable=*:output=b.prof ./b
// RUN: %counts b.prof | FileCheck %s
// CHECK-DAG: {{^}}conns 5
// CHECK-DAG: {{^}}ints 3
// CHECK-DAG: {{^}}none 0

#include <udpc/udpc.h>

struct conn {
  volatile int open;
};

static int look(const struct conn *c, int flags) {
  UDPC_MARK(seen);
  return c->open + flags;
}

__attribute__((noinline)) static int check(int flags) {
  UDPC_MARK(seen);
  return flags & 1;
}

int main(void) {
  struct conn c = {0};
  int sum = 0;
  for (int i = 0; i < 5; i++)
    sum += look(&c, i);
  for (int i = 0; i < 3; i++)
    sum += check(i);
  return sum == 0;
}
