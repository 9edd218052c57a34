// A program without any use of udpc: program <calls> <threads>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int twice(int X), once(void);
asm(".text\n"
    ".globl twice, once\n"
    "twice:\n  pushq %rbx\n  movl %edi, %ebx\n  leal (%rbx,%rbx), %eax\n"
    "  popq %rbx\n  ret\n"
    "once:\n  movl $1, %eax\n  ret\n");

static long Calls;

static void *run(void *Sum) {
  for (long I = 0; I < Calls; ++I)
    *(long *)Sum += twice(3) + once();
  return 0;
}

int main(int Argc, char **Argv) {
  long Sums[16] = {0}, Sum = 0;
  pthread_t Threads[16];
  Calls = atol(Argv[1]);
  int N = atoi(Argv[2]);
  for (int I = 1; I < N; ++I)
    pthread_create(&Threads[I], 0, run, &Sums[I]);
  run(&Sums[0]);
  for (int I = 1; I < N; ++I)
    pthread_join(Threads[I], 0);
  for (int I = 0; I < N; ++I)
    Sum += Sums[I];
  printf("%s\n", Sum == 7 * N * Calls ? "right" : "wrong");
  return Sum != 7 * N * Calls;
}
