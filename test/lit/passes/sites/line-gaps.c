// Lines of comments, empty lines and parts that #if leaves out. The clang plugin
// collects them once for the unit; clang, which does so for each function, is
// asked by its own option. Both have the same result, which is llvm-cov's.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -fudpc-spec=spec.yaml -c a.c -o fast.o
// RUN: udpc-clang -fudpc-spec=spec.yaml -Xclang -mllvm -Xclang -emptyline-comment-coverage=1 -c a.c -o slow.o
// RUN: cmp fast.o slow.o
// RUN: udpc-clang -x c++ -fudpc-spec=spec.yaml -c a.c -o fast.o
// RUN: udpc-clang -x c++ -fudpc-spec=spec.yaml -mllvm -emptyline-comment-coverage=1 -c a.c -o slow.o
// RUN: cmp fast.o slow.o
//
// The marker does not stay, and is in no build that has its own coverage.
// RUN: udpc-clang -fudpc-spec=spec.yaml -S -emit-llvm -Xclang -disable-llvm-passes a.c -o - \
// RUN:   | FileCheck %s --check-prefix=MARKER
// MARKER: @__udpc_skipped = internal constant
// RUN: udpc-clang -g -fudpc-spec=spec.yaml -S -emit-llvm a.c -o - | FileCheck %s --check-prefix=NONE
// RUN: udpc-clang -fudpc-spec=spec.yaml -fprofile-instr-generate -fcoverage-mapping -S -emit-llvm \
// RUN:   -Xclang -disable-llvm-passes a.c -o - | FileCheck %s --check-prefix=NONE
// NONE-NOT: __udpc_skipped
//
// RUN: udpc-clang -fudpc-spec=spec.yaml a.c -o a.out && UDPC_OPTIONS=output=a.prof ./a.out
// RUN: udpc export --format=lcov a.prof | grep -E "^(SF|DA)" | sed 's/^SF.*\//SF:/' | sort > ours
// RUN: clang -fprofile-instr-generate -fcoverage-mapping a.c -o b.out && env LLVM_PROFILE_FILE=b.raw ./b.out
// RUN: llvm-profdata merge b.raw -o b.data
// RUN: llvm-cov export -format=lcov b.out -instr-profile=b.data | grep -E "^(SF|DA)" \
// RUN:   | sed 's/^SF.*\//SF:/' | sort > theirs
// RUN: cmp ours theirs
// RUN: FileCheck a.c --input-file=theirs
//
// In two steps, with a precompiled header and with other names of files.
// RUN: udpc-clang -fudpc-spec=spec.yaml -save-temps=obj a.c -o saved.out && UDPC_OPTIONS=output=saved.prof ./saved.out
// RUN: udpc-clang -fudpc-spec=spec.yaml -Xclang -mllvm -Xclang -emptyline-comment-coverage=1 -c a.i -o slow.o
// RUN: udpc-clang -fudpc-spec=spec.yaml -c a.i -o fast.o && cmp fast.o slow.o
// RUN: udpc-clang -fudpc-spec=spec.yaml -x c-header part.h -o part.pch
// RUN: udpc-clang -fudpc-spec=spec.yaml -include-pch part.pch -c a.c -o fast.o
// RUN: udpc-clang -fudpc-spec=spec.yaml -Xclang -mllvm -Xclang -emptyline-comment-coverage=1 \
// RUN:   -include-pch part.pch -c a.c -o slow.o
// RUN: cmp fast.o slow.o
// RUN: udpc-clang -fudpc-spec=spec.yaml -ffile-prefix-map=%t=. -Isub/.. -c sub/../a.c -o fast.o
// RUN: udpc-clang -fudpc-spec=spec.yaml -ffile-prefix-map=%t=. -Isub/.. \
// RUN:   -Xclang -mllvm -Xclang -emptyline-comment-coverage=1 -c sub/../a.c -o slow.o
// RUN: cmp fast.o slow.o
//--- spec.yaml
version: 1
events: [ {event: lines, line: "*:*"} ]
//--- sub/empty.h
//--- part.h
/* Each inclusion leaves out other parts. */
static int PART(int x) { // c
#ifdef LESS

  /* left out */
  x--;

#else
  // in
  x++;

#endif
  /* a
     b */ return x; /* c
  d */
}
#ifdef ONCE
#error
#endif
//--- cases.inc
/* In the middle of a function. */

case NUMBER:
  // one
#if NUMBER == 1
  x++;

#endif /* two
  three */
  break;
//--- a.c
#define PART first
#include "part.h"
#undef PART
#define PART second
#define LESS
#include "part.h"
#undef LESS
#undef PART
#define PART third
#include "./sub/../part.h"

#define NUL 0
#define BODY(a) do { a; \
   /* in a macro */ \
   \
   a; \
   } while (0)
#define FUNCTION(name) static int name(int x) { \
  /* of a function

  that is a macro */ if (x) \
    return 1; \
  return 0; \
}
FUNCTION(whole)

static int gaps(int x) { // one
  // CHECK-NOT: DA:[[#@LINE]],
  /* two

  three */ x++;
  // CHECK-DAG: DA:[[#@LINE-1]],1

  // an empty line, then a comment
  x--; /* behind
  code */ /* and before */ x += 2;

  /* before */ x *= 2;
  x += NUL /* behind a macro
  it ends */;
#if 0 /* the condition has
  two lines */
  x++;
#endif
  // after #endif

#if 1
  x++;
#else
  x--;
#endif
  BODY(x++);
  BODY({ x--; /* an argument

     of four lines */
      x++; });
#define INNER(a) (a + /* inside
  */ \
  1)
  switch (INNER(x) & 3) {
#define NUMBER 1
#include "cases.inc"
#undef NUMBER
#define NUMBER 2
#include "cases.inc"
  default:

    /* the
    last */
    ;
  }
  if (x) // if
    // nothing

    x++;
  else /* else */ { /* empty

  block */ }
  return x; /* the
  end */ }

int main(void) {
  return (gaps(2) + first(1) + second(1) + third(1) + whole(0)) * 0;
}
