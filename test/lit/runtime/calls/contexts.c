// max_contexts= keeps contexts of calls apart: the calls of leaf(), each of which
// costs the same, are those that the program counts itself, in a tree of its own.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: udpc-clang -O1 -g -fno-pie -no-pie -fudpc-profile=counts,calls %s -o a -pthread
// RUN: env UDPC_OPTIONS=cache_output=all.cache:cachegrind_output=:max_contexts=1000 ./a > tree 2> summary
// RUN: not grep Contexts summary
// RUN: udpc export --format=folded all.cache > all
// RUN: awk '/;leaf /{ Ir[$1] = $2; All += $2 } END { for (I in Ir) print I, Ir[I] * 92 / All }' all | sort > ours
// RUN: sort tree | diff - ours
// RUN: FileCheck %s < ours
//
// A call of a function that is active continues its context.
//      CHECK: main;left;a;b;leaf
// CHECK-NEXT: main;left;a;leaf
// CHECK-NOT:  a;b;a
// CHECK:      thread;right;leaf
//
// Two runs that add up in one file have the contexts of both.
// RUN: env UDPC_OPTIONS=cache_output=%%m.sum:cachegrind_output=:summary=0:max_contexts=1000 ./a > /dev/null
// RUN: env UDPC_OPTIONS=cache_output=%%m.sum:cachegrind_output=:summary=0:max_contexts=1000 ./a > /dev/null
// RUN: udpc export --format=folded *.sum > sum && udpc merge all.cache all.cache -o two.cache
// RUN: udpc export --format=folded two.cache | diff - sum
//
// Beyond the limit, they are added up where they begin, and said to be. Calls
// and their inclusive costs are the same.
// RUN: env UDPC_OPTIONS=cache_output=few.cache:cachegrind_output=:max_contexts=6 ./a 2>&1 > /dev/null \
// RUN:   | FileCheck %s --check-prefix=LIMIT
// LIMIT: Contexts:  {{ *}}[[#]] calls, with all below, are 'others': see max_contexts
// RUN: udpc export --format=folded few.cache > few && FileCheck %s --check-prefix=FEW < few
// FEW: main;{{.*}}(others) {{[0-9]+}}
// RUN: awk '{ Sum += $NF } END { print Sum }' few > few.sum
// RUN: udpc export --format=folded all.cache | awk '{ Sum += $NF } END { print Sum }' | diff few.sum -
// RUN: udpc export --format=callgrind all.cache | grep -v ^pid > all.out
// RUN: udpc export --format=callgrind few.cache | grep -v ^pid | diff all.out -
//
// Without the option there are none.
// RUN: env UDPC_OPTIONS=cache_output=none.cache:cachegrind_output=:summary=0 ./a > /dev/null
// RUN: udpc export --format=folded none.cache | not grep ';leaf'
// RUN: udpc export --format=callgrind none.cache | grep -v ^pid | diff all.out -
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#define NI __attribute__((noinline))

// The active functions by name, each once.
struct path {
  int length;
  const char *names[10];
};
static _Thread_local struct path now;
static struct {
  struct path path;
  int calls;
} tree[100];
static int size;

static void enter(const char *name) {
  for (int i = 0; i < now.length; i++)
    if (now.names[i] == name) {
      now.length = i + 1;
      return;
    }
  now.names[now.length++] = name;
}
static void count(void) {
  int i = 0;
  while (i < size && (tree[i].path.length != now.length ||
                      memcmp(tree[i].path.names, now.names, now.length * sizeof(char *))))
    i++;
  size += i == size;
  tree[i].path = now;
  tree[i].calls++;
}
#define ENTER struct path before = now; enter(__func__)
#define LEAVE now = before
#define LEAF (count(), leaf())

volatile int x;
NI static void leaf(void) { ++x; }
NI static void a(int n);
NI static void b(int n) {
  ENTER;
  LEAF;
  if (n)
    a(n - 1);
  LEAF;
  LEAVE;
}
NI static void a(int n) {
  ENTER;
  b(n);
  LEAF;
  if (n > 2)
    b(n - 2);
  LEAVE;
}
NI static void left(void) {
  ENTER;
  a(0);
  LEAVE;
}
NI static void right(void) {
  ENTER;
  a(5);
  LEAF;
  LEAVE;
}
static void *thread(void *unused) {
  ENTER;
  right();
  LEAVE;
  return unused;
}
int main(void) {
  ENTER;
  left();
  left();
  right();
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  pthread_join(t, 0);
  for (int i = 0; i < size; i++) {
    for (int k = 0; k < tree[i].path.length; k++)
      printf("%s;", tree[i].path.names[k]);
    printf("leaf %d\n", tree[i].calls);
  }
}
