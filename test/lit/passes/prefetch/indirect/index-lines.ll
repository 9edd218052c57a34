; Indexes in records that are far apart: hardware prefetchers do not follow, so
; that their lines are prefetched as well, twice as far ahead, without a load.
;
; RUN: opt -load-pass-plugin=%plugin -passes=udpc-indirect-prefetch -udpc-prefetch-indirect=16 -S %s \
; RUN:   -pass-remarks=udpc -pass-remarks-missed=udpc 2> %t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not='remark:' < %t.remarks

; CHECK-LABEL: define i64 @far(
; CHECK:      [[INDEX:%.*]] = add i64 %i, 32
; CHECK:      call void @llvm.prefetch
; CHECK:      [[LINE:%.*]] = getelementptr [256 x i8], ptr %records, i64 [[INDEX]]
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[LINE]]
; CHECK-NOT:  call void @llvm.prefetch
; CHECK:      ret
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 1 load up to the last iteration
; REMARK: remark: {{.*}} prefetch 32 iterations ahead {{.*}} with 0 loads: an index
define i64 @far(ptr %records, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %loop ]
  %pr = getelementptr inbounds [256 x i8], ptr %records, i64 %i
  %p = load ptr, ptr %pr, align 8
  %v = load i64, ptr %p, align 8
  %s.next = add i64 %s, %v
  %next = add nuw i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i64 %s.next
}

; Hardware prefetchers follow records of one line.
; CHECK-LABEL: define i64 @near(
; CHECK-COUNT-1: call void @llvm.prefetch
; CHECK-NOT:  call void @llvm.prefetch
; CHECK:      ret
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 1 load up to the last iteration
define i64 @near(ptr %records, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %loop ]
  %pr = getelementptr inbounds [64 x i8], ptr %records, i64 %i
  %p = load ptr, ptr %pr, align 8
  %v = load i64, ptr %p, align 8
  %s.next = add i64 %s, %v
  %next = add nuw i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i64 %s.next
}
