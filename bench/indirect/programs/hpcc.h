// What core_single_cpu.c of HPCC's RandomAccess needs of HPCC, without MPI.
#ifndef UDPC_BENCH_INDIRECT_PROGRAMS_HPCC_H
#define UDPC_BENCH_INDIRECT_PROGRAMS_HPCC_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uint64_t u64Int;
typedef int64_t s64Int;
#define FSTR64 "%ld"
#define LONG_IS_64BITS
#define HPCC_XMALLOC(Type, Count) ((Type *)malloc(sizeof(Type) * (Count)))
#define HPCC_free free

typedef struct {
  char outFname[256];
  double HPLMaxProcMem;
  s64Int RandomAccess_N;
} HPCC_Params;

typedef int MPI_Datatype, MPI_Comm, MPI_Request, MPI_Status, MPI_Op;

double HPL_timer_cputime(void), MPI_Wtime(void);

#endif
