// A name that differs by a typing error from one in the spec gets a warning with the
// place in the spec. Other names get none: libraries have marks of their own.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: printf '%%s\n' 'version: 1' 'events:' '- event: slow' '  mark: slow_path' '- {event: all, mark: "net.*"}' \
// RUN:   '- event: q' '  spin: executions' '  named: queue_lock' '- {event: s, mark: hit}' > spec.yaml
// RUN: clang -fplugin=%clang_plugin -fplugin-arg-udpc-spec=spec.yaml -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck --implicit-check-not=warning: --implicit-check-not=error: %s
// RUN: clang -fplugin=%clang_plugin -fplugin-arg-udpc-spec=spec.yaml -fsyntax-only -Werror -Wno-backend-plugin %s
// No warning without a spec, with an invalid one, or without marks in it.
// RUN: clang -fplugin=%clang_plugin -fsyntax-only -Werror %s
// RUN: printf 'version: 1\nevents: [\n' > broken.yaml
// RUN: clang -fplugin=%clang_plugin -fplugin-arg-udpc-spec=broken.yaml -fsyntax-only -Werror %s
// RUN: printf 'version: 1\nevents: []\n' > empty.yaml
// RUN: clang -fplugin=%clang_plugin -fplugin-arg-udpc-spec=empty.yaml -fsyntax-only -Werror %s
// Unknown arguments.
// RUN: not clang -fplugin=%clang_plugin -fplugin-arg-udpc-spce=x -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck --check-prefix=ARG %s
// ARG: error: unknown argument '-fplugin-arg-udpc-spce=x'; expected '-fplugin-arg-udpc-spec=<file>' or '-fplugin-arg-udpc-lines'

void f(int n) {
  // CHECK: near-names.c:[[#@LINE+3]]:29: warning: no entry of 'spec.yaml' counts the mark 'slow_pth'; did you mean 'slow_path'? [-Wbackend-plugin]
  // CHECK: spec.yaml:4:9: note: the spec names it here
  // CHECK-NEXT: mark: slow_path
  __attribute__((udpc_event("slow_pth"))) n++;
  // CHECK: warning: no entry of 'spec.yaml' counts the spin loop 'queue-lock'; did you mean 'queue_lock'?
  // CHECK: spec.yaml:8:10: note: the spec names it here
  __attribute__((udpc_spin("queue-lock"))) while (n--);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: no entry of 'spec.yaml' counts the mark 'Hit'; did you mean 'hit'?
  __attribute__((udpc_event("Hit"))) n++;
  __attribute__((udpc_event("slow_path"))) n++;
  __attribute__((udpc_event("net.recv"))) n++;
  __attribute__((udpc_event("other"))) n++;
  __attribute__((udpc_event("his"))) n++;
  __attribute__((udpc_event("queue_lock"))) n++;
}
