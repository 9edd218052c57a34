// A coroutine is split after its function has been assigned to a unit: its parts
// are functions of the same unit, also where the spec names others only.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang++ -std=c++20 $o $lto -fudpc-spec=main.yaml a.cpp -o main && \
// RUN:   env UDPC_OPTIONS=enable=*:output=main.prof ./main && \
// RUN:   %counts main.prof | FileCheck %s --check-prefix=MAIN; \
// RUN: }
// RUN: each o -O0 -O2 -- each lto "" "-flto -fuse-ld=lld" "-flto=thin -fuse-ld=lld" -- check
// MAIN: main 1
//
// The function makes the coroutine; what the coroutine executes when it is resumed
// is at lines of the function. The optimiser may inline either.
// RUN: udpc-clang++ -std=c++20 -O0 -fudpc-spec=parts.yaml a.cpp -o parts
// RUN: env UDPC_OPTIONS=enable=*:output=parts.prof ./parts && %counts parts.prof | FileCheck %s --check-prefix=PARTS
// PARTS: made 3
// PARTS: yields 30
//--- main.yaml
version: 1
events: [{event: main, entry: main}]
defaults: {fidelity: transparent}
//--- parts.yaml
version: 1
events:
  - {event: made, entry: "numbers(int)"}
  - {event: yields, line: "a.cpp:25"}
defaults: {fidelity: transparent}
//--- a.cpp
#include <coroutine>
struct Numbers {
  struct promise_type {
    int Value = 0;
    Numbers get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int V) {
      Value = V;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> Handle;
  bool next() {
    Handle.resume();
    return !Handle.done();
  }
};
Numbers numbers(int N) {
  for (int I = 0; I < N; ++I) {
    int Squared = I * I;
    co_yield Squared;
  }
}
int main() {
  auto Count = [] {
    int Sum = 0;
    Numbers All = numbers(10);
    while (All.next())
      Sum += All.Handle.promise().Value;
    All.Handle.destroy();
    return Sum;
  };
  return Count() + Count() + Count() == 3 * 285 ? 0 : 1;
}
