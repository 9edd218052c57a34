; Rows that follow each other: index loads go on in the next rows, up to the end of
; the last one, which is loaded before the first.
;
; RUN: opt -load-pass-plugin=%plugin -passes='udpc-mark-rows,udpc-indirect-prefetch' -udpc-prefetch-indirect=16 -S %s \
; RUN:   -pass-remarks=udpc -pass-remarks-missed=udpc 2> %t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not='remark:' < %t.remarks
; Without prefetches nothing is marked.
; RUN: opt -load-pass-plugin=%plugin -passes='udpc-mark-rows,udpc-indirect-prefetch' -S %s \
; RUN:   | FileCheck %s --check-prefix=OFF
; OFF-NOT: udpc.row
; OFF-NOT: llvm.prefetch

; CHECK-LABEL: define void @transpose(
; The end of the last row: rows[n].
; CHECK:      [[N:%.*]] = shl i64 %n, 3
; CHECK:      [[AT:%.*]] = getelementptr i8, ptr %rows, i64 [[N]]
; CHECK-NEXT: [[END:%.*]] = load i64, ptr [[AT]], align 8, !nosanitize
; CHECK:      mul i64 [[END]], 8
; CHECK:      outer:
; CHECK:      call i64 @llvm.umax.i64(
; CHECK:      inner:
; CHECK:      getelementptr i8, ptr %pb, i64 256
; CHECK:      [[FAR:%.*]] = getelementptr i64, ptr %ends, i64
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[FAR]]
; CHECK:      getelementptr i8, ptr %pb, i64 128
; CHECK:      [[NEAR:%.*]] = getelementptr i64, ptr %a, i64
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[NEAR]]
; CHECK-NOT:  call void @llvm.prefetch
; CHECK:      ret
; REMARK: remark: {{.*}} prefetch 32 iterations ahead {{.*}} with 1 load up to the last row
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 2 loads up to the last row
define void @transpose(ptr noalias %a, ptr noalias %ends, ptr noalias %b, ptr noalias %rows, i64 %n) {
entry:
  %first = load i64, ptr %rows, align 8
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %row = phi i64 [ %first, %entry ], [ %end, %latch ]
  %i.next = add nuw i64 %i, 1
  %pr = getelementptr inbounds i64, ptr %rows, i64 %i.next
  %end = load i64, ptr %pr, align 8
  %any = icmp ult i64 %row, %end
  br i1 %any, label %before, label %latch
before:
  br label %inner
inner:
  %j = phi i64 [ %row, %before ], [ %j.next, %inner ]
  %pb = getelementptr inbounds i64, ptr %b, i64 %j
  %x = load i64, ptr %pb, align 8
  %pe = getelementptr inbounds i64, ptr %ends, i64 %x
  %y = load i64, ptr %pe, align 8
  %y.next = add i64 %y, 1
  store i64 %y.next, ptr %pe, align 8
  %pa = getelementptr inbounds i64, ptr %a, i64 %y
  store i64 %i, ptr %pa, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %end
  br i1 %j.done, label %latch, label %inner
latch:
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %outer, label %exit
exit:
  ret void
}

; Some rows are left out: what follows may not be loaded.
; CHECK-LABEL: define void @leavesOut(
; CHECK-NOT:  udpc.row
; CHECK:      ret
; REMARK: remark: {{.*}} with 1 load up to the last iteration's page
define void @leavesOut(ptr noalias %a, ptr noalias %b, ptr noalias %rows, ptr noalias %if, i64 %n) {
entry:
  %first = load i64, ptr %rows, align 8
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %row = phi i64 [ %first, %entry ], [ %end, %latch ]
  %pi = getelementptr inbounds i64, ptr %if, i64 %i
  %do = load i64, ptr %pi, align 8
  %i.next = add nuw i64 %i, 1
  %pr = getelementptr inbounds i64, ptr %rows, i64 %i.next
  %end = load i64, ptr %pr, align 8
  %is = icmp ne i64 %do, 0
  %any = icmp ult i64 %row, %end
  %both = select i1 %is, i1 %any, i1 false
  br i1 %both, label %before, label %latch
before:
  br label %inner
inner:
  %j = phi i64 [ %row, %before ], [ %j.next, %inner ]
  %pb = getelementptr inbounds i64, ptr %b, i64 %j
  %x = load i64, ptr %pb, align 8
  %pa = getelementptr inbounds i64, ptr %a, i64 %x
  store i64 %i, ptr %pa, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %end
  br i1 %j.done, label %latch, label %inner
latch:
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %outer, label %exit
exit:
  ret void
}

; The loop may change where rows end.
; CHECK-LABEL: define void @changes(
; CHECK:      ret
; REMARK: remark: {{.*}} with 1 load up to the last iteration's page
define void @changes(ptr %a, ptr noalias %b, ptr %rows, i64 %n) {
entry:
  %first = load i64, ptr %rows, align 8
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %row = phi i64 [ %first, %entry ], [ %end, %latch ]
  %i.next = add nuw i64 %i, 1
  %pr = getelementptr inbounds i64, ptr %rows, i64 %i.next
  %end = load i64, ptr %pr, align 8
  %any = icmp ult i64 %row, %end
  br i1 %any, label %before, label %latch
before:
  br label %inner
inner:
  %j = phi i64 [ %row, %before ], [ %j.next, %inner ]
  %pb = getelementptr inbounds i64, ptr %b, i64 %j
  %x = load i64, ptr %pb, align 8
  %pa = getelementptr inbounds i64, ptr %a, i64 %x
  store i64 %i, ptr %pa, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %end
  br i1 %j.done, label %latch, label %inner
latch:
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %outer, label %exit
exit:
  ret void
}

; What an element's index leads to is loaded on a condition, ahead as well.
; CHECK-LABEL: define void @pointers(
; CHECK:      [[IS:%.*]] = icmp ne ptr {{%.*}}, null
; CHECK-NEXT: [[HOLDS:%.*]] = freeze i1 [[IS]]
; CHECK-NEXT: select i1 [[HOLDS]], ptr {{%.*}}, ptr @__udpc_prefetch_zeros
; CHECK:      ret
; REMARK: remark: {{.*}} with 1 load up to the last row
; REMARK: remark: {{.*}} with 2 loads up to the last row that load it
define void @pointers(ptr noalias %out, ptr noalias %b, ptr noalias %rows, i64 %n) {
entry:
  %first = load i64, ptr %rows, align 8
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %row = phi i64 [ %first, %entry ], [ %end, %latch ]
  %i.next = add nuw i64 %i, 1
  %pr = getelementptr inbounds i64, ptr %rows, i64 %i.next
  %end = load i64, ptr %pr, align 8
  %any = icmp ult i64 %row, %end
  br i1 %any, label %before, label %latch
before:
  br label %inner
inner:
  %j = phi i64 [ %row, %before ], [ %j.next, %next ]
  %pb = getelementptr inbounds ptr, ptr %b, i64 %j
  %p = load ptr, ptr %pb, align 8
  %is = icmp ne ptr %p, null
  br i1 %is, label %some, label %next
some:
  %q = load ptr, ptr %p, align 8
  store i64 %i, ptr %q, align 8
  br label %next
next:
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %end
  br i1 %j.done, label %latch, label %inner
latch:
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %outer, label %exit
exit:
  ret void
}
