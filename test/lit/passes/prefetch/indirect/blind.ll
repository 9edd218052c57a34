; What is prefetched without hints, by what instructions, and what is not.
;
; RUN: opt -load-pass-plugin=%plugin -passes=udpc-indirect-prefetch -udpc-prefetch-indirect=16 -S %s -pass-remarks=udpc -pass-remarks-missed=udpc 2> %t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not='remark:' < %t.remarks
; RUN: opt -load-pass-plugin=%plugin -passes=udpc-indirect-prefetch -S %s | FileCheck %s --check-prefix=OFF
; OFF-NOT: llvm.prefetch

; Not beyond the last iteration.
; CHECK-LABEL: define i64 @sum(
; CHECK:      [[LAST:%.*]] = add i64 %n, -1
; CHECK:      loop:
; CHECK-NEXT: %i = phi i64
; CHECK:      [[LEFT:%.*]] = sub i64 [[LAST]], %i
; CHECK-NEXT: [[DELTA:%.*]] = call i64 @llvm.umin.i64(i64 [[LEFT]], i64 16)
; CHECK-NEXT: [[AHEAD:%.*]] = add i64 %i, [[DELTA]]
; CHECK:      [[PB:%.*]] = getelementptr i32, ptr %b, i64 [[AHEAD]]
; CHECK-NEXT: [[INDEX:%.*]] = load i32, ptr [[PB]], align 4, !nosanitize
; CHECK-NEXT: [[WIDE:%.*]] = zext i32 [[INDEX]] to i64
; CHECK-NEXT: [[PA:%.*]] = getelementptr i64, ptr %a, i64 [[WIDE]]
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[PA]], i32 0, i32 3, i32 1)
; CHECK-NEXT: %index = load i32, ptr %pb
; CHECK-NOT:  llvm.prefetch
; REMARK: remark: {{.*}} prefetch 16 iterations ahead of the loop at line 0, by 4 instructions with 1 load up to the last iteration
define i64 @sum(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %loop ]
  %pb = getelementptr inbounds i32, ptr %b, i64 %i
  %index = load i32, ptr %pb, align 4
  %wide = zext nneg i32 %index to i64
  %pa = getelementptr inbounds i64, ptr %a, i64 %wide
  %v = load i64, ptr %pa, align 8
  ; In the line that is prefetched.
  %pa8 = getelementptr inbounds i8, ptr %pa, i64 8
  %v8 = load i64, ptr %pa8, align 8
  %both = add i64 %v, %v8
  %s.next = add i64 %s, %both
  %next = add nuw i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i64 %s.next
}

; The number of iterations is not known: only in the page of the load that the
; program does.
; CHECK-LABEL: define i64 @find(
; CHECK:      [[AHEAD:%.*]] = add i64 %i, 16
; CHECK:      [[PB:%.*]] = getelementptr i32, ptr %b, i64 [[AHEAD]]
; CHECK-NEXT: [[X:%.*]] = ptrtoint ptr [[PB]] to i64
; CHECK-NEXT: [[Y:%.*]] = ptrtoint ptr %pb to i64
; CHECK-NEXT: [[XOR:%.*]] = xor i64 [[X]], [[Y]]
; CHECK-NEXT: [[SAME:%.*]] = icmp ult i64 [[XOR]], 4096
; CHECK-NEXT: [[SAFE:%.*]] = select i1 [[SAME]], ptr [[PB]], ptr %pb
; CHECK-NEXT: load i32, ptr [[SAFE]]
; CHECK:      call void @llvm.prefetch
; CHECK-NEXT: %index = load i32, ptr %pb
; REMARK: remark: {{.*}} prefetch 16 iterations ahead of the loop at line 0, by 3 instructions with 1 load of this iteration's page
define i64 @find(ptr %a, ptr %b) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pb = getelementptr inbounds i32, ptr %b, i64 %i
  %index = load i32, ptr %pb, align 4
  %pa = getelementptr inbounds i64, ptr %a, i32 %index
  %v = load i64, ptr %pa, align 8
  %next = add nuw i64 %i, 1
  %more = icmp ne i64 %v, 0
  br i1 %more, label %loop, label %exit
exit:
  ret i64 %i
}

; Two levels, of memory that nothing in the loop changes: the index 32 ahead, so
; that it is there 16 ahead. With a store that may change it, only the first.
; CHECK-LABEL: define void @levels(
; CHECK-DAG:  call i64 @llvm.umin.i64(i64 {{%.*}}, i64 32)
; CHECK-DAG:  call i64 @llvm.umin.i64(i64 {{%.*}}, i64 16)
; CHECK-COUNT-2: call void @llvm.prefetch
; CHECK-NOT:  llvm.prefetch
; CHECK-LABEL: define void @changed(
; CHECK:      call void @llvm.prefetch
; CHECK-NOT:  llvm.prefetch
; REMARK: remark: {{.*}} prefetch 32 iterations ahead {{.*}} with 1 load up to
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 2 loads up to
; REMARK: remark: {{.*}} no indirect prefetch: the loop may change the index that another load needs
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 1 load up to
define void @levels(ptr noalias %a, ptr noalias %b, ptr noalias %c, ptr noalias %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pc = getelementptr inbounds i64, ptr %c, i64 %i
  %x = load i64, ptr %pc, align 8
  %pb = getelementptr inbounds i64, ptr %b, i64 %x
  %y = load i64, ptr %pb, align 8
  %pa = getelementptr inbounds i64, ptr %a, i64 %y
  %v = load i64, ptr %pa, align 8
  store i64 %v, ptr %out, align 8
  %next = add nuw i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @changed(ptr %a, ptr %b, ptr %c, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pc = getelementptr inbounds i64, ptr %c, i64 %i
  %x = load i64, ptr %pc, align 8
  %pb = getelementptr inbounds i64, ptr %b, i64 %x
  %y = load i64, ptr %pb, align 8
  %pa = getelementptr inbounds i64, ptr %a, i64 %y
  %v = load i64, ptr %pa, align 8
  store i64 %v, ptr %out, align 8
  %next = add nuw i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; The first nodes of a table's chains: by what the inner loop begins with, ahead
; in the outer loop.
; CHECK-LABEL: define i64 @chains(
; CHECK:      outer:
; CHECK-COUNT-2: call void @llvm.prefetch
; CHECK:      %key = load i64, ptr %pk
; CHECK-NOT:  llvm.prefetch
; REMARK: remark: {{.*}} prefetch 32 iterations ahead {{.*}} with 1 load up to
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 2 loads up to
define i64 @chains(ptr %table, ptr %keys, i64 %n) mustprogress {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %latch ]
  %pk = getelementptr inbounds i64, ptr %keys, i64 %i
  %key = load i64, ptr %pk, align 8
  %hash = lshr i64 %key, 40
  %head = getelementptr inbounds ptr, ptr %table, i64 %hash
  br label %inner
inner:
  %link = phi ptr [ %head, %outer ], [ %node, %walk ]
  %node = load ptr, ptr %link, align 8
  %end = icmp eq ptr %node, null
  br i1 %end, label %latch, label %walk
walk:
  %p8 = getelementptr inbounds i8, ptr %node, i64 8
  %k = load i64, ptr %p8, align 8
  %found = icmp eq i64 %k, %key
  br i1 %found, label %latch, label %inner
latch:
  %one = phi i64 [ 0, %inner ], [ 1, %walk ]
  %s.next = add i64 %s, %one
  %i.next = add nuw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %outer, label %exit
exit:
  ret i64 %s.next
}

; What only the last node of a walk tells is not loaded from the first.
; CHECK-LABEL: define i64 @tails(
; CHECK-NOT:  load ptr, ptr %last.p{{[0-9]}}
; CHECK:      ret
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 1 load up to
define i64 @tails(ptr %table, ptr %keys, i64 %n) mustprogress {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %latch ]
  %pk = getelementptr inbounds i64, ptr %keys, i64 %i
  %key = load i64, ptr %pk, align 8
  %head = getelementptr inbounds ptr, ptr %table, i64 %key
  br label %inner
inner:
  %link = phi ptr [ %head, %outer ], [ %node, %inner ]
  %node = load ptr, ptr %link, align 8
  %end = icmp eq ptr %node, null
  br i1 %end, label %latch, label %inner
latch:
  %last.p = getelementptr inbounds i8, ptr %link, i64 8
  %v = load i64, ptr %last.p, align 8
  %s.next = add i64 %s, %v
  %i.next = add nuw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %outer, label %exit
exit:
  ret i64 %s.next
}
