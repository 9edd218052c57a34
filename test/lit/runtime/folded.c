// Linkers that fold equal functions (--icf) do not fold functions with sites or costs
// of their own: in each lowering, with link-time optimisation and in cost profiles.
//
// REQUIRES: x86_64
// RUN: rm -rf %t
// RUN: mkdir %t
// RUN: cd %t
// RUN: printf 'version: 1\nevents:\n- {event: E, entry: "[ab]_get"}\n- {event: R, return: "[ab]_get"}\n' > s.yaml
// RUN: for i in safe all; do for f in inline call instruction "instruction -fudpc-fidelity=transparent" \
// RUN:   "instruction -fno-integrated-as" "instruction -flto"; do udpc-clang -O2 -g -ffunction-sections -fuse-ld=lld \
// RUN:   -Wl,--icf=$i -fudpc-spec=s.yaml -fudpc-lowering=$f %s -o a && env 'UDPC_OPTIONS=output=a.prof:enable=*' \
// RUN:   ./a && udpc report --sites a.prof > sites && FileCheck %s < sites || { echo "$i $f"; exit 1; }; done; done
// CHECK-DAG: E{{ +}}9 {{.*}} b_get
// CHECK-DAG: E{{ +}}5 {{.*}} a_get
// CHECK-DAG: R{{ +}}9 {{.*}} b_get
// CHECK-DAG: R{{ +}}5 {{.*}} a_get
//
// RUN: for f in counts "counts -fPIC" "cache,calls"; do \
// RUN:   udpc-clang -O2 -g -ffunction-sections -fuse-ld=lld -Wl,--icf=all -fudpc-profile=$f %s -o b && \
// RUN:   env UDPC_OPTIONS=cache_output=b.cache:cachegrind_output=:summary=0 ./b && udpc export b.cache --format=csv \
// RUN:   > costs && FileCheck %s --check-prefix=COSTS < costs || { echo "$f"; exit 1; }; done
// COSTS: ,a_get,15,
// COSTS: ,b_get,27,
struct A {
  volatile int v;
};
struct B {
  volatile int v;
};
__attribute__((noinline)) int a_get(struct A *a) { return a->v + 1; }
__attribute__((noinline)) int b_get(struct B *b) { return b->v + 1; }
int main(void) {
  volatile int s = 0;
  struct A a = {1};
  struct B b = {2};
  for (int i = 0; i < 5; i++)
    s += a_get(&a);
  for (int i = 0; i < 9; i++)
    s += b_get(&b);
  return s != 37;
}
