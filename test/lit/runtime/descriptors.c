// The runtime takes no descriptor that the program gets without udpc: none at all if
// the limit is below 64, else a high one.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang a.c -o plain && udpc-clang -fudpc-spec=spec.yaml a.c -o counted
// RUN: check() { \
// RUN:   (ulimit -n $N && ./plain 999 > expected && env UDPC_OPTIONS=output=a.prof ./counted 999 > out) && \
// RUN:   cmp out expected && \
// RUN:   rm a.prof; \
// RUN: }
// RUN: each N 12 20 63 -- check
// RUN: (ulimit -n 128 && ./plain 100 > expected && env UDPC_OPTIONS=output=a.prof ./counted 100 > out)
// RUN: cmp out expected
// RUN: rm a.prof
// RUN: (ulimit -n 1024 && ./plain 199 > expected && env UDPC_OPTIONS=output=a.prof ./counted 199 > out)
// RUN: cmp out expected
// RUN: rm a.prof
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: "*"}
//--- a.c
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int Count, char **Arguments) {
  int Most = atoi(Arguments[1]), Numbers[1000], N = 0;
  while (N < 1000 && (Numbers[N] = open("/dev/null", O_RDONLY)) >= 0 && Numbers[N] < Most)
    printf("%d\n", Numbers[N++]);
  while (N--)
    close(Numbers[N]);
  return 0;
}
