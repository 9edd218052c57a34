// Entries, returns and unwinds of C++ constructs, with counts known by construction.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang++ -std=c++20 -O$O -fudpc-spec=spec.yaml a.cpp -o a && \
// RUN:   env UDPC_OPTIONS=output=a$O.prof ./a && \
// RUN:   %counts a$O.prof | FileCheck %s; \
// RUN: }
// RUN: each O 0 1 2 3 -- check
//--- spec.yaml
version: 1
events:
  - {event: square_int, entry: "int square<int>(int)"}
  - {event: square_all, entry: "*square<*"}
  - {event: lambda, entry: "main::$_0::operator()(int) const"}
  - {event: ctor, entry: "Base::Base()"}
  - {event: dtor, entry: "Base::~Base()"}
  - {event: live, entry: "Base::Base()"}
  - {event: live, entry: "Base::~Base()", command: dec}
  - {event: entered, entry: "thrower(int)"}
  - {event: returned, return: "thrower(int)"}
  - {event: thrown, unwind: "thrower(int)"}
  - {event: middle_thrown, unwind: "middle(int)"}
  - {event: recursion, entry: "fact(int)"}
  - {event: recursion_returns, return: "fact(int)"}
  - {event: tail, return: "tail(int, int)"}
  - {event: coroutine, entry: "numbers(int)"}
  - {event: coroutine_returns, return: "numbers(int)"}
  - {event: yields, line: "a.cpp:47"}
  - {event: longjmp_entry, entry: "jumper(int)"}
  - {event: longjmp_return, return: "jumper(int)"}
  - {event: virtual_base, entry: "Diamond::Diamond()"}
//--- a.cpp
#include <coroutine>
#include <csetjmp>
#include <exception>

template <typename T> T square(T X) { return X * X; }

struct Base {
  Base();
  virtual ~Base();
};
Base::Base() {}
Base::~Base() {}
struct Derived : Base {
  Derived() : Base() {}
};
struct Left : virtual Base {};
struct Right : virtual Base {};
struct Diamond : Left, Right {
  Diamond();
};
Diamond::Diamond() {}

int thrower(int X) {
  if (X % 3 == 0)
    throw X;
  return X;
}
int middle(int X) { return thrower(X) + 1; }

int fact(int N) { return N < 2 ? 1 : N * fact(N - 1); }
int tail(int N, int Acc) { return N ? tail(N - 1, Acc + N) : Acc; }

struct Generator {
  struct promise_type {
    int Value = 0;
    Generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int V) { Value = V; return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> Handle;
};
Generator numbers(int N) {
  for (int I = 0; I < N; ++I)
    co_yield I;
}

static std::jmp_buf Buffer;
int jumper(int X) {
  if (X > 2)
    std::longjmp(Buffer, X);
  return X;
}

int main() {
  int Sum = 0;
  for (int I = 0; I < 10; ++I)
    Sum += square(I) + int(square(double(I)));
  auto Lambda = [](int X) { return X + 1; };
  for (int I = 0; I < 7; ++I)
    Sum += Lambda(I);
  {
    Base B;
    Derived D;
    Diamond M;
    Base *P = new Derived;
    delete P;
    new Base;
  }
  for (int I = 0; I < 9; ++I)
    try {
      Sum += middle(I);
    } catch (int) {
    }
  Sum += fact(6) + tail(100, 0);
  Generator G = numbers(4);
  while (!G.Handle.done())
    G.Handle.resume();
  G.Handle.destroy();
  volatile int J = 0;
  if (setjmp(Buffer) < 4)
    while (J < 5) {
      J = J + 1;
      Sum += jumper(J);
    }
  return Sum == 0;
}
// CHECK:      square_int 10 0:10
// CHECK-NEXT: square_all 20 0:20
// CHECK-NEXT: lambda 7 0:7
// CHECK-NEXT: ctor 5 0:5
// CHECK-NEXT: dtor 4 0:4
// CHECK-NEXT: live 1 0:1
// CHECK-NEXT: entered 9 0:9
// CHECK-NEXT: returned 6 0:6
// CHECK-NEXT: thrown 3 0:3
// CHECK-NEXT: middle_thrown 3 0:3
// CHECK-NEXT: recursion 6 0:6
// CHECK-NEXT: recursion_returns 6 0:6
// CHECK-NEXT: tail 101 0:101
// CHECK-NEXT: coroutine 1 0:1
// CHECK-NEXT: coroutine_returns 1 0:1
// CHECK-NEXT: yields 4 0:4
// CHECK-NEXT: longjmp_entry 4 0:4
// CHECK-NEXT: longjmp_return 2 0:2
// CHECK-NEXT: virtual_base 1 0:1
