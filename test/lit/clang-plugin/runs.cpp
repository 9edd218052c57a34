// Each execution of a marked statement is counted, exactly; the rest of the
// program is as without marks. Markers are executed here as plain calls.
// RUN: clang++ -fplugin=%clang_plugin -fplugin-arg-udpc-spec=%S/Inputs/spec.yaml -std=c++20 -Wall -Werror \
// RUN:   -Wno-unused-label -Wno-vla-cxx-extension %s -o %t
// RUN: %t | sort | FileCheck %s
// RUN: clang++ -fplugin=%clang_plugin -fplugin-arg-udpc-spec=%S/Inputs/spec.yaml -std=c++20 \
// RUN:   -O2 -Wno-unused-label %s -o %t
// RUN: %t | sort | FileCheck %s
// Coverage does not see them: every line has the count that it has without.
// RUN: clang++ -fplugin=%clang_plugin -fplugin-arg-udpc-spec=%S/Inputs/spec.yaml -std=c++20 -w \
// RUN:   -fprofile-instr-generate -fcoverage-mapping %s -o %t.with
// RUN: clang++ -std=c++20 -w -fprofile-instr-generate -fcoverage-mapping %s -o %t.without
// RUN: env LLVM_PROFILE_FILE=%t.a.raw %t.with > %t.out && env LLVM_PROFILE_FILE=%t.b.raw %t.without > %t.out
// RUN: llvm-profdata merge %t.a.raw -o %t.a && llvm-profdata merge %t.b.raw -o %t.b
// RUN: llvm-cov export -format=lcov %t.with -instr-profile=%t.a %s | grep ^DA: > %t.a.lines
// RUN: llvm-cov export -format=lcov %t.without -instr-profile=%t.b %s | grep ^DA: > %t.b.lines
// RUN: diff %t.a.lines %t.b.lines && grep -c . %t.a.lines

#include "Inputs/marks.h"
#include <coroutine>
#include <exception>
#include <initializer_list>
#if !__has_cpp_attribute(udpc::event) && __has_attribute(udpc_event)
#error "half of the attributes are known"
#endif

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};

// CHECK-DAG: {{^}}coroutine=1{{$}}
// CHECK-DAG: {{^}}resumed=1{{$}}
static Task coroutine() {
  [[udpc::event("coroutine")]];
  co_await std::suspend_always{};
  [[udpc::event("resumed")]] co_return;
}

// Parts that do not depend on the parameter are shared by the instances.
// CHECK-DAG: {{^}}shared=3{{$}}
// CHECK-DAG: {{^}}dependent=3{{$}}
// CHECK-DAG: {{^}}label=18{{$}}
template <class T> T instance(T n) {
  [[udpc::event("shared")]];
  [[udpc::event("dependent")]] n += 1;
  [[udpc::event("label")]] again:
  if (n-- > 0)
    goto again;
  return n;
}

struct Class {
  // CHECK-DAG: {{^}}method=2{{$}}
  int method(int x) {
    [[udpc::event("method")]] return x;
  }
  // CHECK-DAG: {{^}}initialiser=3{{$}}
  int member = [](int a) {
    [[udpc::event("initialiser")]] return a;
  }(1);
  // CHECK-DAG: {{^}}constructor=2{{$}}
  Class(int n) : member(({ [[udpc::event("constructor")]] n + 1; })) {}
  Class() {}
};

// Marks in constant expressions are not counted; elsewhere they are.
// CHECK-DAG: {{^}}constexpr=3{{$}}
// CHECK-DAG: {{^}}constant_loop=3{{$}}
constexpr int sum(int n) {
  int s = 0;
  [[udpc::spin("constant_loop")]] for (int i = 0; i < n; i++)
    [[udpc::event("constexpr")]] s += i;
  return s;
}
consteval int always(int n) {
  [[udpc::event("consteval")]] return n + 1;
}
static_assert(sum(4) == 6);
static_assert([](int x) {
  [[udpc::event("constant_lambda")]] return x;
}(3) == 3);
constinit int global = sum(5) + always(1);
static int array[sum(3)];
static_assert(sum(6) == 15);

// CHECK-DAG: {{^}}default_argument=2{{$}}
static int argument(int x = [] { [[udpc::event("default_argument")]] return 4; }()) { return x; }

// CHECK-DAG: {{^}}global_lambda=1{{$}}
static int dynamic = [](int x) {
  [[udpc::event("global_lambda")]] return x + num_seen;
}(2);

// The call that must be last still is.
// CHECK-DAG: {{^}}tail=1000001{{$}}
static int tail(int n) {
  [[udpc::event("tail")]] if (!n)
    return 0;
  [[clang::musttail, udpc::event("tail_call")]] return tail(n - 1);
}
// CHECK-DAG: {{^}}tail_call=1000000{{$}}

// CHECK-DAG: {{^}}one=2{{$}}
// CHECK-DAG: {{^}}two=3{{$}}
// CHECK-DAG: {{^}}rest=7{{$}}
// CHECK-DAG: {{^}}after=1{{$}}
static void cases(int n) {
  switch (n) {
    [[udpc::event("one")]] case 1:
    [[udpc::event("two")]] case 2:
      n++;
      [[fallthrough]];
    [[udpc::event("rest")]] default:;
    }
  // Control does not come to the beginning of a switch's body.
  switch (n) [[udpc::event("never")]] {
    case 100:
      n++;
    }
  if (n == 101)
    [[udpc::event("after")]];
}

// CHECK-DAG: {{^}}else=2{{$}}
// CHECK-DAG: {{^}}continue=1{{$}}
// CHECK-DAG: {{^}}range=3{{$}}
// CHECK-DAG: {{^}}value=3{{$}}
// CHECK-DAG: {{^}}caught=1{{$}}
// CHECK-DAG: {{^}}generic=2{{$}}
// CHECK-DAG: {{^}}local=1{{$}}
// CHECK-DAG: {{^}}hint=1{{$}}
// CHECK-DAG: {{^}}many=1{{$}}
// CHECK-DAG: {{^}}also=1{{$}}
static int flow(int n) {
  int s = 0;
  for (int x : {1, 2, 3})
    [[udpc::event("range")]] if (x == 2)
      [[udpc::event("continue")]] continue;
    else
      [[udpc::event("else")]] s += ({ [[udpc::event("value")]] x + 0; });
  s += ({ n++; [[udpc::event("value")]] n; });
  try {
    throw 1;
  } catch (int) {
    [[udpc::event("caught")]] s++;
  }
  auto generic = [](auto x) {
    [[udpc::event("generic")]] return x;
  };
  s += generic(1) + generic(2L);
  struct Local {
    static int f() {
      [[udpc::event("local")]] return 1;
    }
  };
  [[clang::noinline, udpc::event("hint")]] s += Local::f();
  // The same name twice is one mark, two names are two.
  [[udpc::event("many"), udpc::event("also")]] [[udpc::event("many")]] s++;
  return s;
}

int main() {
  Task task = coroutine();
  task.handle.resume();
  task.handle.destroy();
  int volatile one = 1;
  int s = instance(one + 1) + int(instance(one + 3L)) + instance(short(one + 5));
  Class a, b(2), c(3), d, e;
  s += a.method(1) + b.method(2) + c.member + d.member + e.member;
  s += sum(one + 2) + global + array[0] + argument() + argument() + dynamic;
  s += tail(one * 1000000);
  for (int i = 1; i < 7; i++)
    cases(i == 3 ? 1 : i);
  cases(99 + one);
  s += flow(one);
  show();
  return s == 0;
}
// Nothing else, and nothing of constant expressions.
// CHECK-NOT: {{^}}never=
// CHECK-NOT: consteval=
// CHECK-NOT: constant_lambda=
