// A target without the instruction counts by calls, with one warning.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang --target=aarch64-linux-gnu -O2 -S -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml a.c -o a.s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE
// RUN: FileCheck %s --check-prefix=CALL < a.s
// NONE:     warning: spec.yaml: event 'two' needs an instruction, which aarch64 does not have; counting by calls of the runtime
// NONE-NOT: warning:
// CALL-LABEL: f:
// CALL:       {{br|blr}} x
//
// RUN: not udpc-clang -S -fudpc-fidelity=exakt a.c 2>&1 | FileCheck %s --check-prefix=FIDELITY
// FIDELITY: error: unknown fidelity in '-fudpc-fidelity=exakt'; expected exact or transparent
//
// 257 events are one more than there are counters. The one that has a number of
// its own keeps it.
// RUN: %python -c "print('version: 1\nevents:\n' + ''.join(f'  - {{event: e{i}, entry: f}}\n' for i in range(256)) +\
// RUN: '  - {event: own, entry: f, counter: 7}\ndefaults: {lowering: instruction}')" > many.yaml
// RUN: not udpc-clang -O2 -S -fudpc-spec=many.yaml a.c -o d.s 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: error: many.yaml: event 'e255' has no counter: there are 256, and other events use them all; count some with lowering: inline
// Events that are counted otherwise need none.
// RUN: sed 's/instruction/inline/' many.yaml > inline.yaml
// RUN: udpc-clang -O2 -S -fudpc-spec=inline.yaml a.c -o d.s
//--- spec.yaml
version: 1
events:
  - {event: one, entry: f, lowering: inline}
  - {event: two, entry: f, lowering: instruction}
//--- a.c
int f(int X) { return X + 1; }
