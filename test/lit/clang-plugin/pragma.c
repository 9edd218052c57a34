// The pragma is the attribute of the next statement or function, in any
// language, and silently so; -E prints it.
// RUN: clang -fplugin=%clang_plugin -fplugin-arg-udpc-spec=%S/Inputs/spec.yaml -std=c99 \
// RUN:   -pedantic-errors -Wall -Werror %s -o %t
// RUN: %t | sort | FileCheck %s
// RUN: clang++ -x c++ -fplugin=%clang_plugin -fplugin-arg-udpc-spec=%S/Inputs/spec.yaml \
// RUN:   -std=c++20 -Wall -Werror %s -o %t
// RUN: %t | sort | FileCheck %s
// RUN: clang -fplugin=%clang_plugin -E %s -o %t.i && FileCheck --check-prefix=KEPT %s < %t.i
// KEPT: {{^}}#pragma udpc event(function)
// KEPT-NEXT: {{^}}static int flow
// KEPT: {{^}}#pragma udpc event("a string, with blanks")
// KEPT-NEXT: {{^  n\+\+;}}
// KEPT-NEXT: {{^}}#pragma udpc event(operator)
// KEPT: {{^  n\+\+;}}
// RUN: clang -fplugin=%clang_plugin -fplugin-arg-udpc-spec=%S/Inputs/spec.yaml -Wall -Werror %t.i -o %t
// RUN: %t | sort | FileCheck %s
// RUN: clang -fplugin=%clang_plugin -fplugin-arg-udpc-spec=%S/Inputs/spec.yaml -S -emit-llvm %s -o - \
// RUN:   | FileCheck --check-prefix=IR %s
// IR: c"udpc-event=function\00"
// IR: @llvm.global.annotations = {{.*}}@flow
// Without the plugin it is a pragma that is not known.
// RUN: clang -Wall -fsyntax-only %s 2>&1 | FileCheck --check-prefix=WITHOUT %s
// WITHOUT: warning: unknown pragma ignored [-Wunknown-pragmas]
// WITHOUT-NOT: error

#include "Inputs/marks.h"

#define AGAIN(name) _Pragma(name)

#pragma udpc event(function)
static int flow(int n) {
  int i;
#pragma udpc event(word)
  n++;
#pragma udpc event("a string, with blanks")
  n++;
  AGAIN("udpc event(operator)") n++;
#pragma udpc event(one)
#pragma udpc event(two)
  n++;
  if (n)
#pragma udpc event(then)
    n++;
#pragma udpc event(loop)
#pragma udpc spin(spin)
  for (i = 0; i < 3; i++)
    n++;
#pragma udpc event(label)
again:
  n--;
  if (n > 5)
    goto again;
  switch (n) {
#pragma udpc event(case)
  case 5:
    n++;
  }
#pragma udpc event(net.recv.bytes)
#pragma udpc event(net::send)
  n++;
#pragma udpc event(int)
  return n;
}

int main(void) {
  int n = flow(3) + flow(4);
  show();
  return n == 0;
}
// CHECK:      {{^}}a string, with blanks=2{{$}}
// CHECK-NEXT: {{^}}case=2{{$}}
// CHECK-NEXT: {{^}}int=2{{$}}
// CHECK-NEXT: {{^}}label=13{{$}}
// CHECK-NEXT: {{^}}loop=2{{$}}
// CHECK-NEXT: {{^}}net.recv.bytes=2{{$}}
// CHECK-NEXT: {{^}}net::send=2{{$}}
// CHECK-NEXT: {{^}}one=2{{$}}
// CHECK-NEXT: {{^}}operator=2{{$}}
// CHECK-NEXT: {{^}}spin=6{{$}}
// CHECK-NEXT: {{^}}then=2{{$}}
// CHECK-NEXT: {{^}}two=2{{$}}
// CHECK-NEXT: {{^}}word=2{{$}}
// CHECK-NOT: {{.}}
