// Marks: those that the spec names count where they are, by their arguments; no
// other leaves a trace.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O0 -g -fno-discard-value-names -I%udpc_src/include -D__UDPC__ -emit-llvm -S -fpass-plugin=%plugin \
// RUN:   -mllvm -udpc-spec=spec.yaml -Rpass=udpc -Rpass-missed=udpc a.c -o a.ll 2> why.txt
// RUN: FileCheck a.c < a.ll && FileCheck a.c --check-prefix=WHY < why.txt
//
// A mark and its name are gone if no entry means it, also unoptimised and in
// C++, where the header defines what the marks call.
// RUN: check() { \
// RUN:   clang $flags -I%udpc_src/include -D__UDPC__ -c -fpass-plugin=%plugin \
// RUN:     -mllvm -udpc-spec=none.yaml unchosen.c -o with.o && \
// RUN:   clang $flags -I%udpc_src/include -D__UDPC__ -DBARE -c -fpass-plugin=%plugin -mllvm -udpc-spec=none.yaml \
// RUN:     unchosen.c -o without.o && \
// RUN:   cmp with.o without.o && \
// RUN:   clang $flags -I%udpc_src/include -D__UDPC__ -c -fpass-plugin=%plugin unchosen.c -o with.o && \
// RUN:   clang $flags -I%udpc_src/include -D__UDPC__ -DBARE -c -fpass-plugin=%plugin unchosen.c -o without.o && \
// RUN:   cmp with.o without.o; \
// RUN: }
// RUN: each flags "-O0" "-O2" "-O0 -g" "-O2 -g -x c++" "-O0 -x c++" "-O2 -fno-inline -x c++ -std=c++11" -- check
//
// A name is known where literals are variables, too.
// RUN: clang -O0 -fwritable-strings -I%udpc_src/include -D__UDPC__ -emit-llvm -S -fpass-plugin=%plugin \
// RUN:   -mllvm -udpc-spec=spec.yaml a.c -o - 2>&1 | FileCheck %s --check-prefix=WRITABLE
// WRITABLE-NOT: must be a string literal
// WRITABLE: @__udpc_unit =
//
// Instructions count 1: amounts are added inline, or by calls, in a unit of
// their own that is there only for them. Both belong to one entry, which matches
// something.
// RUN: udpc-clang -O1 -I%udpc_src/include -fudpc-lowering=instruction -fudpc-spec=spec.yaml -emit-llvm -S \
// RUN:   -Rpass-missed=udpc a.c -o insn.ll > insn.txt 2>&1
// RUN: FileCheck a.c --check-prefix=INSN < insn.ll
// RUN: FileCheck %s --check-prefix=QUIET --allow-empty < insn.txt
// QUIET-NOT: matched nothing in a.c{{$}}
// QUIET-NOT: warning
// RUN: udpc-clang -O1 -fPIC -I%udpc_src/include -fudpc-lowering=instruction -fudpc-spec=spec.yaml -emit-llvm -S a.c \
// RUN:   -o - | FileCheck a.c --check-prefix=PIC
// RUN: udpc-clang -O1 -I%udpc_src/include -fudpc-lowering=instruction -fudpc-spec=plain.yaml -emit-llvm -S a.c -o - \
// RUN:   | FileCheck %s --check-prefix=ONE
// ONE:     @__udpc_unit =
// ONE-NOT: @__udpc_unit.{{[0-9]+}} =
//
// What may have been meant by an entry that matches none: another mark, or the
// marks of another function.
// RUN: clang -I%udpc_src/include -D__UDPC__ -c -fpass-plugin=%plugin -mllvm -udpc-spec=near.yaml \
// RUN:   -mllvm -udpc-whole-program a.c -o a.o 2>&1 | FileCheck %s --check-prefix=NEAR
// NEAR-DAG: warning: near.yaml:3: event 'a': mark "slow.pat" matched nothing in a.c; near: slow.path
// NEAR-DAG: warning: near.yaml:4: event 'b': mark "bytes, in: workk" matched nothing in a.c; near: work
// NEAR-DAG: warning: near.yaml:5: event 'c': mark "hidden" matched nothing in a.c: quiet: it has the attribute no_profile_instrument_function
//--- spec.yaml
version: 1
events:
  - {event: slow, mark: slow.path}
  - {event: all, mark: "*", in: "w*"}
  - {event: all, mark: slow.path, command: dec}
  - {event: all, mark: slow.*}
  - {event: said, mark: said}
defaults: {lowering: inline}
//--- plain.yaml
version: 1
events:
  - {event: slow, mark: slow.path}
//--- none.yaml
version: 1
events:
  - {event: none, mark: "nothing here"}
//--- near.yaml
version: 1
events:
  - {event: a, mark: slow.pat}
  - {event: b, mark: bytes, in: workk}
  - {event: c, mark: hidden}
//--- a.c
#include <udpc/udpc.h>
// No name and no call is left.
// CHECK-NOT: slow.path\00"
// CHECK-NOT: elsewhere\00"
// CHECK-NOT: __udpc_mark
//
// One slot for each mark, whatever the number of events; the second adds the
// amount, which is worked out once.
// CHECK:       @__udpc_slots = internal thread_local(localexec) global [3 x i64]
// CHECK-LABEL: define {{.*}} @work
// CHECK:       if.then:
// CHECK-COUNT-1: add i64 %{{.*}}, 1
// CHECK:       br label
// CHECK:       %inc = add
// CHECK:       [[N:%.*]] = sext i32 %{{.*}} to i64
// CHECK:       add i64 %{{.*}}, [[N]]
// CHECK-LABEL: define {{.*}} @other
// CHECK-NOT:   __udpc
// CHECK:       ret
// CHECK-LABEL: define {{.*}} @whole
// CHECK:       load atomic i64
// CHECK:       ret
//
// INSN-DAG: @__udpc_unit = internal
// INSN-DAG: @__udpc_unit.{{[0-9]+}} = internal
// INSN-LABEL: define {{.*}} @work
// INSN:       load atomic i64
// INSN:       asm sideeffect
// PIC-LABEL: define {{.*}} @work
// PIC:       load atomic i64, ptr getelementptr {{.*}}@__udpc_unit, i64 72) acquire
// PIC:       store atomic i64
// PIC:       asm sideeffect
//
// WHY-DAG: a.c:[[#@LINE+7]]:5: remark: event 'slow': inc at mark 'slow.path', for mark "slow.path"
// WHY-DAG: a.c:[[#@LINE+6]]:5: remark: event 'all': inc at mark 'slow.path', for mark "*, in: w*"
// WHY-DAG: a.c:[[#@LINE+5]]:5: remark: event 'all': dec at mark 'slow.path', for mark "slow.path"
// WHY-DAG: a.c:[[#@LINE+5]]:3: remark: event 'all': inc by the amount of mark 'bytes', for mark "*, in: w*"
// WHY-DAG: a.c:[[#@LINE+9]]:3: remark: mark 'elsewhere' is not counted: no entry of spec.yaml names it
int work(int X, int Y) {
  if (X)
    UDPC_MARK(slow.path);
  UDPC_MARK_N(bytes, Y++);
  return X + Y;
}
int other(int X);
int other(int X) {
  UDPC_MARK(elsewhere);
  return X;
}
// What is said of a function is a mark at its entry.
// WHY-DAG: remark: event 'said': inc at mark 'said', for mark "said"
__attribute__((annotate("udpc-event=said"))) int whole(int X) { return X; }
// WHY-DAG: remark: mark 'hidden' is not counted: no entry of spec.yaml names it
__attribute__((no_profile_instrument_function)) void quiet(void);
void quiet(void) { UDPC_MARK(hidden); }
//--- unchosen.c
#include <udpc/udpc.h>
#ifdef BARE
#undef UDPC_MARK
#undef UDPC_MARK_N
#define UDPC_MARK(name) ((void)0)
#define UDPC_MARK_N(name, n) ((void)0)
#endif
int work(int X, int Y) {
  if (X)
    UDPC_MARK(slow.path);
  UDPC_MARK_N(bytes, X);
  for (int I = 0; I < Y; ++I)
    UDPC_MARK_N(sum, I + Y);
  return X;
}
