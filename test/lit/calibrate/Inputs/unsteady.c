// Preloaded: a clock of processor time on which three of four samples take five
// times as long as they do.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

int clock_gettime(clockid_t Clock, struct timespec *Now) {
  static int (*Real)(clockid_t, struct timespec *);
  static long long Last, Shown;
  static unsigned Calls;
  if (!Real)
    *(void **)&Real = dlsym(RTLD_NEXT, "clock_gettime");
  int Status = Real(Clock, Now);
  if (Clock != CLOCK_THREAD_CPUTIME_ID || Status)
    return Status;
  long long Ns = Now->tv_sec * 1000000000LL + Now->tv_nsec;
  // A sample is between two calls.
  int IsSlow = Calls++ / 2 % 4;
  Shown += (Ns - Last) * (IsSlow ? 5 : 1);
  Last = Ns;
  Now->tv_sec = Shown / 1000000000;
  Now->tv_nsec = Shown % 1000000000;
  return 0;
}
