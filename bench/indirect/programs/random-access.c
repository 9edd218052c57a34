// HPCC's RandomAccess on one core, of Debian's hpcc: its own kernel and its own
// verification, which is not measured.
#include "hpcc.h"
#include "../../prefetch/common.h"

#ifdef PREFETCH_BY_HAND
#include "by-hand.c"
#else
#include "core_single_cpu.c"
#endif
#include "starts.c" // utility.c, without the header that has no guard

double HPL_timer_cputime(void) { return seconds(); }
double MPI_Wtime(void) { return seconds(); }

int main(int argc, char **argv) {
  HPCC_Params Params = {.HPLMaxProcMem = bytesOf(argc, argv)};
  double Rate;
  int Failure;
  if (HPCC_RandomAccess(&Params, 0, &Rate, &Failure))
    return 1;
  double Updates = 4.0 * Params.RandomAccess_N;
  printf("%.6f %016llx\n", Updates / (Rate * 1e9), (unsigned long long)Failure);
  return Failure;
}
