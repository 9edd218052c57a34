; Loads that not each iteration does: ahead, only where the conditions hold that
; the later iteration will find.
;
; RUN: opt -load-pass-plugin=%plugin -passes=udpc-indirect-prefetch -udpc-prefetch-indirect=16 -S %s \
; RUN:   -pass-remarks=udpc -pass-remarks-missed=udpc 2> %t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not='remark:' < %t.remarks

; A pointer that may be null, and what it points to: where it is null, zeros are
; loaded, and their line is prefetched.
; CHECK:      @__udpc_prefetch_zeros = private constant [64 x i8] zeroinitializer, align 64
; CHECK-LABEL: define i64 @pointers(
; CHECK:      loop:
; CHECK:      [[PB:%.*]] = getelementptr ptr, ptr %b, i64 {{%.*}}
; CHECK-NEXT: [[NODE:%.*]] = load ptr, ptr [[PB]], align 8, !nosanitize
; CHECK-NEXT: [[IS:%.*]] = icmp ne ptr [[NODE]], null
; CHECK-NEXT: [[HOLDS:%.*]] = freeze i1 [[IS]]
; CHECK-NEXT: [[FROM:%.*]] = select i1 [[HOLDS]], ptr [[NODE]], ptr @__udpc_prefetch_zeros
; CHECK-NEXT: [[X:%.*]] = load i64, ptr [[FROM]], align 8, !nosanitize
; CHECK-NEXT: [[PA:%.*]] = getelementptr i64, ptr %a, i64 [[X]]
; CHECK-NEXT: [[TO:%.*]] = select i1 [[HOLDS]], ptr [[PA]], ptr @__udpc_prefetch_zeros
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[TO]]
; CHECK:      %node = load ptr, ptr %pb
; REMARK: remark: {{.*}} prefetch 32 iterations ahead {{.*}} with 1 load up to the last iteration{{$}}
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 2 loads up to the last iteration that load it{{$}}
define i64 @pointers(ptr noalias %a, ptr noalias %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %latch ]
  %pb = getelementptr inbounds ptr, ptr %b, i64 %i
  %node = load ptr, ptr %pb, align 8
  %is = icmp ne ptr %node, null
  br i1 %is, label %yes, label %latch
yes:
  %x = load i64, ptr %node, align 8
  %pa = getelementptr inbounds i64, ptr %a, i64 %x
  %v = load i64, ptr %pa, align 8
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

; The same where the loop may store pointers: what is one later may be none yet.
; CHECK-LABEL: define i64 @stored(
; CHECK:      call void @llvm.prefetch
; CHECK-NOT:  call void @llvm.prefetch
; CHECK:      ret
; REMARK: remark: {{.*}} no indirect prefetch: an iteration may not load the index
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 1 load up to the last iteration{{$}}
define i64 @stored(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %pb = getelementptr inbounds ptr, ptr %b, i64 %i
  %node = load ptr, ptr %pb, align 8
  %is = icmp ne ptr %node, null
  br i1 %is, label %yes, label %latch
yes:
  %x = load i64, ptr %node, align 8
  %pa = getelementptr inbounds i64, ptr %a, i64 %x
  store i64 %i, ptr %pa, align 8
  br label %latch
latch:
  %next = add nuw i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i64 %i
}

; Two conditions, of which the second is on what the first allows to load, and one
; that is false on the path.
; CHECK-LABEL: define void @both(
; CHECK:      call void @llvm.prefetch
; CHECK:      [[IS:%.*]] = freeze i1
; CHECK-NEXT: [[FIRST:%.*]] = xor i1 [[IS]], true
; CHECK:      icmp ne ptr {{%.*}}, null
; CHECK-NEXT: [[HAS:%.*]] = freeze i1
; CHECK-NEXT: [[BOTH:%.*]] = and i1 [[FIRST]], [[HAS]]
; CHECK-NEXT: [[CHILD:%.*]] = select i1 [[BOTH]], ptr {{%.*}}, ptr @__udpc_prefetch_zeros
; CHECK-NEXT: [[LAST:%.*]] = load ptr, ptr [[CHILD]]
; CHECK-NEXT: [[TO:%.*]] = select i1 [[BOTH]], ptr [[LAST]], ptr @__udpc_prefetch_zeros
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[TO]]
; CHECK:      ret
; REMARK: remark: {{.*}} with 1 load up to the last iteration{{$}}
; REMARK: remark: {{.*}} with 2 loads up to the last iteration that load it{{$}}
; REMARK: remark: {{.*}} with 3 loads up to the last iteration that load it{{$}}
define void @both(ptr noalias %a, ptr noalias %b, ptr noalias %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %pb = getelementptr inbounds ptr, ptr %b, i64 %i
  %node = load ptr, ptr %pb, align 8
  %is = icmp eq ptr %node, null
  br i1 %is, label %latch, label %some
some:
  %child = load ptr, ptr %node, align 8
  %has = icmp ne ptr %child, null
  br i1 %has, label %yes, label %latch
yes:
  %last = load ptr, ptr %child, align 8
  %v = load i64, ptr %last, align 8
  store i64 %v, ptr %out, align 8
  br label %latch
latch:
  %next = add nuw i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Rows whose ends are known: the last iteration's page is computed before the
; inner loop, which only compares.
; CHECK-LABEL: define void @rows(
; CHECK:      outer:
; CHECK:      or i64 {{%.*}}, 4095
; CHECK:      call i64 @llvm.umax.i64(
; CHECK:      inner:
; CHECK-NOT:  and i64
; CHECK:      [[THERE:%.*]] = getelementptr i8, ptr %pb, i64 128
; CHECK-NEXT: [[BEFORE:%.*]] = icmp ult ptr [[THERE]], [[LIMIT:%.*]]
; CHECK-NEXT: select i1 [[BEFORE]], ptr [[THERE]], ptr [[LIMIT]]
; CHECK:      call void @llvm.prefetch
; CHECK:      ret
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 1 load up to the last iteration's page
define void @rows(ptr noalias %a, ptr noalias %b, ptr noalias %rows, ptr noalias %out, i64 %n) {
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
  %v = load i64, ptr %pa, align 8
  store i64 %v, ptr %out, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp ult i64 %j.next, %end
  br i1 %j.more, label %inner, label %latch
latch:
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %outer, label %exit
exit:
  ret void
}
