; What several prefetches need is computed once, and lines that differ by a
; constant are known to be the same.
;
; RUN: opt -load-pass-plugin=%plugin -passes=udpc-indirect-prefetch -udpc-prefetch-indirect=16 -S %s \
; RUN:   -pass-remarks=udpc 2> %t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not='remark:' < %t.remarks

; a[b[i]], a[b[i] + n] and its neighbour a[b[i] + n + 1].
; CHECK-LABEL: define i32 @rows(
; CHECK:      load i32, ptr {{%.*}}, align 4, !nosanitize
; CHECK-NOT:  !nosanitize
; CHECK-COUNT-2: call void @llvm.prefetch
; CHECK-NOT:  call void @llvm.prefetch
; CHECK:      ret
; REMARK-COUNT-2: remark: {{.*}} prefetch 8 iterations ahead {{.*}} with 1 load up to the last iteration
define i32 @rows(ptr %a, ptr %b, i64 %n, i64 %width) {
entry:
  %width1 = add i64 %width, 1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s3, %loop ]
  %pb = getelementptr inbounds i32, ptr %b, i64 %i
  %index = load i32, ptr %pb, align 4
  %wide = zext i32 %index to i64
  %p0 = getelementptr inbounds i32, ptr %a, i64 %wide
  %p1 = getelementptr inbounds i32, ptr %p0, i64 %width
  %p2 = getelementptr inbounds i32, ptr %p0, i64 %width1
  %v0 = load i32, ptr %p0, align 4
  %v1 = load i32, ptr %p1, align 4
  %v2 = load i32, ptr %p2, align 4
  %s1 = add i32 %s, %v0
  %s2 = add i32 %s1, %v1
  %s3 = add i32 %s2, %v2
  %next = add nuw i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %s3
}
