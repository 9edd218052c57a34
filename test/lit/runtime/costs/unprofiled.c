// What leaves the profiled code: calls of functions without a profile, in the
// summary and in `udpc annotate`.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O1 -c plain.c
// RUN: udpc-clang -O1 -g -fudpc-profile=counts main.c lib.c plain.o -o main
// RUN: env UDPC_OPTIONS=cache_output=a.cache:cachegrind_output= ./main 2>&1 | FileCheck %s
// RUN: udpc annotate --files a.cache | FileCheck %s --check-prefix=ANNOTATE
// RUN: udpc annotate --json a.cache | %python check.py
// RUN: udpc annotate --html=a.html a.cache && FileCheck %s --check-prefix=HTML < a.html
//
// A library that is profiled too is no other code; an alias is its function. A
// call by a pointer in a variable is none of the variable.
// CHECK:     D   refs:
// CHECK:     =={{[0-9]+}}== Not profiled:  160 of 396 calls left the profiled code; 25 went through pointers
// CHECK-NOT: {{.}}
// ANNOTATE: Not profiled:     160 of 396 calls left the profiled code: plain 100, strtol 50, getenv 10; 25 went through pointers
// RUN: udpc annotate --diff --files a.cache a.cache --html=d.html
// RUN: udpc annotate --diff --files a.cache a.cache | FileCheck %s --check-prefix=DIFF
// RUN: FileCheck %s --check-prefix=DIFF < d.html
// DIFF: new: 160 of 396 calls left the profiled code: plain 100
// HTML: 160 of 396 calls left the profiled code: plain 100
//
// Where nothing is left out, nothing is said.
// RUN: udpc-clang -O1 -fudpc-profile=counts whole.c -o whole
// RUN: env UDPC_OPTIONS=cache_output=b.cache:cachegrind_output= ./whole 2>&1 | FileCheck %s --check-prefix=WHOLE
// RUN: udpc annotate --files b.cache | FileCheck %s --check-prefix=WHOLE
// WHOLE-NOT: profiled:
//--- main.c
#include <stdlib.h>
int plain(int), lib(int), alias(int);
static int (*volatile Pointer)(int) = lib;
struct {
  int Unused;
  int (*Call)(int);
} Table = {0, lib};
static const char *volatile Text = "12";
__attribute__((noinline)) static int own(const char *S) {
  return (int)strtol(S, 0, 10);
}
int main(void) {
  volatile int Sum = 0;
  for (int I = 0; I != 100; ++I)
    Sum += plain(I) + 1;
  for (int I = 0; I != 50; ++I)
    Sum += own(Text) + 1;
  for (int I = 0; I != 20; ++I)
    Sum += Pointer(I) + 1;
  for (int I = 0; I != 5; ++I)
    Sum += Table.Call(I) + 1;
  for (int I = 0; I != 40; ++I)
    Sum += lib(I) + 1;
  for (int I = 0; I != 121; ++I)
    Sum += alias(I) + 1;
  for (int I = 0; I != 10; ++I)
    Sum += !getenv(Text);
  return 0;
}
//--- lib.c
int lib(int X) { return X + 1; }
int alias(int) __attribute__((alias("lib")));
//--- plain.c
int plain(int X) { return X + 1; }
//--- whole.c
__attribute__((noinline)) static int own(int X) { return X + 1; }
int main(void) { return own(1) - 2; }
//--- check.py
import json, sys

calls = json.load(sys.stdin)["calls"]
assert calls["all"] == 396 and calls["unprofiled"] == 160, calls
assert calls["through_pointers"] == 25, calls
assert [(c["function"], c["calls"]) for c in calls["callees"]] == [
    ("plain", 100), ("strtol", 50), ("getenv", 10)], calls
