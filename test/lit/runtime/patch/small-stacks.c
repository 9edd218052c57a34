// The runtime's data of a thread takes no space on stacks whose size the program
// has set.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang -O1 -pthread %s -L%udpc_lib -Wl,-u,__udpc_runtime -ludpc_rt -o a && ./a
// RUN: clang -O1 -pthread -static %s -L%udpc_lib -Wl,-u,__udpc_runtime -ludpc_rt -o a && ./a
#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
static void *run(void *P) {
  volatile char Room[8 << 10];
  memset((char *)Room, 1, sizeof(Room));
  return P;
}
int main(void) {
  pthread_attr_t A;
  pthread_t T;
  pthread_attr_init(&A);
  pthread_attr_setstacksize(&A, 16 << 10);
  if (pthread_create(&T, &A, run, 0) || pthread_join(T, 0))
    return 1;
  // Memory of the program's own stays what it is.
  size_t Size = 256 << 10;
  void *Stack = mmap(0, Size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *Seen;
  pthread_attr_setstack(&A, Stack, Size);
  if (pthread_create(&T, &A, run, 0) || pthread_join(T, 0))
    return 2;
  pthread_attr_getstack(&A, &Seen, &Size);
  return Seen == Stack && Size == 256 << 10 ? 0 : 3;
}
