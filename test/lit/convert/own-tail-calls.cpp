// A tail call of a function to itself through a pointer or a virtual table counts
// as an entry and a return, also if the function has jump tables, or labels whose
// addresses are taken.
//
// REQUIRES: x86_64
// RUN: rm -rf %t
// RUN: mkdir %t
// RUN: cd %t
// RUN: printf 'version: 1\nevents:\n- {event: in, entry: "*ownstep*"}\n- {event: out, return: "*ownstep*"}\n' > s.yaml
// RUN: check() { \
// RUN:   clang++ -O2 -g -fno-rtti $f %s -o main && \
// RUN:   udpc convert main --spec s.yaml -o converted --runtime=%udpc_lib/udpc/libudpc_rt.so && \
// RUN:   env UDPC_OPTIONS=output=a.prof ./converted && \
// RUN:   udpc report a.prof | FileCheck %s && \
// RUN:   udpc run --spec s.yaml -- ./main 2>&1 | FileCheck %s; \
// RUN: }
// RUN: each f "-fno-pie -no-pie" "-fPIE -pie" "-fPIE -pie -fexperimental-relative-c++-abi-vtables" \
// RUN:   "-O3 -fno-pie -no-pie -fcf-protection" -- check
// CHECK: in{{ +}}150{{ }}
// CHECK: out{{ +}}150{{ }}
#define NI __attribute__((noinline))
static volatile long Values[40];
struct A {
  long K;
  virtual long ownstep(long n, A *o);
};
// A jump table of distances or of addresses.
NI long A::ownstep(long n, A *o) {
  switch (K) {
  case 0:
    Values[1] += n;
    break;
  case 1:
    Values[2] -= n * 3;
    break;
  case 2:
    Values[3] ^= n;
    return n + 5;
  case 3:
    Values[4] += Values[1] + 1;
    break;
  case 4:
    Values[5] *= 3;
    return Values[3];
  case 5:
    Values[6] = n / 7;
    break;
  case 6:
    Values[7] += Values[2];
    break;
  default:
    return 7;
  }
  return n > 0 ? o->ownstep(n - 1, o) : n;
}
// Labels whose addresses are taken.
extern long (*volatile Step)(long);
NI long label_ownstep(long n) {
  static void *const Labels[] = {&&Even, &&Odd, &&Last};
  if (n == 0)
    goto *Labels[2];
  goto *Labels[n & 1];
Even:
  Values[8] += n;
  goto Next;
Odd:
  Values[9] -= n;
Next:
  return Step(n - 1);
Last:
  return Values[8];
}
long (*volatile Step)(long) = label_ownstep;
// No table.
extern long (*volatile Plain)(long);
NI long plain_ownstep(long n) {
  Values[10] += n;
  return n ? Plain(n - 1) : 0;
}
long (*volatile Plain)(long) = plain_ownstep;
int main(int argc, char **) {
  A a;
  a.K = argc - 1;
  A *volatile p = &a;
  for (int i = 0; i < 10; ++i)
    Values[0] += p->ownstep(4, p) + Step(4) + Plain(4);
  return 0;
}
