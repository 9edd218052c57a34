// Shared by the kernels: size, random numbers, memory, and output: the
// processor time of the kernel alone, and a checksum that must not depend on
// prefetches.
//
// usage: <kernel> [<megabytes>]
#ifndef UDPC_BENCH_PREFETCH_COMMON_H
#define UDPC_BENCH_PREFETCH_COMMON_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Prefetches written by hand. DISTANCE is the number of loop iterations ahead,
// here and in the comments for run.py. LOCALITY is the type: 3 is t0, 0 nta.
#ifndef LOCALITY
#define LOCALITY 3
#endif
#ifdef PREFETCH_BY_HAND
#define BY_HAND(Address)                                                       \
  __builtin_prefetch((const char *)(Address), 0, LOCALITY)
#else
#define BY_HAND(Address) (void)0
#endif

#define KERNEL __attribute__((noinline))

static uint64_t Seed = 1;

// Knuth's MMIX generator; its high bits are more random.
static inline uint64_t random32(void) {
  Seed = Seed * 6364136223846793005u + 1442695040888963407u;
  return Seed >> 32;
}

static inline size_t bytesOf(int argc, char **argv) {
  long Megabytes = argc > 1 ? atol(argv[1]) : 256;
  if (argc > 2 || Megabytes < 1) {
    fprintf(stderr, "usage: %s [<megabytes>, 1 or more; default 256]\n",
            argv[0]);
    exit(2);
  }
  return (size_t)Megabytes << 20;
}

// Pages of the default size, all touched.
static inline void *allocate(size_t Bytes) {
  Bytes = (Bytes + 4095) & ~(size_t)4095;
  void *Memory = aligned_alloc(4096, Bytes);
  if (!Memory) {
    fprintf(stderr, "no memory for %zu bytes\n", Bytes);
    exit(1);
  }
  memset(Memory, 0, Bytes);
  // Else the compiler knows that nothing changes it between passes, and makes
  // one of a kernel that only reads.
  __asm__ volatile("" : "+r"(Memory) : : "memory");
  return Memory;
}

// Memory that may change between passes, for all that the compiler knows.
static inline void publish(const void *Memory) {
  __asm__ volatile("" : : "r"(Memory) : "memory");
}

// The numbers 0 to Count - 1 in random order.
static inline uint32_t *shuffled(size_t Count) {
  uint32_t *Order = (uint32_t *)allocate(Count * sizeof(uint32_t));
  for (size_t I = 0; I < Count; ++I)
    Order[I] = I;
  for (size_t I = Count; I > 1; --I) {
    size_t J = random32() % I;
    uint32_t Other = Order[J];
    Order[J] = Order[I - 1];
    Order[I - 1] = Other;
  }
  return Order;
}

static inline double seconds(void) {
  struct timespec Now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &Now);
  return Now.tv_sec + Now.tv_nsec * 1e-9;
}

// Evicts what set-up has touched last from the caches.
static inline void emptyCaches(void) {
  size_t Bytes = (size_t)64 << 20;
  void *Memory = memset(allocate(Bytes), 1, Bytes);
  // Prevents the compiler from removing unused data.
  __asm__ volatile("" : : "r"(Memory) : "memory");
  free(Memory);
}

// Of what a kernel has left in memory; a multiple of 8 bytes. Not measured.
static inline uint64_t checksumOfMemory(const void *Memory, size_t Bytes) {
  const uint64_t *Words = (const uint64_t *)Memory;
  uint64_t Sum = 0;
  for (size_t I = 0; I < Bytes / 8; ++I)
    Sum = Sum * 31 + Words[I];
  return Sum;
}

// How often a kernel does its work: small data take more, so that a run takes
// long enough, and find them in the cache from the second time on.
#ifndef PASSES
#define PASSES 1
#endif

// Measures a statement, and prints what the benchmark reads.
#define MEASURE_THEN(Statement, Checksum)                                      \
  do {                                                                         \
    emptyCaches();                                                             \
    double Start = seconds();                                                  \
    for (int Pass = 0; Pass < PASSES; ++Pass) {                                \
      Statement;                                                               \
      /* The compiler must not do once what it could. */                       \
      __asm__ volatile("" : : : "memory");                                     \
    }                                                                          \
    double Taken = seconds() - Start;                                          \
    printf("%.6f %016llx\n", Taken, (unsigned long long)(Checksum));           \
  } while (0)

// The same of an expression whose value is the checksum.
#define MEASURE(Expression)                                                    \
  do {                                                                         \
    uint64_t Sum;                                                              \
    /* In C++, calls whose value nobody reads would be removed. */             \
    MEASURE_THEN(Sum = (Expression); __asm__ volatile("" : : "r"(Sum)), Sum);  \
  } while (0)

#endif
