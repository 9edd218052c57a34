; What functions get pointers to is prefetched for the calls to come: they will
; access it.
;
; RUN: opt -load-pass-plugin=%plugin -passes=udpc-indirect-prefetch -udpc-prefetch-indirect=16 -S %s \
; RUN:   -pass-remarks=udpc -pass-remarks-missed=udpc 2> %t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not='remark:' < %t.remarks

declare i64 @visit(ptr)
declare void @both(ptr, ptr, i64)
declare i64 @number(ptr) memory(none)
declare i64 @first(ptr readnone)

; The function may end the program: the array may end with this iteration.
; CHECK-LABEL: define void @callsVisit(
; CHECK:      icmp ule i64 {{%.*}}, 3960
; CHECK:      [[P:%.*]] = load ptr, ptr {{%.*}}, align 8, !nosanitize
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[P]]
; CHECK:      call i64 @visit(ptr %p)
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 1 load of this iteration's page
define void @callsVisit(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pp = getelementptr inbounds ptr, ptr %a, i64 %i
  %p = load ptr, ptr %pp, align 8
  %v = call i64 @visit(ptr %p)
  %next = add nuw i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Two arguments that the loop loads, and one that it does not.
; CHECK-LABEL: define void @callsBoth(
; CHECK-COUNT-2: call void @llvm.prefetch
; CHECK-NOT:  call void @llvm.prefetch
; CHECK:      ret
; REMARK-COUNT-2: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 1 load of this iteration's page
define void @callsBoth(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pp = getelementptr inbounds ptr, ptr %a, i64 %i
  %p = load ptr, ptr %pp, align 8
  %qq = getelementptr inbounds ptr, ptr %b, i64 %i
  %q = load ptr, ptr %qq, align 8
  call void @both(ptr %p, ptr %q, i64 %i)
  call i64 @visit(ptr %a)
  %next = add nuw i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Functions that do not access what they get.
; CHECK-LABEL: define void @callsOthers(
; CHECK-NOT:  call void @llvm.prefetch
; CHECK:      ret
define void @callsOthers(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pp = getelementptr inbounds ptr, ptr %a, i64 %i
  %p = load ptr, ptr %pp, align 8
  %v = call i64 @number(ptr %p)
  %w = call i64 @first(ptr %p)
  %next = add nuw i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
