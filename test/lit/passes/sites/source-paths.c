// A file has one spelling in tables and reports, whatever path it was compiled
// or included by; -ffile-prefix-map makes it relative.
//
// RUN: rm -rf %t && split-file %s %t && mkdir %t/lib && cd %t
// RUN: udpc-clang -fudpc-spec=spec.yaml lib/../src/a.c src/../src/./b.c -o app
// RUN: env UDPC_OPTIONS=output=app.prof ./app
// RUN: udpc report --sites --csv app.prof | FileCheck %s --implicit-check-not=..
// RUN: udpc report --csv app.prof | FileCheck %s --check-prefix=SUM
// CHECK-DAG: {{.*}}/src/a.c
// CHECK-DAG: {{.*}}/src/part.h
// SUM-DAG: parts,line,{{.*}},2{{$}}
// SUM-DAG: mains,entry,{{.*}},1{{$}}
//
// RUN: udpc-clang -fudpc-spec=spec.yaml -ffile-prefix-map=%t=. lib/../src/a.c src/b.c -o root
// RUN: env UDPC_OPTIONS=output=root.prof ./root
// RUN: udpc report --sites --csv root.prof | FileCheck %s --check-prefix=ROOT --implicit-check-not=%t
// ROOT-DAG: {{[" ,]}}src/a.c
// ROOT-DAG: {{[" ,]}}src/part.h
// The same of transparent sites and of costs, which are found at the link of LTO.
// RUN: udpc-clang -flto -fuse-ld=lld -fudpc-spec=spec.yaml -fudpc-fidelity=transparent \
// RUN:   -ffile-prefix-map=%t=. -c lib/../src/a.c
// RUN: udpc-clang -flto -fuse-ld=lld -fudpc-spec=spec.yaml -fudpc-fidelity=transparent \
// RUN:   -ffile-prefix-map=%t=. -c src/b.c
// RUN: udpc-clang -flto -fuse-ld=lld -fudpc-spec=spec.yaml a.o b.o -o lto
// RUN: udpc sites lto | FileCheck %s --check-prefix=LTO --implicit-check-not=%t
// LTO: {{[" ,]|^}}src/a.c
// RUN: udpc-clang -fudpc-profile=counts -ffile-prefix-map=%t=. lib/../src/a.c src/b.c -o costs
// RUN: env UDPC_OPTIONS=output=costs.prof ./costs
// RUN: strings costs | grep 'src/' | FileCheck %s --check-prefix=COSTS --implicit-check-not=%t/src
// COSTS-DAG: {{^}}src/a.c
// COSTS-DAG: {{^}}src/part.h
//
// Behind a symbolic link, `..` leads elsewhere.
// RUN: mkdir -p %t/far/deep %t/far/src && cp src/* far/src && ln -s far/deep link
// RUN: udpc-clang -fudpc-spec=spec.yaml link/../src/a.c src/b.c -o linked
// RUN: env UDPC_OPTIONS=output=linked.prof ./linked
// RUN: udpc report --sites --csv linked.prof | FileCheck %s --check-prefix=LINKED
// LINKED: {{.*}}/link/../src/a.c
//--- spec.yaml
version: 1
events:
- {event: mains, entry: main}
- {event: parts, line: "src/part.h:1"}
//--- src/part.h
static inline int part(int x) { return x + 1; }
//--- src/a.c
#include "../src/part.h"
int b(void);
int main(void) { return part(0) + b() - 3; }
//--- src/b.c
#include "./part.h"
int b(void) { return part(1); }
