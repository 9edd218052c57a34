/* Marks are clean in every standard, for clang and gcc, on and off, wherever an
   expression may stand; what is used for amounts alone counts as used.

   RUN: echo "c89 c99 c11 c17 c23" | tr ' ' '\n' \
   RUN:   | xargs -I@ clang -std=@ -Wall -Wextra -Wpedantic -Werror -I%udpc_src/include -c -o %t.o %s
   RUN: echo "c89 c99 c11 c17 c23" | tr ' ' '\n' \
   RUN:   | xargs -I@ clang -std=@ -D__UDPC__ -Wall -Wextra -Wpedantic -Werror -I%udpc_src/include -c -o %t.o %s
   RUN: echo "c++98 c++11 c++14 c++17 c++20 c++23" | tr ' ' '\n' \
   RUN:   | xargs -I@ clang -x c++ -std=@ -Wall -Wextra -Wpedantic -Werror -I%udpc_src/include -c -o %t.o %s
   RUN: echo "c++98 c++11 c++14 c++17 c++20 c++23" | tr ' ' '\n' \
   RUN:   | xargs -I@ clang -x c++ -std=@ -D__UDPC__ -Wall -Wextra -Wpedantic -Werror -I%udpc_src/include -c -o %t.o %s
   RUN: echo "c89 c99 c11 c17 c2x" | tr ' ' '\n' \
   RUN:   | xargs -I@ gcc -x c -std=@ -D__UDPC__ -Wall -Wextra -Wpedantic -Werror -I%udpc_src/include -c -o %t.o %s
   RUN: echo "c++98 c++11 c++14 c++17 c++20 c++23" | tr ' ' '\n' \
   RUN:   | xargs -I@ g++ -x c++ -std=@ -Wall -Wextra -Wpedantic -Werror -I%udpc_src/include -c -o %t.o %s

   Off, they cost nothing: the code is that of the source without them, also
   unoptimised. (Lambdas still capture what amounts name.)

   RUN: check() { \
   RUN:   $c $o -DNO_LAMBDA -I%udpc_src/include -c %s -o %t.with.o && \
   RUN:   $c $o -DNO_LAMBDA -I%udpc_src/include -DBARE -c %s -o %t.without.o && \
   RUN:   cmp %t.with.o %t.without.o; \
   RUN: }
   RUN: each c "clang -x c" "clang -x c++" "gcc -x c" "g++ -x c++" -- each o -O0 -O2 -- check

   No attribute is left for compilers without them.

   RUN: clang -E -P -I%udpc_src/include %s | FileCheck %s
*/
#include <udpc/udpc.h>
#ifdef BARE
#undef UDPC_MARK
#undef UDPC_MARK_N
#define UDPC_MARK(name) ((void)0)
#define UDPC_MARK_N(name, n) ((void)0)
#define ONLY_USED __attribute__((unused))
#else
#define ONLY_USED
#endif

ONLY_USED static int helper(int x) { return x * 2; }
ONLY_USED static int table[3] = {1, 2, 3};

#if defined(__cplusplus) && __cplusplus >= 201402L
constexpr int atCompileTime(int x) {
  UDPC_MARK(compile.time);
  UDPC_MARK_N(compile::amount, x);
  return x;
}
static_assert(atCompileTime(3) == 3, "");
template <typename T> T inTemplate(T x) {
  UDPC_MARK_N(templates, sizeof(T));
  return x;
}
int use(int x) {
#ifndef NO_LAMBDA
  int captured = x;
  auto f = [captured] { UDPC_MARK_N(lambda, captured); };
  f();
#endif
  return inTemplate(x) + atCompileTime(x);
}
#elif defined(__cplusplus) && __cplusplus >= 201103L
constexpr int atCompileTime(int x) {
  return UDPC_MARK(compile.time), UDPC_MARK_N(compile::amount, x), x;
}
static_assert(atCompileTime(3) == 3, "");
int use(int x);
int use(int x) { return atCompileTime(x); }
#endif

/* CHECK: {{^ *}}int marked(int x, volatile int *v);
   CHECK: {{^ *}}while (*v)
   CHECK-NEXT: ;
*/
UDPC_EVENT("function") int marked(int x, volatile int *v);
int marked(int x, volatile int *v) {
  ONLY_USED int onlyUsed = x * 3;
  ONLY_USED int onlySet = 0;
  onlySet += x;
  if (x)
    UDPC_MARK(then);
  else
    UDPC_MARK_N(otherwise, -1);
  if (x > 1)
    UDPC_MARK_N(static.function, helper(x));
  UDPC_MARK_N(used, onlyUsed);
  UDPC_MARK_N(set, onlySet * *v);
  UDPC_MARK_N(global, table[1]);
  UDPC_MARK_N(sideEffect, x++);
  UDPC_SPIN("wait")
  while (*v)
    ;
  for (; x; UDPC_MARK(step), --x)
    ;
  return x;
}
