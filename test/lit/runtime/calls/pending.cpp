// What callers have not added yet when they call (CallSiteRec::Pending) is not
// lost where exceptions and longjmp leave them: the calls cost what they do with
// `cache,calls`, whose totals are exact at each call.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang -O2 -gmlt -fudpc-profile=$m,calls %s -lstdc++ -o $m && \
// RUN:   env UDPC_OPTIONS=cache_output=$m.udpc:cachegrind_output=:summary=0 ./$m && \
// RUN:   udpc export --format=callgrind $m.udpc -o $m.out && \
// RUN:   awk -F'[= ]' \
// RUN:     '/^fn=/ {f = $0} /^cfn=/ {c = $0} /^calls=/ {n = $2; getline; print f, c, n, $2}' $m.out > $m.txt; \
// RUN: }
// RUN: each m counts cache -- check
// RUN: diff counts.txt cache.txt && grep -c . counts.txt | grep -x '[2-9][0-9]'
#include <csetjmp>
#include <cstdlib>
#include <stdexcept>
#include <string>
#define NI __attribute__((noinline))
volatile int Sink;
NI int leaf(int n) {
  if (n % 7 == 3)
    throw std::runtime_error("x");
  return n * 3;
}
NI int middle(int n) {
  int s = 0;
  for (int i = 0; i < 5; ++i) {
    s += leaf(n + i);
    Sink = s;
  }
  return s;
}
struct Guard {
  NI ~Guard() { Sink = Sink + 1; }
};
NI int guarded(int n) {
  Guard G;
  int r = middle(n);
  Sink = r;
  return r + middle(n + 1);
}
NI int top(int n) {
  try {
    return guarded(n);
  } catch (std::exception &e) {
    Sink = 2;
    return leaf(0);
  }
}
NI int parse(const char *s) {
  int x = Sink + 4;
  Sink = x;
  return std::stoi(s) + x;
}
NI int safeParse(const char *s) {
  try {
    return parse(s);
  } catch (...) {
    return -1;
  }
}
jmp_buf Env;
NI int jumper(int n) {
  Sink = n;
  if (n > 3)
    longjmp(Env, 1);
  Sink = jumper(n + 1) + 2;
  return Sink;
}
NI int jumps() {
  if (setjmp(Env))
    return 4;
  Sink = 3;
  return jumper(0);
}
NI int compare(const void *a, const void *b) {
  Sink = 1;
  return *(int *)a - *(int *)b;
}
NI int thrower(const void *a, const void *b) {
  Sink = 1;
  if (*(int *)a == 5)
    throw 1;
  return *(int *)a - *(int *)b;
}
NI int sorts(int n) {
  int v[] = {4, 2, 5, 1};
  Sink = n;
  qsort(v, 4, sizeof(int), n ? compare : thrower);
  Sink = v[0];
  return v[1];
}
NI int trySorts(int n) {
  try {
    return sorts(n);
  } catch (int) {
    return 7;
  }
}
struct Base {
  virtual int f(int) = 0;
  virtual ~Base() {}
};
struct A : Base {
  NI int f(int n) override { return leaf(n); }
};
struct B : Base {
  NI int f(int n) override {
    Sink = n;
    return n;
  }
};
NI int virtuals(Base &X, int n) {
  try {
    int a = X.f(n);
    Sink = a;
    return a + X.f(n + 1);
  } catch (...) {
    return 9;
  }
}
int main() {
  A a;
  B b;
  long s = 0;
  for (int i = 0; i < 100; ++i) {
    s += top(i) + safeParse(i % 3 ? "12" : "zz") + jumps() + trySorts(i % 2) +
         virtuals(i % 2 ? (Base &)a : b, i);
  }
  return s == 0;
}
