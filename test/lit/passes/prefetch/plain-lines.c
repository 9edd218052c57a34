// A build whose -fdebug-info-for-profiling is the driver's has the lines of the
// build without it. Here SimplifyCFG moves the second test of `full` in front of
// the first one's branch, and keeps its line since it is the branch's: both have
// one place in the source, and would have two discriminators.
// RUN: clang -O2 -gmlt -c %s -o %t.plain.o
// RUN: llvm-dwarfdump --debug-line %t.plain.o | grep -oE '^0x[0-9a-f]+ +[0-9]+ ' > %t.plain
// RUN: udpc-clang -O2 -gmlt -fno-udpc-discriminate-memops -fudpc-prefetch-hints=/dev/null -c %s -o %t.o
// RUN: llvm-dwarfdump --debug-line %t.o | grep -oE '^0x[0-9a-f]+ +[0-9]+ ' > %t.ours
// RUN: diff %t.plain %t.ours

// The user's own flag has its own lines, with the plugin as without.
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -c %s -o %t.plain.o
// RUN: llvm-dwarfdump --debug-line %t.plain.o | grep -oE '^0x[0-9a-f]+ +[0-9]+ ' > %t.guided
// RUN: not diff -q %t.plain %t.guided
// RUN: udpc-clang -O2 -gmlt -fdebug-info-for-profiling -fno-udpc-discriminate-memops \
// RUN:   -fudpc-prefetch-hints=/dev/null -c %s -o %t.o
// RUN: llvm-dwarfdump --debug-line %t.o | grep -oE '^0x[0-9a-f]+ +[0-9]+ ' > %t.ours
// RUN: diff %t.guided %t.ours

// Memory operations that share a place have keys of their own all the same.
// RUN: udpc-clang -O2 -fudpc-discriminate-memops -shared -fPIC -nostdlib %s -o %t.so
// RUN: udpc hints keys --binary %t.so --csv -o %t.csv
// RUN: cut -d, -f2 %t.csv | sort > %t.keys
// RUN: FileCheck %s < %t.keys
// RUN: uniq -d %t.keys | count 0
// CHECK: size:1
struct table {
  unsigned char flags;
  unsigned limit;
};
#define ispow2(x) (((x) & ((x)-1)) == 0)
#define full(t) (!((t)->flags & 128) || ispow2((t)->limit))
unsigned size(const struct table *t) {
  if (full(t))
    return t->limit;
  unsigned n = t->limit;
  n |= n >> 1;
  n |= n >> 2;
  n |= n >> 4;
  return n + 1;
}
