// A part that a pass has taken out of a function is counted by its lines, and is
// no function of its own.
// RUN: rm -rf %t && mkdir -p %t && cd %t && cp %s f.c && cp %S/Inputs/split-main.c main.c
// RUN: printf '%%s\n' 'version: 1' 'events:' '- {event: lines, line: "f.c:*"}' '- {event: entries, entry: "*"}' \
// RUN:   '- {event: returns, return: "*"}' > spec.yaml
// RUN: udpc-clang -O2 -mllvm -hot-cold-split=true -mllvm -hotcoldsplit-threshold=-1000 -Rpass=hotcoldsplit \
// RUN:   -fudpc-spec=spec.yaml -fudpc-fidelity=transparent -c f.c 2>&1 | FileCheck --check-prefix=SPLIT %s
// SPLIT: f split cold code into f.cold.1
// RUN: udpc-clang main.c f.o -o program
// RUN: env UDPC_OPTIONS=output=p.prof:enable=* ./program
// RUN: udpc report --csv p.prof | FileCheck %s --implicit-check-not=cold.1
// CHECK-DAG: lines,line,{{.*}}f.c,[[#@LINE+9]],,inc,10
// CHECK-DAG: lines,line,{{.*}}f.c,[[#@LINE+12]],,inc,1
// CHECK-DAG: lines,line,{{.*}}f.c,[[#@LINE+15]],,inc,10
// CHECK-DAG: entries,entry,{{.*}}f.c,[[#@LINE+5]],f,inc,10
// CHECK-DAG: returns,return,{{.*}}f.c,[[#@LINE+4]],f,inc,10

void bad(int) __attribute__((cold));

int f(int x, int *p) {
  if (x == 7) {
    bad(x);
    p[1] += x;
    bad(p[0] ^ p[1]);
    p[2] += x;
    bad(p[0] & p[2]);
    p[3] ^= x;
  }
  return p[x & 3] + x;
}
