// A static function of a header, which one unit calls and another one does not:
// of the latter the front end records only the whole body. Lines are those that
// the unit has which uses it, as llvm-cov says; those of a function that none
// uses stay, with 0. A function that is called in code only that the optimiser
// removes has no counter left, and its own lines all the same.
//
// RUN: rm -rf %t && mkdir %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml main.c other.c -o counted
// RUN: env UDPC_OPTIONS=output=p ./counted
// RUN: udpc export --format=lcov p | sed -n '/SF:.*shared.h/,/^end/s/^DA://p' > ours
// RUN: clang -O2 -fprofile-instr-generate -fcoverage-mapping main.c other.c -o covered
// RUN: env LLVM_PROFILE_FILE=raw ./covered
// RUN: llvm-profdata merge raw -o profile
// RUN: llvm-cov export -format=lcov --instr-profile profile covered \
// RUN:   | sed -n '/SF:.*shared.h/,/^end/s/^DA://p' > theirs
// RUN: grep -q '^8,7' ours && grep -q '^14,0' ours && grep -q '^18,0' ours && diff ours theirs

//--- spec.yaml
version: 1
events:
  - {event: lines, line: "*:*"}

//--- shared.h
static int used(int n) {
  // Comments have no code.
#ifdef TABLE
  static const int values[] = {1, 2, 3};
  return values[n];
#else

  if (n > 3)
    return 2;
  return n;
#endif
}

static int unused(int n) {
  return n + 1;
}

static int dead(int n) {
#ifdef TABLE
  return 1;
#else
  return n - 1;
#endif
}

static int one(void) {
  return 1;
}

static int reaches(int n) {
  if (one())
    return n;
  return dead(n);
}

//--- main.c
#include "shared.h"
int other(void);
int main(int argc, char **argv) {
  int sum = 0;
  for (int i = 0; i < 7; ++i)
    sum += used(i);
  sum += reaches(0);
  return sum + other() != 16;
}

//--- other.c
#include "shared.h"
int other(void) {
  return 4;
}
