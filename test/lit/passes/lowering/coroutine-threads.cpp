// What a coroutine counts is counted in the thread that executes it, also where
// counts are merged before it is split into parts, as for ThinLTO.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang++ -std=c++20 $how -fuse-ld=lld -fudpc-spec=spec.yaml a.cpp -o a && \
// RUN:   UDPC_OPTIONS=output=a.prof ./a && \
// RUN:   udpc report --threads a.prof | FileCheck a.cpp; \
// RUN: }
// RUN: each how "-O0" "-O2" "-O2 -flto" "-O2 -flto=thin" "-O2 -fPIC" "-O2 -fPIC -flto=thin" -- check
//--- spec.yaml
version: 1
events:
  - {event: steps, line: "a.cpp:22"}
//--- a.cpp
#include <atomic>
#include <coroutine>
#include <thread>
struct Task {
  struct promise_type {
    Task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> Handle;
};
volatile int Steps;
// CHECK: steps {{ *}}0 {{ *}}0 
// CHECK: steps {{ *}}1 {{ *}}1 
// CHECK: steps {{ *}}2 {{ *}}99 
Task walk() {
  for (int I = 0; I != 100; ++I) {
    Steps = Steps + 1;
    co_await std::suspend_always{};
    Steps = Steps + 2;
  }
}
int main() {
  Task T;
  std::atomic<int> Stage = 0;
  std::thread First([&] {
    T = walk();
    Stage = 1;
    Stage.notify_all();
    Stage.wait(1);
  });
  Stage.wait(0);
  std::thread([&] {
    while (!T.Handle.done())
      T.Handle.resume();
  }).join();
  Stage = 2;
  Stage.notify_all();
  First.join();
  T.Handle.destroy();
}
