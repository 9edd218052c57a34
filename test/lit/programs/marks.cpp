// Marks in C++: in templates and lambdas, in inline functions of headers that
// several units have, in constant expressions, which pass them uncounted, where
// exceptions pass; what is said of functions.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang++ -Wall -Wextra -Wpedantic -Werror $flags -I%udpc_src/include -fudpc-lowering=$lowering \
// RUN:     -fudpc-spec=spec.yaml a.cpp b.cpp -o a && \
// RUN:   env UDPC_OPTIONS=enable=*:output=a.prof ./a 2> err.txt && \
// RUN:   %counts a.prof | FileCheck %s; \
// RUN: }
// RUN: each lowering inline call instruction -- each flags "-O0" "-O2 -std=c++11" "-O2 -std=c++23" "-O2 -fPIC -g" \
// RUN:   "-O2 -fno-exceptions -DNO_EXCEPTIONS" -- check
// CHECK:      shared 30 0:30
// CHECK-NEXT: sizes 50 0:50
// CHECK-NEXT: ints 2 0:2
// CHECK-NEXT: lambda 12 0:12
// CHECK-NEXT: constant 3 0:3
// CHECK-NEXT: caught 10 0:10
// CHECK-NEXT: said 5 0:5
//
// A precompiled header agrees with what is compiled by it.
// RUN: udpc-clang++ -I%udpc_src/include -fudpc-spec=spec.yaml -x c++-header a.hpp -o a.pch
// RUN: udpc-clang++ -I%udpc_src/include -fudpc-spec=spec.yaml -include-pch a.pch a.cpp b.cpp -o a
// RUN: env UDPC_OPTIONS=output=p.prof ./a
// RUN: %counts p.prof | FileCheck %s
//
// So does preprocessed text, which has the marks.
// RUN: udpc-clang++ -I%udpc_src/include -fudpc-spec=spec.yaml -E a.cpp -o a.ii
// RUN: udpc-clang++ -fudpc-spec=spec.yaml a.ii b.cpp -I%udpc_src/include -o a
// RUN: env UDPC_OPTIONS=output=e.prof ./a
// RUN: %counts e.prof | FileCheck %s
//--- spec.yaml
version: 1
events:
  - {event: shared, mark: shared::count}
  - {event: sizes, mark: size, in: "*ns::sized<*"}
  - {event: ints, mark: size.plain, in: "int ns::sized<int>(int)"}
  - {event: lambda, mark: lambda}
  - {event: constant, mark: constant}
  - {event: caught, mark: caught}
  - {event: said, mark: said.*}
//--- a.hpp
#ifndef A_HPP
#define A_HPP
#include <udpc/udpc.h>
inline void inHeader() { UDPC_MARK(shared::count); }
#endif
//--- a.cpp
#include "a.hpp"
void others();
namespace ns {
template <typename T> T sized(T X) {
  UDPC_MARK_N(size, sizeof(T));
  UDPC_MARK(size.plain);
  return X;
}
} // namespace ns
#if __cplusplus >= 201402L
constexpr int constant(int X) {
  UDPC_MARK_N(constant, X);
  return X;
}
#else
constexpr int constant(int X) { return UDPC_MARK_N(constant, X), X; }
#endif
static_assert(constant(3) == 3, "");
static void mayThrow(int X) {
#ifndef NO_EXCEPTIONS
  if (X % 2)
    throw X;
#endif
  (void)X;
}
struct Guard {
  ~Guard() {}
};
static void catches(int X) {
#ifndef NO_EXCEPTIONS
  try {
    Guard G;
    mayThrow(X);
  } catch (int) {
    UDPC_MARK(caught);
  }
#else
  mayThrow(X);
  if (X % 2)
    UDPC_MARK(caught);
#endif
}
__attribute__((annotate("udpc-event=said.here"))) static int said(int X) {
  return X;
}
int main(int Count, char **) {
  for (int I = 0; I < 20; ++I) {
    inHeader();
    catches(I);
  }
  others();
  for (int I = 0; I < 2; ++I) {
    ns::sized<int>(I);
    ns::sized<char>('a');
  }
  for (int I = 0; I < 5; ++I)
    ns::sized<double>(said(I));
  auto F = [Count](int X) { UDPC_MARK_N(lambda, Count * X); };
  F(5);
  F(7);
  volatile int Run = 3;
  return constant(Run) == 3 ? 0 : 1;
}
//--- b.cpp
#include "a.hpp"
void others();
void others() {
  for (int I = 0; I < 10; ++I)
    inHeader();
}
