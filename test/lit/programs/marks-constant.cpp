// Marks beside constants: the compiler knows the value, but must execute the mark,
// once, and only where control reaches it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: printf 'version: 1\nevents:\n' > spec.yaml
// RUN: each e two other cond cond0 arr sw land tern add never sel last agg lambda generic \
// RUN:   -- echo "- {event: {e}, mark: {e}}" >> spec.yaml
// RUN: check() { \
// RUN:   udpc-clang++ -std=$std $opt -Werror -Wno-unused-value -fudpc-spec=spec.yaml -I%udpc_src/include %s -o a && \
// RUN:   env UDPC_OPTIONS=output=a.prof ./a && \
// RUN:   %counts a.prof > counts && \
// RUN:   FileCheck --input-file counts %s; \
// RUN: }
// RUN: each std c++98 c++11 c++14 c++17 c++23 -- each opt -O0 -O2 -- check
// CHECK-DAG: {{^}}two 1 0:1
// CHECK-DAG: {{^}}other 4 0:4
// CHECK-DAG: {{^}}cond 5 0:5
// CHECK-DAG: {{^}}cond0 5 0:5
// CHECK-DAG: {{^}}arr 5 0:5
// CHECK-DAG: {{^}}sw 5 0:5
// CHECK-DAG: {{^}}land 5 0:5
// CHECK-DAG: {{^}}tern 5 0:5
// CHECK-DAG: {{^}}add 5 0:5
// CHECK-DAG: {{^}}never 0
// CHECK-DAG: {{^}}sel 5 0:5
// CHECK-DAG: {{^}}last 5 0:5
// CHECK-DAG: {{^}}agg 5 0:5
// CHECK-DAG: {{^}}lambda 1 0:1
// CHECK-DAG: {{^}}generic 1 0:1

// Our header brings no warnings along.
// RUN: each std c++14 c++17 c++20 c++23 -- each flag -fudpc-spec=spec.yaml -fno-udpc \
// RUN:   -- udpc-clang++ -std={std} -Weverything -Werror -Wno-c++98-compat -Wno-c++98-compat-pedantic \
// RUN:   -Wno-poison-system-directories {flag} -I%udpc_src/include -DQUIET -c %s -o a.o

#include <udpc/udpc.h>

#ifdef QUIET

constexpr int twice(int x);
constexpr int twice(int x) {
  UDPC_MARK(two);
  UDPC_MARK_N(other, x);
  return 2 * x;
}
static_assert(twice(2) == 4, "");
UDPC_EVENT("main") int main() { return twice(3); }

#else

static int run(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    i == 2 ? UDPC_MARK(two) : UDPC_MARK(other);
    if ((UDPC_MARK(cond), 1))
      s++;
    if ((UDPC_MARK(cond0), 0))
      s++;
    int a[3] = {(UDPC_MARK(arr), 1), 2, 3};
    s += a[0];
    switch ((UDPC_MARK(sw), 3)) {
    case 3:
      s++;
    }
    s += (UDPC_MARK(land), true) && i;
    s += (UDPC_MARK(tern), true) ? i : 2;
    s += 2 + (UDPC_MARK(add), 2);
    s += i > 100 ? (UDPC_MARK(never), 1) : (UDPC_MARK(sel), 2);
    do
      s++;
    while ((UDPC_MARK(last), false));
    struct {
      int x, y;
    } p = {(UDPC_MARK(agg), 1), 2};
    s += p.x;
#if __cplusplus >= 201103L
    [&] { i == 2 ? UDPC_MARK(lambda) : (void)s; }();
#else
    i == 2 ? UDPC_MARK(lambda) : (void)s;
#endif
#if __cplusplus >= 201402L
    [&](auto k) { i == k ? UDPC_MARK(generic) : (void)s; }(2);
#else
    i == 2 ? UDPC_MARK(generic) : (void)s;
#endif
  }
  return s;
}

int main() { return run(5) == 0; }

#endif
