// Linkers that fold equal functions (--icf) do not fold functions with sites or costs
// of their own: in each lowering, with link-time optimisation and in cost profiles.
//
// REQUIRES: x86_64
// RUN: rm -rf %t
// RUN: mkdir %t
// RUN: cd %t
// RUN: printf 'version: 1\nevents:\n- {event: E, entry: "[ab]_get"}\n- {event: R, return: "[ab]_get"}\n' > s.yaml
// RUN: check_sites() { \
// RUN:   udpc-clang -O2 -g -ffunction-sections -fuse-ld=lld -Wl,--icf=$i -fudpc-spec=s.yaml \
// RUN:     -fudpc-lowering=$f %s -o a && \
// RUN:   env 'UDPC_OPTIONS=output=a.prof:enable=*' ./a && \
// RUN:   udpc report --sites a.prof > sites && \
// RUN:   FileCheck %s < sites; \
// RUN: }
// RUN: each i safe all -- each f inline call instruction "instruction -fudpc-fidelity=transparent" \
// RUN:   "instruction -fno-integrated-as" "instruction -flto" -- check_sites
// CHECK-DAG: E{{ +}}9 {{.*}} b_get
// CHECK-DAG: E{{ +}}5 {{.*}} a_get
// CHECK-DAG: R{{ +}}9 {{.*}} b_get
// CHECK-DAG: R{{ +}}5 {{.*}} a_get
//
// RUN: check_costs() { \
// RUN:   udpc-clang -O2 -g -ffunction-sections -fuse-ld=lld -Wl,--icf=all -fudpc-profile=$f %s -o b && \
// RUN:   env UDPC_OPTIONS=cache_output=b.cache:cachegrind_output=:summary=0 ./b && \
// RUN:   udpc export b.cache --format=csv > costs && \
// RUN:   FileCheck %s --check-prefix=COSTS < costs; \
// RUN: }
// RUN: each f counts "counts -fPIC" "cache,calls" -- check_costs
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
