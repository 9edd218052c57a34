// Prints what a call of each of two functions costs, in nanoseconds: the least of
// several rounds. What sites in them cost is the difference to the plain program.
#include <stdio.h>
#include <time.h>

// The jump takes two instructions, and one.
__attribute__((noinline)) long twoInstructions(long X) {
  asm volatile("" : "+r"(X));
  return X + 3;
}
__attribute__((noinline)) long oneInstruction(void) {
  asm volatile("");
  return 1;
}

static double now(void) {
  struct timespec T;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &T);
  return T.tv_sec * 1e9 + T.tv_nsec;
}

int main(void) {
  enum { N = 20000000, Rounds = 7 };
  double Least[2] = {1e18, 1e18};
  long Sum = 0;
  for (int Round = 0; Round < Rounds; ++Round) {
    double Begin = now();
    for (long I = 0; I < N; ++I)
      Sum += twoInstructions(I);
    double Middle = now();
    for (long I = 0; I < N; ++I)
      Sum += oneInstruction();
    double End = now();
    if (Middle - Begin < Least[0])
      Least[0] = Middle - Begin;
    if (End - Middle < Least[1])
      Least[1] = End - Middle;
  }
  printf("%.2f %.2f\n", Least[0] / N, Least[1] / N);
  return Sum == 42;
}
