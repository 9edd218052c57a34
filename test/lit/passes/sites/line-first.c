// The first line of a file that has code may have any number of regions.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-spec=lines.yaml many.c -o many
// RUN: env UDPC_OPTIONS=output=many.prof ./many
// RUN: udpc report --sites many.prof | FileCheck %s
// RUN: udpc-clang -O2 -fudpc-spec=lines.yaml few.c -o few
// RUN: env UDPC_OPTIONS=output=few.prof ./few
// RUN: udpc report --sites few.prof | FileCheck %s
//--- lines.yaml
version: 1
events:
  - {event: lines, line: "*:*"}
//--- many.c
static int f(int g, int h) { return h && g ? 1 : 2; } static int k(int g) { return g ? 1 : 2; }
int main(int c, char **v) {
  int s = 0;
  for (int i = 0; i < 100; i++)
    s += f(i, c) + k(i);
  return s & 1 ? 0 : 0;
}
//--- few.c
static int f(int g) { if (g) return 1; return 2; }
int main(int c, char **v) {
  int s = 0;
  for (int i = 0; i < 100; i++)
    s += f(i);
  return s & 1 ? 0 : 0;
}
// CHECK: lines 100 {{.*}} line {{.*}}.c:1
