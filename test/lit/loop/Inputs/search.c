// Looks up numbers by bisection of the places of records: where it reads next
// depends on what it has read.
#include <stdio.h>

enum { Number = 1 << 15 };
static unsigned Places[Number];
static struct {
  unsigned Key, Rest[15];
} Records[Number];

__attribute__((noinline)) static unsigned find(unsigned Key) {
  unsigned Low = 0, High = Number;
  while (High - Low > 1) {
    unsigned Middle = (Low + High) / 2;
    if (Records[Places[Middle]].Key <= Key)
      Low = Middle;
    else
      High = Middle;
  }
  return Low;
}

int main(void) {
  unsigned Sum = 0, Random = 1;
  for (unsigned I = 0; I < Number; ++I) {
    Places[I] = I * 40503u % Number;
    Records[Places[I]].Key = 3 * I;
  }
  for (unsigned I = 0; I < 20000; ++I) {
    Random = Random * 1664525 + 1013904223;
    Sum += find((Random >> 8) % (3 * Number));
  }
  // The time is not what matters here.
  printf("found %u\ntime 1000 us\n", Sum);
}
