; What is pushed to a work list is prefetched where it is pushed, and the reasons
; where it is not.
;
; RUN: opt -load-pass-plugin=%plugin -passes=udpc-indirect-prefetch -udpc-prefetch-indirect=1 \
; RUN:   -udpc-prefetch-indirect-type=pushed -S %s -pass-remarks=udpc -pass-remarks-missed=udpc 2> %t.remarks \
; RUN:   | FileCheck %s
; RUN: opt -load-pass-plugin=%plugin -passes=udpc-indirect-prefetch -udpc-prefetch-indirect=1 \
; RUN:   -udpc-prefetch-indirect-type=pushed_t2 -S %s | FileCheck %s --check-prefix=KIND
; KIND-COUNT-5: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 1, i32 1)
; KIND-NOT:  call void @llvm.prefetch
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not='remark:' < %t.remarks

; A stack of pointers: the field that is accessed of what is pushed. The next
; child has been accessed before it is pushed.
; REMARK:      {{^}}remark: {{.*}} prefetch what is pushed at line 0, by 1 instructions
; REMARK-COUNT-3: {{^}}remark: {{.*}} no prefetch of what is pushed at line 0: what is pushed is accessed before
; CHECK-LABEL: define i64 @pointers(
; CHECK:      %child = load ptr, ptr %child.at
; CHECK-NEXT: [[FIELD:%.*]] = getelementptr i8, ptr %child, i64 72
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[FIELD]], i32 0, i32 3, i32 1)
; CHECK-NEXT: store ptr %child
; CHECK-NOT:  llvm.prefetch
define i64 @pointers(ptr noalias %stack, ptr %root) {
entry:
  store ptr %root, ptr %stack
  br label %loop
loop:
  %top = phi i64 [ 1, %entry ], [ %top2, %next ]
  %sum = phi i64 [ 0, %entry ], [ %sum1, %next ]
  %last = add i64 %top, -1
  %slot = getelementptr ptr, ptr %stack, i64 %last
  %n = load ptr, ptr %slot
  %f = getelementptr i8, ptr %n, i64 72
  %v = load i64, ptr %f
  %sum1 = add i64 %sum, %v
  %leaf = icmp eq i64 %v, 0
  br i1 %leaf, label %next, label %push
push:
  %child.at = getelementptr i8, ptr %n, i64 80
  %child = load ptr, ptr %child.at
  store ptr %child, ptr %slot
  %second.at = getelementptr i8, ptr %n, i64 88
  %second = load ptr, ptr %second.at
  %second.f = getelementptr i8, ptr %second, i64 40
  store i64 %v, ptr %second.f
  %slot2 = getelementptr ptr, ptr %stack, i64 %top
  store ptr %second, ptr %slot2
  %top1 = add i64 %top, 1
  br label %next
next:
  %top2 = phi i64 [ %last, %loop ], [ %top1, %push ]
  %done = icmp eq i64 %top2, 0
  br i1 %done, label %exit, label %loop
exit:
  ret i64 %sum1
}

; An index, whose array's base is loaded in each iteration: as base + index *
; scale. A constant is not prefetched, nor what only moves within the list.
; REMARK-NEXT: {{^}}remark: {{.*}} prefetch what is pushed at line 0, by 2 instructions
; CHECK-LABEL: define void @indexes(
; CHECK:      store i32 7, ptr %list
; CHECK:      store i32 %moved
; CHECK:      [[WIDE:%.*]] = zext i32 %new to i64
; CHECK-NEXT: [[AT:%.*]] = getelementptr { i64, i64 }, ptr %base, i64 [[WIDE]]
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[AT]], i32 0, i32 3, i32 1)
; CHECK-NEXT: store i32 %new
; CHECK-NOT:  llvm.prefetch
define void @indexes(ptr %graph, ptr noalias %list, i64 %many) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %first = load i32, ptr %list
  %base.at = getelementptr i8, ptr %graph, i64 16
  %base = load ptr, ptr %base.at
  %wide = zext i32 %first to i64
  %at = getelementptr { i64, i64 }, ptr %base, i64 %wide
  %v = load i64, ptr %at
  %new = trunc i64 %v to i32
  store i32 7, ptr %list
  %slot = getelementptr i32, ptr %list, i64 %i
  %moved = load i32, ptr %slot
  %slot2 = getelementptr i32, ptr %slot, i64 %many
  store i32 %moved, ptr %slot2
  store i32 %new, ptr %slot
  %i1 = add i64 %i, 1
  %done = icmp eq i64 %i1, %many
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; Another field of the list's elements is no address.
; CHECK-LABEL: define void @fields(
; CHECK-NOT:  llvm.prefetch
; CHECK:      store i64 %i, ptr %depth
; CHECK:      call void @llvm.prefetch.p0(ptr %v,
; CHECK-NEXT: store ptr %v, ptr %slot
; REMARK-NEXT: {{^}}remark: {{.*}} prefetch what is pushed at line 0, by 0 instructions
define void @fields(ptr noalias %list, i64 %many) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %popped.at = getelementptr { ptr, i64 }, ptr %list, i64 %i
  %popped = load ptr, ptr %popped.at
  %v = load ptr, ptr %popped
  %i1 = add i64 %i, 1
  %slot = getelementptr { ptr, i64 }, ptr %list, i64 %i1
  %depth = getelementptr i8, ptr %slot, i64 8
  store i64 %i, ptr %depth
  store ptr %v, ptr %slot
  %done = icmp eq i64 %i1, %many
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; Atomic and volatile stores are left alone. A divisor may be 0 for what is pushed,
; but not for what is popped.
; REMARK-NEXT: {{^}}remark: {{.*}} no prefetch of what is pushed at line 0: the address needs other values, which are not known there
; CHECK-LABEL: define void @left_alone(
; CHECK-NOT:  llvm.prefetch
define void @left_alone(ptr %objects, ptr noalias %list, i64 %many) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %slot = getelementptr i64, ptr %list, i64 %i
  %popped = load i64, ptr %slot
  %none = icmp eq i64 %popped, 0
  br i1 %none, label %next, label %some
some:
  %index = udiv i64 %many, %popped
  %at = getelementptr i64, ptr %objects, i64 %index
  %v = load i64, ptr %at
  store volatile i64 %v, ptr %slot
  store atomic i64 %v, ptr %slot release, align 8
  store i64 %v, ptr %slot
  br label %next
next:
  %i1 = add i64 %i, 1
  %done = icmp eq i64 %i1, %many
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; A value of a call that may throw, and one of a landing pad.
; REMARK-NEXT: {{^}}remark: {{.*}} prefetch what is pushed at line 0, by 0 instructions
; REMARK-NEXT: {{^}}remark: {{.*}} prefetch what is pushed at line 0, by 0 instructions
; CHECK-LABEL: define void @exceptions(
; CHECK:      landingpad
; CHECK:      call void @llvm.prefetch.p0(ptr %caught,
; CHECK-NEXT: store ptr %caught
; CHECK:      call void @llvm.prefetch.p0(ptr %new,
; CHECK-NEXT: store ptr %new
define void @exceptions(ptr noalias %list, i64 %many) personality ptr @personality {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %slot = getelementptr ptr, ptr %list, i64 %i
  %popped = load ptr, ptr %slot
  %v = load ptr, ptr %popped
  %new = invoke ptr @make(ptr %v) to label %made unwind label %pad
pad:
  %pair = landingpad { ptr, i32 } catch ptr null
  %caught = extractvalue { ptr, i32 } %pair, 0
  store ptr %caught, ptr %slot
  br label %next
made:
  store ptr %new, ptr %slot
  br label %next
next:
  %i1 = add i64 %i, 1
  %done = icmp eq i64 %i1, %many
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
declare ptr @make(ptr)
declare i32 @personality(...)
