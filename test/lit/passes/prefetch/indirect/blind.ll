; What is prefetched without hints, by what instructions, and what is not.
;
; RUN: opt -load-pass-plugin=%plugin -passes=udpc-indirect-prefetch -udpc-prefetch-indirect=16 -S %s \
; RUN:   -pass-remarks=udpc -pass-remarks-missed=udpc 2> %t.remarks | FileCheck %s
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
; 64 bytes ahead, and the 4 of the index.
; CHECK:      [[X:%.*]] = ptrtoint ptr %pb to i64
; CHECK-NEXT: [[AT:%.*]] = and i64 [[X]], 4095
; CHECK-NEXT: [[SAME:%.*]] = icmp ule i64 [[AT]], 4028
; CHECK-NEXT: [[PB:%.*]] = getelementptr i8, ptr %pb, i64 64
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

; What unrolling has made of one access: one check for both, and no call between
; them, after which the second may not execute.
; CHECK-LABEL: define i64 @unrolled(
; CHECK:      icmp ule i64 {{%.*}}, 4024
; CHECK-NOT:  icmp ule
; CHECK-COUNT-2: call void @llvm.prefetch
; CHECK:      ret
; CHECK-LABEL: define i64 @between(
; CHECK:      icmp ule i64 {{%.*}}, 4028
; CHECK:      call void @use
; CHECK:      icmp ule i64 {{%.*}}, 4028
; CHECK:      ret
; REMARK-COUNT-4: remark: {{.*}} of this iteration's page
define i64 @unrolled(ptr %a, ptr %b) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pb = getelementptr inbounds i32, ptr %b, i64 %i
  %x = load i32, ptr %pb, align 4
  %pa = getelementptr inbounds i64, ptr %a, i32 %x
  %v = load i64, ptr %pa, align 8
  %second = or disjoint i64 %i, 1
  %pb2 = getelementptr inbounds i32, ptr %b, i64 %second
  %x2 = load i32, ptr %pb2, align 4
  %pa2 = getelementptr inbounds i64, ptr %a, i32 %x2
  %v2 = load i64, ptr %pa2, align 8
  %both = or i64 %v, %v2
  %next = add nuw i64 %i, 2
  %more = icmp ne i64 %both, 0
  br i1 %more, label %loop, label %exit
exit:
  ret i64 %i
}

declare void @use(i64)
define i64 @between(ptr %a, ptr %b) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pb = getelementptr inbounds i32, ptr %b, i64 %i
  %x = load i32, ptr %pb, align 4
  %pa = getelementptr inbounds i64, ptr %a, i32 %x
  %v = load i64, ptr %pa, align 8
  call void @use(i64 %v)
  %second = or disjoint i64 %i, 1
  %pb2 = getelementptr inbounds i32, ptr %b, i64 %second
  %x2 = load i32, ptr %pb2, align 4
  %pa2 = getelementptr inbounds i64, ptr %a, i32 %x2
  %v2 = load i64, ptr %pa2, align 8
  %next = add nuw i64 %i, 2
  %more = icmp ne i64 %v2, 0
  br i1 %more, label %loop, label %exit
exit:
  ret i64 %i
}

; An inner loop that is executed again for the same indexes: beyond its end comes
; its beginning, 64 - 16 before.
; CHECK-LABEL: define void @again(
; CHECK:      [[LEFT:%.*]] = sub i64 63, %j
; CHECK-NEXT: [[ENDS:%.*]] = icmp ult i64 [[LEFT]], 16
; CHECK-NEXT: [[DELTA:%.*]] = select i1 [[ENDS]], i64 -48, i64 16
; CHECK-NEXT: add i64 %j, [[DELTA]]
; CHECK:      call void @llvm.prefetch
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 1 load and then of the first iterations
define void @again(ptr %a, ptr %b, i64 %n) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %pb = getelementptr inbounds i64, ptr %b, i64 %j
  %x = load i64, ptr %pb, align 8
  %pa = getelementptr inbounds i64, ptr %a, i64 %x
  %v = load i64, ptr %pa, align 8
  store i64 %i, ptr %pa, align 8
  store i64 %v, ptr %pb, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp ne i64 %j.next, 64
  br i1 %j.more, label %inner, label %latch
latch:
  %i.next = add nuw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %outer, label %exit
exit:
  ret void
}

; Rows: the next begins where one ends. Those of a work list begin elsewhere.
; CHECK-LABEL: define void @rows(
; CHECK:      icmp ule i64 {{%.*}}, 3960
; CHECK:      call void @llvm.prefetch
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} of this iteration's page
; REMARK: remark: {{.*}} no indirect prefetch: an inner loop may end before, and begins elsewhere again
define void @rows(ptr %a, ptr %b, ptr %rows, i64 %n) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %pr = getelementptr inbounds i64, ptr %rows, i64 %i
  %row = load i64, ptr %pr, align 8
  br label %inner
inner:
  %j = phi i64 [ %row, %outer ], [ %j.next, %inner ]
  %pb = getelementptr inbounds i64, ptr %b, i64 %j
  %x = load i64, ptr %pb, align 8
  %pa = getelementptr inbounds i64, ptr %a, i64 %x
  %v = load i64, ptr %pa, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp ne i64 %v, 0
  br i1 %j.more, label %inner, label %latch
latch:
  %i.next = add nuw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %outer, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @workList(
; CHECK-COUNT-1: call void @llvm.prefetch
; CHECK-NOT:  call void @llvm.prefetch
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} by 3 instructions
define void @workList(ptr %a, ptr %b, ptr %rows, ptr %list) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %pl = getelementptr inbounds i64, ptr %list, i64 %i
  %of = load i64, ptr %pl, align 8
  %pr = getelementptr inbounds i64, ptr %rows, i64 %of
  %row = load i64, ptr %pr, align 8
  br label %inner
inner:
  %j = phi i64 [ %row, %outer ], [ %j.next, %inner ]
  %pb = getelementptr inbounds i64, ptr %b, i64 %j
  %x = load i64, ptr %pb, align 8
  %pa = getelementptr inbounds i64, ptr %a, i64 %x
  %v = load i64, ptr %pa, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp ne i64 %v, 0
  br i1 %j.more, label %inner, label %latch
latch:
  %i.next = add nuw i64 %i, 1
  %more = icmp ne i64 %row, 0
  br i1 %more, label %outer, label %exit
exit:
  ret void
}

; The last iteration ends before it loads: an index beyond that of the one before
; is not loaded.
; CHECK-LABEL: define i64 @exitsFirst(
; CHECK:      [[MORE:%.*]] = icmp ult i64 {{%.*}}, %n
; CHECK-NEXT: [[HOLDS:%.*]] = freeze i1 [[MORE]]
; CHECK-NEXT: [[FROM:%.*]] = select i1 [[HOLDS]], ptr {{%.*}}, ptr @__udpc_prefetch_zeros
; CHECK-NEXT: load i64, ptr [[FROM]]
; CHECK:      call void @llvm.prefetch
; CHECK:      ret
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} up to the last iteration that load it
define i64 @exitsFirst(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %pb = getelementptr inbounds i64, ptr %b, i64 %i
  %x = load i64, ptr %pb, align 8
  %pa = getelementptr inbounds i64, ptr %a, i64 %x
  %v = load i64, ptr %pa, align 8
  %s.next = add i64 %s, %v
  %next = add nuw i64 %i, 1
  br label %loop
exit:
  ret i64 %s
}

; A condition that the loop does not change, and a divisor that may be 0 where
; the program does not divide.
; CHECK-LABEL: define i64 @invariant(
; CHECK:      yes:
; CHECK:      call i64 @llvm.umax.i64(i64 {{%.*}}, i64 1)
; CHECK:      call void @llvm.prefetch
; CHECK:      call i64 @llvm.umax.i64(i64 {{%.*}}, i64 1)
; CHECK:      call void @llvm.prefetch
; CHECK:      ret
; CHECK-LABEL: define i64 @variant(
; CHECK-COUNT-1: call void @llvm.prefetch
; CHECK-NOT:  call void @llvm.prefetch
; CHECK:      ret
; REMARK: remark: {{.*}} prefetch 32 iterations ahead {{.*}} with 1 load up to the last
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 2 loads up to the last
; REMARK: remark: {{.*}} no indirect prefetch: an iteration may not load the index
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 1 load of this iteration's page
define i64 @invariant(ptr %table, ptr %b, i64 %n, i64 %size, i1 %large) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %latch ]
  br i1 %large, label %yes, label %latch
yes:
  %pb = getelementptr inbounds i64, ptr %b, i64 %i
  %x = load i64, ptr %pb, align 8
  %slot = urem i64 %x, %size
  %pt = getelementptr inbounds ptr, ptr %table, i64 %slot
  %node = load ptr, ptr %pt, align 8
  %v = load i64, ptr %node, align 8
  br label %latch
latch:
  %w = phi i64 [ 0, %loop ], [ %v, %yes ]
  %s.next = add i64 %s, %w
  %next = add nuw i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i64 %s.next
}

define i64 @variant(ptr %table, ptr %b, i64 %n, i64 %size) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %latch ]
  %odd = trunc i64 %s to i1
  br i1 %odd, label %yes, label %latch
yes:
  %pb = getelementptr inbounds i64, ptr %b, i64 %i
  %x = load i64, ptr %pb, align 8
  %slot = urem i64 %x, %size
  %pt = getelementptr inbounds ptr, ptr %table, i64 %slot
  %node = load ptr, ptr %pt, align 8
  %v = load i64, ptr %node, align 8
  br label %latch
latch:
  %w = phi i64 [ 0, %loop ], [ %v, %yes ]
  %s.next = add i64 %s, %w
  %next = add nuw i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i64 %s.next
}
