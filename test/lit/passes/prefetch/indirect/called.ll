; What a called function accesses at addresses that it computes from its
; arguments is prefetched in the loop that calls it, if each call does the loads
; that the address needs.
;
; RUN: opt -load-pass-plugin=%plugin -passes=udpc-indirect-prefetch -udpc-prefetch-indirect=16 -S %s \
; RUN:   -pass-remarks=udpc -pass-remarks-missed=udpc 2> %t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not='remark:' < %t.remarks

; The key twice as far ahead as the slot, in whose loop the function begins.
; Nothing of the function stays in the loop.
; CHECK-LABEL: define void @callsProbe(
; CHECK:      loop:
; CHECK-DAG:  [[FAR:%.*]] = call i64 @llvm.umin.i64(i64 {{%.*}}, i64 32)
; CHECK-DAG:  [[NEAR:%.*]] = call i64 @llvm.umin.i64(i64 {{%.*}}, i64 16)
; CHECK:      [[KEY:%.*]] = load i64, ptr [[K:%.*]], align 8, !nosanitize
; CHECK-NEXT: [[AT:%.*]] = and i64 [[KEY]], %mask
; CHECK-NEXT: [[SLOT:%.*]] = getelementptr i64, ptr %table, i64 [[AT]]
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[SLOT]]
; CHECK:      call void @llvm.prefetch
; CHECK-NOT:  and i64
; CHECK-NOT:  llvm.prefetch
; CHECK:      call i64 @probe(
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 2 loads up to the last iteration
; REMARK: remark: {{.*}} prefetch 32 iterations ahead {{.*}} with 1 load up to the last iteration
define void @callsProbe(ptr %table, i64 %mask, ptr %keys, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pp = getelementptr inbounds ptr, ptr %keys, i64 %i
  %p = load ptr, ptr %pp, align 8, !tbaa !3
  %v = call i64 @probe(ptr %table, i64 %mask, ptr %p)
  %next = add nuw i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define linkonce_odr i64 @probe(ptr %table, i64 %mask, ptr %p) noinline {
entry:
  %key = load i64, ptr %p, align 8
  %first = and i64 %key, %mask
  br label %loop
loop:
  %at = phi i64 [ %first, %entry ], [ %other, %again ]
  %slot = getelementptr inbounds i64, ptr %table, i64 %at
  %v = load i64, ptr %slot, align 8, !tbaa !1
  %found = icmp eq i64 %v, 0
  br i1 %found, label %exit, label %again
again:
  %next = add i64 %at, 1
  %other = and i64 %next, %mask
  br label %loop, !llvm.loop !5
exit:
  store i64 1, ptr %slot, align 8, !tbaa !1
  ret i64 %at
}

; The function may change the pointer that is loaded ahead: its store has the
; type of a pointer. The one in @callsProbe has not.
; CHECK-LABEL: define void @callsReplace(
; CHECK:      call void @llvm.prefetch
; CHECK-NOT:  llvm.prefetch
; CHECK:      ret void
; REMARK: remark: {{.*}} no indirect prefetch: the loop may change the index that another load needs
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 1 load up to the last iteration
define void @callsReplace(ptr %table, ptr %keys, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pp = getelementptr inbounds ptr, ptr %keys, i64 %i
  %p = load ptr, ptr %pp, align 8, !tbaa !3
  call void @replace(ptr %table, ptr %p)
  %next = add nuw i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @replace(ptr %table, ptr %p) noinline {
  %key = load i64, ptr %p, align 8
  %slot = getelementptr inbounds ptr, ptr %table, i64 %key
  store ptr %p, ptr %slot, align 8, !tbaa !3
  ret void
}

; Loads that a call may not do, a loop of the function that may not end, a path
; (also to a pointer, in a loop and outside of one), a lock, a volatile load, recursion, a function that may be another one, one
; for another processor, a function without instructions: only what is passed.
; CHECK-LABEL: define void @callsOthers(
; CHECK:      load i64, ptr %{{.*}}, !nosanitize
; CHECK-NEXT: {{.*}} getelementptr
; CHECK-NEXT: call void @llvm.prefetch
; CHECK-NOT:  llvm.prefetch
; CHECK:      call void @maybe(
; CHECK-NOT:  llvm.prefetch
; CHECK-LABEL: define void @maybe(
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 1 load of this iteration's page
define void @callsOthers(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pi = getelementptr inbounds i64, ptr %b, i64 %i
  %x = load i64, ptr %pi, align 8
  %p = getelementptr inbounds i64, ptr %a, i64 %x
  call void @maybe(ptr %p, ptr %a)
  call void @endless(ptr %p, ptr %a)
  call void @paths(ptr %p, ptr %a)
  call void @pointers(ptr %p, ptr %a)
  call void @pointersInLoop(ptr %p, ptr %a)
  call void @locks(ptr %p, ptr %a)
  call void @observed(ptr %p, ptr %a)
  call void @itself(ptr %p, ptr %a)
  call void @another(ptr %p, ptr %a)
  call void @newer(ptr %p, ptr %a)
  call void @lock(ptr %p)
  %next = add nuw i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

declare void @lock(ptr)

define void @maybe(ptr %p, ptr %a) noinline {
  %is = icmp eq ptr %p, null
  br i1 %is, label %exit, label %then
then:
  %x = load i64, ptr %p, align 8
  %s = getelementptr inbounds i64, ptr %a, i64 %x
  store i64 0, ptr %s, align 8
  br label %exit
exit:
  ret void
}

define void @endless(ptr %p, ptr %a) noinline {
entry:
  br label %loop
loop:
  %n = load i64, ptr %a, align 8
  %more = icmp ne i64 %n, 7
  br i1 %more, label %loop, label %then
then:
  %x = load i64, ptr %p, align 8
  %s = getelementptr inbounds i64, ptr %a, i64 %x
  store i64 0, ptr %s, align 8
  ret void
}

define void @paths(ptr %p, ptr %a) noinline {
entry:
  %x = load i64, ptr %p, align 8
  %is = icmp eq i64 %x, 0
  br i1 %is, label %join, label %then
then:
  br label %join
join:
  %y = phi i64 [ %x, %then ], [ 3, %entry ]
  %s = getelementptr inbounds i64, ptr %a, i64 %y
  store i64 0, ptr %s, align 8
  ret void
}

define void @pointers(ptr %p, ptr %a) noinline {
entry:
  %x = load i64, ptr %p, align 8
  %is = icmp eq i64 %x, 0
  br i1 %is, label %join, label %then
then:
  br label %join
join:
  %q = phi ptr [ %p, %then ], [ %a, %entry ]
  store i64 0, ptr %q, align 8
  ret void
}

define void @pointersInLoop(ptr %p, ptr %a) noinline {
entry:
  br label %loop
loop:
  %q = phi ptr [ %a, %entry ], [ %r, %join ]
  %x = load i64, ptr %q, align 8
  %is = icmp eq i64 %x, 0
  br i1 %is, label %join, label %then
then:
  %far = getelementptr inbounds i8, ptr %q, i64 64
  br label %join
join:
  %near = phi ptr [ %far, %then ], [ %q, %loop ]
  %r = getelementptr inbounds i8, ptr %near, i64 8
  %v = load i64, ptr %r, align 8
  %more = icmp ne i64 %v, 7
  br i1 %more, label %loop, label %exit, !llvm.loop !5
exit:
  ret void
}

define void @locks(ptr %p, ptr %a) noinline {
  call void @lock(ptr %a)
  %x = load i64, ptr %p, align 8
  %s = getelementptr inbounds i64, ptr %a, i64 %x
  store i64 0, ptr %s, align 8
  ret void
}

define void @observed(ptr %p, ptr %a) noinline {
  %x = load volatile i64, ptr %p, align 8
  %s = getelementptr inbounds i64, ptr %a, i64 %x
  store i64 0, ptr %s, align 8
  ret void
}

define void @itself(ptr %p, ptr %a) noinline {
  call void @itself(ptr %a, ptr %p)
  %x = load i64, ptr %p, align 8
  %s = getelementptr inbounds i64, ptr %a, i64 %x
  store i64 0, ptr %s, align 8
  ret void
}

define weak void @another(ptr %p, ptr %a) noinline {
  %x = load i64, ptr %p, align 8
  %s = getelementptr inbounds i64, ptr %a, i64 %x
  store i64 0, ptr %s, align 8
  ret void
}

define void @newer(ptr %p, ptr %a) noinline "target-features"="+avx2" {
  %x = load i64, ptr %p, align 8
  %s = getelementptr inbounds i64, ptr %a, i64 %x
  store i64 0, ptr %s, align 8
  ret void
}

; A structure of 16 bytes that ends with two of the type char, which may be
; anything: at the alignment of 8 no pointer is there alone. At 1 it may be.
; CHECK-LABEL: define void @callsCopies(
; CHECK-COUNT-2: call void @llvm.prefetch
; CHECK-NOT:  llvm.prefetch
; CHECK:      ret void
; CHECK-LABEL: define void @callsCopiesAnywhere(
; CHECK:      call void @llvm.prefetch
; CHECK-NOT:  llvm.prefetch
; CHECK:      ret void
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 2 loads up to the last iteration
; REMARK: remark: {{.*}} prefetch 32 iterations ahead {{.*}} with 1 load up to the last iteration
; REMARK: remark: {{.*}} no indirect prefetch: the loop may change the index that another load needs
; REMARK: remark: {{.*}} prefetch 16 iterations ahead {{.*}} with 1 load up to the last iteration
define void @callsCopies(ptr %table, ptr %keys, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pp = getelementptr inbounds ptr, ptr %keys, i64 %i
  %p = load ptr, ptr %pp, align 8, !tbaa !3
  call void @copies(ptr %table, ptr %p)
  %next = add nuw i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @callsCopiesAnywhere(ptr %table, ptr %keys, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pp = getelementptr inbounds ptr, ptr %keys, i64 %i
  %p = load ptr, ptr %pp, align 8, !tbaa !3
  call void @copiesAnywhere(ptr %table, ptr %p)
  %next = add nuw i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @copies(ptr %table, ptr %p) noinline {
  %key = load i64, ptr %p, align 8
  %slot = getelementptr inbounds [2 x i64], ptr %table, i64 %key
  %old = load i64, ptr %slot, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %slot, ptr align 8 %p, i64 16, i1 false), !tbaa.struct !7
  ret void
}

define void @copiesAnywhere(ptr %table, ptr %p) noinline {
  %key = load i64, ptr %p, align 8
  %slot = getelementptr inbounds [2 x i64], ptr %table, i64 %key
  %old = load i64, ptr %slot, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %slot, ptr align 8 %p, i64 16, i1 false), !tbaa.struct !7
  ret void
}

!0 = !{!"root"}
!1 = !{!2, !2, i64 0}
!2 = !{!"long", !8, i64 0}
!3 = !{!4, !4, i64 0}
!4 = !{!"pointer", !8, i64 0}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.mustprogress"}
!7 = !{i64 0, i64 8, !1, i64 8, i64 6, !1, i64 14, i64 1, !9, i64 15, i64 1, !9}
!8 = !{!"omnipotent char", !0, i64 0}
!9 = !{!8, !8, i64 0}
