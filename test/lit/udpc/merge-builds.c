// Runs of two builds, and with two specs, are added up by place and event; what
// could not be is said.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -fudpc-spec=old.yaml -g -O1 -Wl,--build-id a.c -o app
// RUN: env UDPC_OPTIONS=output=old.prof ./app && env UDPC_OPTIONS=tables=0:output=old-small.prof ./app
// RUN: udpc tables extract -o tables app
// RUN: udpc-clang -fudpc-profile=counts -g -O1 a.c -o app
// RUN: env UDPC_OPTIONS=cache_output=old.cache:summary=0:cachegrind_output=old.out ./app
// RUN: sed -i 's|// more|Sum += N > 3 ? 1 : 2;|' a.c
// RUN: udpc-clang -fudpc-spec=new.yaml -g -O1 -Wl,--build-id a.c -o app
// RUN: env UDPC_OPTIONS=output=new.prof ./app 1 2 && env UDPC_OPTIONS=tables=0:output=new-small.prof ./app 1 2
// RUN: udpc tables extract -o tables app
// RUN: udpc-clang -fudpc-profile=counts -g -O1 a.c -o app
// RUN: env UDPC_OPTIONS=cache_output=new.cache:summary=0:cachegrind_output=new.out ./app 1 2
//
// RUN: udpc merge old.prof new.prof -o both.prof 2>&1 | FileCheck %s
// RUN: udpc merge new.prof old.prof -o other.prof 2> other.err && cmp both.prof other.prof
// CHECK: udpc: note: {{.*}}/app: several tables of 1 of its source files, as of other builds or specs: {{[0-9]+}} places are in all of them and are added up, {{[0-9]+}} are not in all
// CHECK-NOT: {{.}}
//
// Each place has the sum of both reports.
// RUN: udpc report --csv old.prof > old.csv
// RUN: udpc report --csv new.prof > new.csv
// RUN: udpc report --csv both.prof > both.csv
// RUN: %python %S/Inputs/sum_of_reports.py old.csv new.csv both.csv
// RUN: FileCheck %s --check-prefix=SUM --input-file both.csv
// Line 4 runs 1 * 5 and 3 * 5 times.
// SUM-DAG: lines,line,{{.*}}a.c,4,work,inc,20
// SUM-DAG: calls,entry,{{.*}}a.c,{{.*}},work,inc,4
// SUM-DAG: extra,entry,{{.*}}a.c,{{.*}},main,inc,1
//
// Without their tables they are kept apart; and are added up once these are found.
// RUN: udpc merge old-small.prof new-small.prof -o small.prof 2>&1 | FileCheck %s --check-prefix=SMALL
// SMALL: udpc: note: {{.*}}/app: 2 builds ({{[0-9a-f]+, [0-9a-f]+}}), whose tables are not here: their counts are kept apart
// RUN: sort both.csv > sorted.csv && env UDPC_TABLES=tables udpc report --csv small.prof | sort | diff sorted.csv -
//
// Costs add up as cg_merge adds those of the files in Cachegrind's format.
// RUN: udpc merge old.cache new.cache -o both.cache 2>&1 | FileCheck %s
// RUN: udpc export both.cache 2> export.err | grep -v '^desc\|^cmd' > both.out
// RUN: FileCheck %s < export.err
// RUN: cg_merge -o theirs.out old.out new.out && udpc export theirs.out | grep -v '^desc\|^cmd' | diff both.out -

//--- old.yaml
version: 1
events:
  - {event: calls, entry: "*"}
  - {event: lines, line: "*:*"}
//--- new.yaml
version: 1
events:
  - {event: calls, entry: "*"}
  - {event: extra, entry: main}
  - {event: lines, line: "*:*"}
//--- a.c
__attribute__((noinline)) static int work(int N) {
  int Sum = 0;
  for (int I = 0; I != 5; ++I)
    Sum += I % N;
  // more
  return Sum;
}
int main(int argc, char **argv) {
  int Sum = 0;
  for (int I = 0; I != argc; ++I)
    Sum += work(I + 1);
  return Sum == 4711;
}
