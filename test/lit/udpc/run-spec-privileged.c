// The dynamic linker loads no runtime into programs with more rights than their
// user, so `udpc run --spec` says what to do instead of running them uncounted.
//
// REQUIRES: x86_64, root
// RUN: rm -rf %t && mkdir %t && cd %t && clang %s -o other && chown 12345 other && chmod u+s other
// RUN: printf 'version: 1\nevents:\n  - event: a\n    entry: main\n' > s.yaml
// RUN: { udpc run --spec s.yaml -- ./other || test $? = 127; } 2>&1 | FileCheck %s
// CHECK: udpc: error: run: --spec: {{.*}}other: it runs with more rights than its user (set-user-ID, set-group-ID or file capabilities), so the dynamic linker loads no runtime into it; run it as the user whose rights it needs, or a copy without them
int main(void) { return 0; }
