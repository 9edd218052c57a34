; Each memory operation gets a discriminator that no other code of its line has;
; the first at a discriminator keeps it. The numbers in .loc are LLVM's encoding
; of base discriminators: 2 is 1, 4 is 2, 6 is 3.
;
; RUN: llc -load=%plugin -x86-discriminate-memops %s -o - | FileCheck %s --check-prefixes=CHECK,ON
; RUN: llc -load=%plugin -x86-discriminate-memops -udpc-discriminate-memops=0 %s -o - \
; RUN:   | FileCheck %s --check-prefixes=CHECK,ON
;
; By default they are recorded in a section instead, and so is what that option
; of ours asks for: LLVM's discriminators stay as they are.
; RUN: llc %s -o %t.plain.s
; RUN: check() { \
; RUN:   llc -load=%plugin $options %s -o - | sed '/^\.Ltmp/d' > %t.s && \
; RUN:   grep "[.]loc" %t.s > %t.locs && \
; RUN:   grep "[.]loc" %t.plain.s | diff - %t.locs && \
; RUN:   grep -q 'section	.debug_udpc_keys,"",@progbits' %t.s; \
; RUN: }
; RUN: each options "" -udpc-discriminate-memops "-udpc-discriminate-memops -enable-fs-discriminator" -- check
; RUN: llc -load=%plugin -x86-discriminate-memops=0 %s -o - | FileCheck %s --check-prefixes=CHECK,OFF
; RUN: llc -load=%plugin -udpc-discriminate-memops=0 %s -o - | FileCheck %s --check-prefixes=CHECK,OFF
;
; Without debug information for profiling it has no keys.
; RUN: sed 's/debugInfoForProfiling: true/debugInfoForProfiling: false/' %s > %t.ll
; RUN: llc -load=%plugin -x86-discriminate-memops %t.ll -o - | FileCheck %s --check-prefixes=CHECK,OFF
; RUN: llc %t.ll -o %t.without.s
; RUN: llc -load=%plugin %t.ll -o %t.with.s
; RUN: cmp %t.with.s %t.without.s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: {{^}}three:
; CHECK: .loc {{[0-9]+}} 12 7 {{(is_stmt 0 )?}}{{(prologue_end)?$|.*# .*}}
; CHECK: movl (%rdi), %eax
; ON: .loc {{[0-9]+}} 12 {{.*}}discriminator 4
; OFF-NOT: discriminator 4
; CHECK: addl 40(%rdi), %eax
; The code of another discriminator keeps that.
; CHECK: .loc {{[0-9]+}} 12 {{.*}}discriminator 2
; CHECK: addl 80(%rdi), %eax
define i32 @three(ptr %p) !dbg !5 {
  %a = load i32, ptr %p, !dbg !8
  %p1 = getelementptr i32, ptr %p, i64 10, !dbg !8
  %b = load i32, ptr %p1, !dbg !8
  %s = add i32 %a, %b, !dbg !8
  %p2 = getelementptr i32, ptr %p, i64 20, !dbg !9
  %c = load i32, ptr %p2, !dbg !9
  %t = add i32 %s, %c, !dbg !9
  ret i32 %t, !dbg !10
}

; An operation without a location borrows one: that of the operation before, or
; the function's.
; CHECK-LABEL: {{^}}nowhere:
; ON: .loc {{[0-9]+}} 20 {{.*}}discriminator 2
; OFF-NOT: discriminator
; CHECK: movl (%rdi), %eax
; CHECK: .loc {{[0-9]+}} 22
; CHECK: addl (%rsi), %eax
; ON: .loc {{[0-9]+}} 22 {{.*}}discriminator 2
; OFF-NOT: discriminator
; CHECK: addl 8(%rsi), %eax
define i32 @nowhere(ptr %p, ptr %q) !dbg !11 {
  %a = load i32, ptr %p
  %b = load i32, ptr %q, !dbg !12
  %s = add i32 %a, %b, !dbg !12
  %q1 = getelementptr i32, ptr %q, i64 2
  %c = load i32, ptr %q1
  %t = add i32 %s, %c
  ret i32 %t, !dbg !13
}

; Line 0 cannot have discriminators in a line table: the operation moves to the
; line before. It takes its discriminator after all others have theirs.
; CHECK-LABEL: {{^}}zero:
; CHECK: .loc {{[0-9]+}} 32
; CHECK: movl (%rdi), %eax
; ON: .loc {{[0-9]+}} 32 {{.*}}discriminator 4
; OFF: .loc {{[0-9]+}} 0
; CHECK: addl 40(%rdi), %eax
; ON: .loc {{[0-9]+}} 32 {{.*}}discriminator 2
; CHECK: addl 80(%rdi), %eax
define i32 @zero(ptr %p) !dbg !14 {
  %a = load i32, ptr %p, !dbg !15
  %p1 = getelementptr i32, ptr %p, i64 10, !dbg !16
  %b = load i32, ptr %p1, !dbg !16
  %s = add i32 %a, %b, !dbg !16
  %p2 = getelementptr i32, ptr %p, i64 20, !dbg !15
  %c = load i32, ptr %p2, !dbg !15
  %t = add i32 %s, %c, !dbg !15
  ret i32 %t, !dbg !17
}

; If its address is computed in a line, it has that one.
; CHECK-LABEL: {{^}}merged:
; CHECK: .loc {{[0-9]+}} 44
; CHECK: movl (%rdi), %eax
; ON: .loc {{[0-9]+}} 42 {{.*}}discriminator 2
; OFF: .loc {{[0-9]+}} 0
; CHECK: addl 40(%rdi), %eax
define i32 @merged(ptr %p) !dbg !19 {
  %a = load i32, ptr %p, !dbg !22
  %p1 = getelementptr i32, ptr %p, i64 10, !dbg !20
  %b = load i32, ptr %p1, !dbg !21
  %s = add i32 %a, %b, !dbg !21
  ret i32 %s, !dbg !22
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "p", isOptimized: true, emissionKind: LineTablesOnly, debugInfoForProfiling: true)
!1 = !DIFile(filename: "three.c", directory: "/src")
!2 = !{i32 2, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !18)
!5 = distinct !DISubprogram(name: "three", scope: !1, file: !1, line: 10, type: !4, unit: !0, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!7 = !DILexicalBlockFile(scope: !5, file: !1, discriminator: 2)
!8 = !DILocation(line: 12, column: 7, scope: !5)
!9 = !DILocation(line: 12, column: 20, scope: !7)
!10 = !DILocation(line: 13, column: 1, scope: !5)
!11 = distinct !DISubprogram(name: "nowhere", scope: !1, file: !1, line: 20, type: !4, unit: !0, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!12 = !DILocation(line: 22, column: 3, scope: !11)
!13 = !DILocation(line: 23, column: 1, scope: !11)
!14 = distinct !DISubprogram(name: "zero", scope: !1, file: !1, line: 30, type: !4, unit: !0, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!15 = !DILocation(line: 32, column: 3, scope: !14)
!16 = !DILocation(line: 0, scope: !14)
!17 = !DILocation(line: 33, column: 1, scope: !14)
!18 = !{}
!19 = distinct !DISubprogram(name: "merged", scope: !1, file: !1, line: 40, type: !4, unit: !0, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!20 = !DILocation(line: 42, column: 3, scope: !19)
!21 = !DILocation(line: 0, scope: !19)
!22 = !DILocation(line: 44, column: 1, scope: !19)
