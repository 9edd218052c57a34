// Every syntax in C, on statements of every kind: one call each, of which the
// spec need not speak. Functions get annotations.
// RUN: clang -fplugin=%clang_plugin -fplugin-arg-udpc-spec=%S/Inputs/spec.yaml -std=c99 -Wall -Werror -g1 -S -emit-llvm %s -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: clang -fplugin=%clang_plugin -fplugin-arg-udpc-spec=%S/Inputs/spec.yaml -std=c23 -Wall -Werror -g1 -S -emit-llvm %s -o %t.23.ll
// RUN: FileCheck %s < %t.23.ll
// Without a spec nobody takes markers out again: there are none.
// RUN: clang -fplugin=%clang_plugin -std=c99 -Wall -Werror -S -emit-llvm %s -o - | FileCheck --check-prefix=NOSPEC %s
// NOSPEC-NOT: __udpc

#if !__has_attribute(udpc_event) || !__has_attribute(udpc_spin)
#error "the plugin's attributes are not known"
#endif
#if __STDC_VERSION__ >= 202311
#if !__has_c_attribute(udpc::event) || !__has_c_attribute(udpc::spin)
#error "the plugin's attributes are not known"
#endif
#define EVENT(name) [[udpc::event(name)]]
#define SPIN(name) [[udpc::spin(name)]]
#else
#define EVENT(name) __attribute__((udpc_event(name)))
#define SPIN(name) __attribute__((udpc_spin(name)))
#endif

int use(int);

// CHECK-DAG: [[EXPR:@[.a-z0-9]+]] = private {{.*}} c"expression\00"
// CHECK-DAG: [[NULL:@[.a-z0-9]+]] = private {{.*}} c"null\00"
// CHECK-DAG: [[BLOCK:@[.a-z0-9]+]] = private {{.*}} c"block\00"
// CHECK-DAG: [[IF:@[.a-z0-9]+]] = private {{.*}} c"if\00"
// CHECK-DAG: [[THEN:@[.a-z0-9]+]] = private {{.*}} c"then\00"
// CHECK-DAG: [[RETURN:@[.a-z0-9]+]] = private {{.*}} c"return\00"
// CHECK-DAG: [[ENTRY:@[.a-z0-9]+]] = private {{.*}} c"udpc-event=entry\00", section "llvm.metadata"
// CHECK-DAG: [[BOTH:@[.a-z0-9]+]] = private {{.*}} c"udpc-spin=loops\00", section "llvm.metadata"
// CHECK-DAG: [[LATER:@[.a-z0-9]+]] = private {{.*}} c"udpc-event=declared\00", section "llvm.metadata"
// The declaration's attribute and the definition's are one.
// CHECK: @llvm.global.annotations = appending global [4 x {{.*}}@entry, ptr [[ENTRY]]{{.*}}@entry, ptr [[BOTH]]{{.*}}@declared, ptr [[LATER]]{{.*}}@twice, ptr

EVENT("entry") SPIN("loops") int entry(int x) {
  // CHECK-LABEL: define{{.*}} @entry(
  // CHECK: call void @__udpc_mark(ptr noundef [[EXPR]], i64 noundef 1) {{.*}}, !dbg [[EXPRLOC:![0-9]+]]
  // CHECK-NEXT: load
  EVENT("expression") x++;
  // CHECK: call void @__udpc_mark(ptr noundef [[NULL]], i64 noundef 1)
  EVENT("null");
  // CHECK: call void @__udpc_mark(ptr noundef [[BLOCK]], i64 noundef 1)
  EVENT("block") { x--; }
  // CHECK: call void @__udpc_mark(ptr noundef [[IF]], i64 noundef 1)
  // CHECK: br i1
  // CHECK: call void @__udpc_mark(ptr noundef [[THEN]], i64 noundef 1)
  EVENT("if") if (x > 1)
    EVENT("then") x = 2;
  // CHECK: call void @__udpc_mark(ptr noundef [[RETURN]], i64 noundef 1)
  // CHECK-NOT: call void @__udpc
  // CHECK: ret i32
  EVENT("return") return use(x);
}

EVENT("declared") int declared(int x);
int declared(int x) { return x; }
EVENT("twice") int twice(int x);
EVENT("twice") int twice(int x) { return x; }

// CHECK-LABEL: define{{.*}} @loops(
int loops(int n) {
  // CHECK: call void @__udpc_spin(
  SPIN("a") while (use(n));
  // CHECK: call void @__udpc_spin(
  SPIN("b") for (;;) {
    if (use(n))
      break;
  }
  // CHECK: call void @__udpc_spin(
  SPIN("c") do
    n--;
  while (n > 0);
  // CHECK: call void @__udpc_mark(
  // CHECK: call void @__udpc_spin(
  // CHECK-NOT: call void @__udpc
  EVENT("d") SPIN("d") while (use(n));
  // CHECK: ret i32
  return n;
}

// CHECK: declare void @__udpc_spin(ptr noundef)
// The calls stand where the statements do, and debug info has no word of their
// functions.
// CHECK: [[EXPRLOC]] = !DILocation(line: [[#@LINE-45]],
// CHECK-NOT: DISubprogram(name: "__udpc
