// Functions that are defined twice (`extern inline gnu_inline`) have llvm-cov's line
// counts. The front end has a record of the unused body, too; llvm-cov drops that.
//
// RUN: rm -rf %t && mkdir %t && cd %t && printf 'version: 1\nevents: [{event: lines, line: "*:*"}]\n' > spec.yaml
// RUN: check() { \
// RUN:   udpc-clang $flags -fudpc-spec=spec.yaml %s -o counted && \
// RUN:   env UDPC_OPTIONS=output=p ./counted && \
// RUN:   udpc export --format=lcov p | sed -n '/^DA:/p' > ours && \
// RUN:   clang ${flags%%-fudpc*} -fprofile-instr-generate -fcoverage-mapping %s -o covered && \
// RUN:   env LLVM_PROFILE_FILE=raw ./covered && \
// RUN:   llvm-profdata merge raw -o profile && \
// RUN:   llvm-cov export -format=lcov --instr-profile profile covered | sed -n '/^DA:/p' > theirs && \
// RUN:   grep -q '^DA:48,7' ours && \
// RUN:   grep -q '^DA:55,4' ours && \
// RUN:   diff ours theirs; \
// RUN: }
// RUN: each flags "-O0" "-O2" "-O2 -fPIC" "-O2 -fudpc-lowering=call" "-O2 -std=gnu89 -DOLD" "-O2 -DALWAYS" \
// RUN:   "-O2 -flto -fuse-ld=lld" -- check

#include <stdio.h>
#ifdef OLD
#define INLINE extern inline
#elif defined(ALWAYS)
#define INLINE extern inline __attribute__((gnu_inline, always_inline))
#else
#define INLINE extern inline __attribute__((gnu_inline))
#endif

INLINE int again(int x) {
  return x + 100;
}

INLINE int only(int x) {
  return x + 1;
}

int use(void) {
  int s = 0;
  for (int i = 0; i < 6; i++)
    s += again(i);
  return s;
}

int again(int x) {
  // Executed by use() and main().
  if (x > 100)
    return x;
  return x + 200;
}

static int other(int n) {
  int s = 0;
  if (n)
    for (int i = 0; i < 4; i++)
      s += only(i);
  return s;
}

int only(int x) {
  return x + 2;
}

int main(int argc, char **argv) {
  printf("%d %d %d\n", use(), again(3), other(argc));
  return 0;
}
