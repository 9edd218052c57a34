#include <cstdio>
#include <udpc/udpc.h>

extern "C" int part(int);
namespace lib {
int twice(int);
}

int main() {
  int sum = 0;
  for (int i = 0; i < 10; ++i)
    sum += part(i);
  sum += lib::twice(sum);
  std::printf("sum %d, parts so far %lld\n", sum,
              static_cast<long long>(udpc_read(udpc_event_find("parts"))));
  return 0;
}
