// Counts of overloads, instances, operators and lambdas that signatures
// distinguish, known by construction.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang++ -std=c++20 -O$O -fudpc-spec=spec.yaml a.cpp -o a 2>&1 | count 0 && \
// RUN:   env UDPC_OPTIONS=output=a$O.prof ./a && \
// RUN:   %counts a$O.prof | FileCheck %s; \
// RUN: }
// RUN: each O 0 2 -- check
//--- spec.yaml
version: 1
events:
  - {event: overloads, entry: "area"}
  - {event: area_int, entry: "area(int)"}
  - {event: area_pair, entry: "area(int, int)"}
  - {event: area_pointer, entry: "area(const int *)"}
  - {event: template, entry: "ns::twice"}
  - {event: instance, entry: "ns::twice<long>"}
  - {event: instance_overload, entry: "ns::twice(int)"}
  - {event: member, entry: "Box::set(*)"}
  - {event: call, entry: "Box<int>::operator()(int)"}
  - {event: compare, entry: "Box::operator<(*"}
  - {event: shift, entry: "Box::operator<<(*"}
  - {event: times, entry: "Box::operator*(*"}
  - {event: conversion, entry: "Box<int>::operator bool() const"}
  - {event: literal, entry: 'operator""_u'}
  - {event: made_default, entry: "Box::Box()"}
  - {event: made_from, entry: "Box::Box(int)"}
  - {event: destroyed, entry: "Box::~Box"}
  - {event: lambdas, entry: "main::'lambda'*"}
  - {event: lambda, entry: "main::'lambda'(int)*"}
  - {event: generic, entry: "main::'lambda'(char)*"}
  - {event: hidden, entry: "(anonymous namespace)::step"}
  - {event: local, entry: "main::Local::get"}
  - {event: clones, entry: "versioned"}
//--- a.cpp
int area(int A) { return A * A; }
int area(int A, int B) { return A * B; }
int area(const int *A) { return *A; }

namespace ns {
template <typename T> T twice(T X) { return X + X; }
} // namespace ns

template <typename T> struct Box {
  T X;
  Box() : X() {}
  Box(int X) : X(X) {}
  ~Box() {}
  void set(T V) { X = V; }
  T operator()(T V) { return X + V; }
  bool operator<(const Box &B) const { return X < B.X; }
  Box &operator<<(T V) {
    X += V;
    return *this;
  }
  T operator*(T V) const { return X * V; }
  T operator+(T V) const { return X + V; }
  operator bool() const { return X != 0; }
};

unsigned operator""_u(unsigned long long X) { return X; }

namespace {
int step(int X) { return X + 1; }
} // namespace

extern "C" __attribute__((target_clones("avx2", "default"))) int
versioned(int X) {
  return X + 3;
}

int main() {
  volatile int N = 1;
  int Sum = 0;
  for (int I = 0; I < 2; ++I)
    Sum += area(N);
  for (int I = 0; I < 3; ++I)
    Sum += area(N, N);
  int Place = N;
  for (int I = 0; I < 4; ++I)
    Sum += area(&Place);
  for (int I = 0; I < 5; ++I)
    Sum += ns::twice(int(N)) + ns::twice(long(N));
  Box<int> A, B(N);
  Box<long> C;
  for (int I = 0; I < 6; ++I) {
    A.set(N);
    C.set(N);
    Sum += A(N) + (A < B) + (A * N) + (A + N);
    A << N << N;
  }
  for (int I = 0; I < 7; ++I)
    Sum += bool(B) + 3_u + step(N);
  auto Plain = [](int X) { return X + 1; };
  auto Generic = [](auto X) { return X + 1; };
  for (int I = 0; I < 8; ++I)
    Sum += Plain(N) + Generic(char(N));
  struct Local {
    int get() { return 1; }
  };
  for (int I = 0; I < 9; ++I)
    Sum += Local().get() + versioned(N);
  return Sum == 0;
}
// CHECK:      overloads 9 0:9
// CHECK-NEXT: area_int 2 0:2
// CHECK-NEXT: area_pair 3 0:3
// CHECK-NEXT: area_pointer 4 0:4
// CHECK-NEXT: template 10 0:10
// CHECK-NEXT: instance 5 0:5
// CHECK-NEXT: instance_overload 5 0:5
// CHECK-NEXT: member 12 0:12
// CHECK-NEXT: call 6 0:6
// CHECK-NEXT: compare 6 0:6
// CHECK-NEXT: shift 12 0:12
// CHECK-NEXT: times 6 0:6
// CHECK-NEXT: conversion 7 0:7
// CHECK-NEXT: literal 7 0:7
// CHECK-NEXT: made_default 2 0:2
// CHECK-NEXT: made_from 1 0:1
// CHECK-NEXT: destroyed 3 0:3
// CHECK-NEXT: lambdas 16 0:16
// CHECK-NEXT: lambda 8 0:8
// CHECK-NEXT: generic 8 0:8
// CHECK-NEXT: hidden 7 0:7
// CHECK-NEXT: local 9 0:9
// CHECK-NEXT: clones 9 0:9
