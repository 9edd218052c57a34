// Threads share the registers and the counters; each has a procTag of its own,
// which it has from the thread that started it. Their udpc instructions are
// counted apart, as by QEMU's plugin, but for the numbers: QEMU uses those of ended
// threads again.
//
// REQUIRES: machine
// RUN: riscv64-linux-gnu-gcc -O1 -static %s -o %t
// RUN: udpc-machine --unit=out=%t.json %t | FileCheck %s
// RUN: qemu-riscv64 -plugin %counter_unit,out=%t.qemu %t > /dev/null
// RUN: sed -i 's/"thread":[0-9]*,//g' %t.qemu %t.json
// RUN: diff %t.qemu %t.json
// RUN: FileCheck %s --check-prefix=UNIT --input-file=%t.json
//
// CHECK:      inherited: procTag 1234567, counted 1
// CHECK-NEXT: its own: procTag 0, counted 0, the first thread's 1234567
// UNIT: "counter":3,"count":1500,{{.*}}"threads":[{"count":500,{{.*}}},{"count":1000,{{.*}}}]

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define WRITE_REGISTER(tag, value)                                             \
  __asm__ volatile("addi x0, %0, " #tag ::"r"((uint64_t)(value)) : "memory")
#define READ_REGISTER(tag, out)                                                \
  __asm__ volatile("addi x0, %0, " #tag : "+r"(out)::"memory")

static uint64_t Tag;

static void *run(void *Sets) {
  if (Sets)
    WRITE_REGISTER(1, 0);
  READ_REGISTER(33, Tag);
  // Several turns.
  for (volatile int I = 0; I != 20000; ++I)
    ;
  return NULL;
}

static pthread_barrier_t Both;

static void *count(void *Number) {
  for (long I = 0; I != (long)Number; ++I)
    __asm__ volatile("slti x0, x0, 3" ::: "memory");
  pthread_barrier_wait(&Both);
  return NULL;
}

/* The instructions that were counted while a thread ran, in units of its work. */
static uint64_t runThread(void *Sets) {
  pthread_t T;
  uint64_t Before = 0, After = 0;
  READ_REGISTER(129, Before);
  pthread_create(&T, NULL, run, Sets);
  pthread_join(T, NULL);
  READ_REGISTER(129, After);
  return (After - Before) / 100000;
}

int main(void) {
  uint64_t First = 0;
  WRITE_REGISTER(1, 0x1234567);
  WRITE_REGISTER(7, 1);
  uint64_t Counted = runThread(NULL);
  printf("inherited: procTag %lx, counted %lu\n", Tag, Counted);
  Counted = runThread(&First);
  READ_REGISTER(33, First);
  printf("its own: procTag %lx, counted %lu, the first thread's %lx\n", Tag,
         Counted, First);
  WRITE_REGISTER(7, 0);
  pthread_t A, B;
  pthread_barrier_init(&Both, NULL, 3);
  pthread_create(&A, NULL, count, (void *)500);
  pthread_create(&B, NULL, count, (void *)1000);
  pthread_barrier_wait(&Both);
  pthread_join(A, NULL);
  pthread_join(B, NULL);
}
