; Loads that look as if they could be done ahead, and must not be.
;
; RUN: opt -load-pass-plugin=%plugin -passes='function(udpc-indirect-prefetch)' -udpc-prefetch-indirect=4 \
; RUN:   -udpc-prefetch-indirect-type=next -S %s -o - | FileCheck %s
; RUN: opt -load-pass-plugin=%plugin -passes='function(udpc-indirect-prefetch)' -udpc-prefetch-indirect=4 -S %s -o - \
; RUN:   | FileCheck %s --check-prefix=BLIND

; The nodes' arrays belong to the outer loop's element. That of the links is
; loaded ahead; that of the keys is not, so that of the node after has none.
; CHECK-LABEL: @tables(
; CHECK: row:
; CHECK: %[[TABLE:.*]] = load ptr, ptr %{{.*}}, align 8, !nosanitize
; CHECK: %[[NEXT:.*]] = load i32, ptr %{{.*}}, align 4, !nosanitize
; CHECK-NEXT: %[[INDEX:.*]] = zext i32 %[[NEXT]] to i64
; CHECK-NEXT: %[[LINK:.*]] = getelementptr i32, ptr %[[TABLE]], i64 %[[INDEX]]
; CHECK-COUNT-3: call void @llvm.prefetch
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret i64
define i64 @tables(ptr %tables, ptr %heads, i64 %n) mustprogress {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %row.end ]
  %s = phi i64 [ 0, %entry ], [ %s.end, %row.end ]
  %pt = getelementptr ptr, ptr %tables, i64 %i
  %table = load ptr, ptr %pt, align 8
  %keys.at = getelementptr i8, ptr %table, i64 8
  %keys = load ptr, ptr %keys.at, align 8
  %ph = getelementptr i32, ptr %heads, i64 %i
  %first = load i32, ptr %ph, align 4
  %none = icmp eq i32 %first, -1
  br i1 %none, label %row.end, label %node
node:
  %e = phi i32 [ %first, %row ], [ %next, %node ]
  %s.node = phi i64 [ %s, %row ], [ %s.next, %node ]
  %x = zext i32 %e to i64
  %pk = getelementptr i64, ptr %keys, i64 %x
  %k = load i64, ptr %pk, align 8
  %s.next = add i64 %s.node, %k
  %pn = getelementptr i32, ptr %table, i64 %x
  %next = load i32, ptr %pn, align 4
  %end = icmp eq i32 %next, -1
  br i1 %end, label %row.end, label %node
row.end:
  %s.end = phi i64 [ %s, %row ], [ %s.next, %node ]
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %row, label %exit
exit:
  ret i64 %s.end
}

; What is known of restrict parameters of a function that is inlined in the loop
; is so in one iteration: others may store where later ones find their lists.
; CHECK-LABEL: @restrict(
; CHECK: call void @llvm.prefetch
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret i64
define i64 @restrict(ptr %heads, ptr %outs, i64 %n) mustprogress {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %row.end ]
  %s = phi i64 [ 0, %entry ], [ %s.end, %row.end ]
  tail call void @llvm.experimental.noalias.scope.decl(metadata !3)
  %ph = getelementptr ptr, ptr %heads, i64 %i
  %first = load ptr, ptr %ph, align 8, !noalias !3
  %none = icmp eq ptr %first, null
  br i1 %none, label %row.end, label %node
node:
  %p = phi ptr [ %first, %row ], [ %next, %node ]
  %s.node = phi i64 [ %s, %row ], [ %s.next, %node ]
  %pk = getelementptr i8, ptr %p, i64 8
  %k = load i64, ptr %pk, align 8
  %s.next = add i64 %s.node, %k
  %next = load ptr, ptr %p, align 8
  %end = icmp eq ptr %next, null
  br i1 %end, label %row.end, label %node
row.end:
  %s.end = phi i64 [ %s, %row ], [ %s.next, %node ]
  %po = getelementptr ptr, ptr %outs, i64 %i
  store ptr null, ptr %po, align 8, !alias.scope !3
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %row, label %exit
exit:
  ret i64 %s.end
}

; Where the whole loop is of that function, lists stay as they are.
; CHECK-LABEL: @restrictOutside(
; CHECK: row:
; CHECK-COUNT-2: call void @llvm.prefetch
; CHECK: ret i64
define i64 @restrictOutside(ptr %heads, ptr %outs, i64 %n) mustprogress {
entry:
  tail call void @llvm.experimental.noalias.scope.decl(metadata !3)
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %row.end ]
  %s = phi i64 [ 0, %entry ], [ %s.end, %row.end ]
  %ph = getelementptr ptr, ptr %heads, i64 %i
  %first = load ptr, ptr %ph, align 8, !noalias !3
  %none = icmp eq ptr %first, null
  br i1 %none, label %row.end, label %node
node:
  %p = phi ptr [ %first, %row ], [ %next, %node ]
  %s.node = phi i64 [ %s, %row ], [ %s.next, %node ]
  %pk = getelementptr i8, ptr %p, i64 8
  %k = load i64, ptr %pk, align 8
  %s.next = add i64 %s.node, %k
  %next = load ptr, ptr %p, align 8
  %end = icmp eq ptr %next, null
  br i1 %end, label %row.end, label %node
row.end:
  %s.end = phi i64 [ %s, %row ], [ %s.next, %node ]
  %po = getelementptr ptr, ptr %outs, i64 %i
  store ptr null, ptr %po, align 8, !alias.scope !3
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %row, label %exit
exit:
  ret i64 %s.end
}

; The first list of an element that has a list of lists: whether the first
; iteration of the innermost loop comes to the link is a condition as well.
; CHECK-LABEL: @nested(
; CHECK-COUNT-2: call void @llvm.prefetch
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret i64
define i64 @nested(ptr %heads, i64 %n, i64 %stop) mustprogress {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %row.end ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %row.end ]
  %ph = getelementptr ptr, ptr %heads, i64 %i
  %first = load ptr, ptr %ph, align 8
  br label %mid
mid:
  %m = phi ptr [ %first, %row ], [ %m.next, %mid.end ]
  %s.mid = phi i64 [ %s, %row ], [ %s.end, %mid.end ]
  %flag = load i64, ptr %m, align 8
  %skip = icmp eq i64 %flag, 0
  br i1 %skip, label %mid.end, label %list
list:
  %pl = getelementptr i8, ptr %m, i64 8
  %head = load ptr, ptr %pl, align 8
  br label %node
node:
  %p = phi ptr [ %head, %list ], [ %next, %go ]
  %s.node = phi i64 [ %s.mid, %list ], [ %s.next, %go ]
  %pk = getelementptr i8, ptr %p, i64 8
  %k = load i64, ptr %pk, align 8
  %s.next = add i64 %s.node, %k
  %is = icmp eq i64 %k, %stop
  br i1 %is, label %mid.end, label %go
go:
  %next = load ptr, ptr %p, align 8
  %end = icmp eq ptr %next, null
  br i1 %end, label %row.end, label %node
mid.end:
  %s.end = phi i64 [ %s.mid, %mid ], [ %s.next, %node ]
  %pm = getelementptr i8, ptr %m, i64 16
  %m.next = load ptr, ptr %pm, align 8
  br label %mid
row.end:
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %row, label %exit
exit:
  ret i64 %s.next
}

; A cycle with two entries is no loop, and may wait for ever.
; BLIND-LABEL: @irreducible(
; BLIND: load i64, ptr %{{.*}}, align 8, !nosanitize
; BLIND-NOT: !nosanitize
; BLIND: ret i64
define i64 @irreducible(ptr %a, ptr %b, ptr %c, ptr %flag, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %next ]
  %px = getelementptr i64, ptr %a, i64 %i
  %x = load i64, ptr %px, align 8
  %is = icmp eq i64 %x, 0
  br i1 %is, label %top, label %middle
top:
  br label %middle
middle:
  %wait = load volatile i64, ptr %flag, align 8
  %must = icmp eq i64 %wait, 0
  br i1 %must, label %top, label %next
next:
  %pc = getelementptr i64, ptr %c, i64 %i
  %ic = load i64, ptr %pc, align 8
  %pb = getelementptr i64, ptr %b, i64 %ic
  %ib = load i64, ptr %pb, align 8
  %pa = getelementptr i64, ptr %a, i64 %ib
  %v = load i64, ptr %pa, align 8
  %s.next = add i64 %s, %v
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i64 %s.next
}

; What is accessed may be in another address space than the line of zeros.
; BLIND-LABEL: @segment(
; BLIND: %[[TO:.*]] = select i1 %{{.*}}, ptr addrspace(256) %{{.*}}, ptr addrspace(256) null
; BLIND-NEXT: call void @llvm.prefetch.p256(ptr addrspace(256) %[[TO]],
define i64 @segment(ptr %nodes, ptr addrspace(256) %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %next ]
  %pn = getelementptr ptr, ptr %nodes, i64 %i
  %node = load ptr, ptr %pn, align 8
  %none = icmp eq ptr %node, null
  br i1 %none, label %next, label %some
some:
  %x = load i64, ptr %node, align 8
  %pa = getelementptr i64, ptr addrspace(256) %a, i64 %x
  %v = load i64, ptr addrspace(256) %pa, align 8
  %s.some = add i64 %s, %v
  br label %next
next:
  %s.next = phi i64 [ %s, %loop ], [ %s.some, %some ]
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i64 %s.next
}

; The number of iterations comes from an invoke right before the loop.
; BLIND-LABEL: @invoked(
; BLIND: %n = invoke i64 @count()
; BLIND: call void @llvm.prefetch
define i64 @invoked(ptr %a, ptr %b) personality ptr @personality {
entry:
  %n = invoke i64 @count() to label %loop unwind label %failed
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %loop ]
  %pb = getelementptr i64, ptr %b, i64 %i
  %ib = load i64, ptr %pb, align 8
  %pa = getelementptr i64, ptr %a, i64 %ib
  %v = load i64, ptr %pa, align 8
  %s.next = add i64 %s, %v
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i64 %s.next
failed:
  %caught = landingpad { ptr, i32 } cleanup
  ret i64 0
}

; The index is replaced in an inner loop, behind what needs it there. In the last
; iteration of the outer loop a copy in the inner one would load the replacement.
; CHECK-LABEL: @replaced(
; CHECK: head:
; CHECK: !nosanitize
; CHECK: inner:
; CHECK-NOT: !nosanitize
; CHECK: ret i64
; BLIND-LABEL: @replaced(
; BLIND: head:
; BLIND: !nosanitize
; BLIND: inner:
; BLIND-NOT: !nosanitize
; BLIND: ret i64
define i64 @replaced(ptr noalias %c, ptr noalias %b, ptr noalias %a, i64 %n, i1 %used) mustprogress {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %s = phi i64 [ 0, %entry ], [ %s.end, %latch ]
  %pc = getelementptr inbounds i32, ptr %c, i64 %i
  %ic = load i32, ptr %pc, align 4
  %ic.wide = zext i32 %ic to i64
  br i1 %used, label %inner, label %latch
inner:
  %t = phi i64 [ 0, %head ], [ %t.next, %inner ]
  %s.inner = phi i64 [ %s, %head ], [ %s.next, %inner ]
  %pb = getelementptr inbounds i32, ptr %b, i64 %ic.wide
  %ib = load i32, ptr %pb, align 4
  %ib.wide = zext i32 %ib to i64
  %pa = getelementptr inbounds i64, ptr %a, i64 %ib.wide
  %v = load i64, ptr %pa, align 8
  %s.next = add i64 %s.inner, %v
  store i32 -16, ptr %pc, align 4
  %t.next = add nuw nsw i64 %t, 1
  %again = icmp ne i64 %t.next, 3
  br i1 %again, label %inner, label %latch
latch:
  %s.end = phi i64 [ %s, %head ], [ %s.next, %inner ]
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %head, label %exit
exit:
  ret i64 %s.end
}

; The same with a value of another type, which no load of the program needs.
; CHECK-LABEL: @retyped(
; CHECK: head:
; CHECK: !nosanitize
; CHECK: inner:
; CHECK-NOT: !nosanitize
; CHECK: ret i64
; BLIND-LABEL: @retyped(
; BLIND: head:
; BLIND: !nosanitize
; BLIND: inner:
; BLIND-NOT: !nosanitize
; BLIND: ret i64
define i64 @retyped(ptr noalias %c, ptr noalias %b, ptr noalias %a, i64 %n, i1 %used) mustprogress {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %s = phi i64 [ 0, %entry ], [ %s.end, %latch ]
  %pc = getelementptr inbounds i32, ptr %c, i64 %i
  %ic = load i32, ptr %pc, align 4, !tbaa !6
  %ic.wide = zext i32 %ic to i64
  br i1 %used, label %inner, label %latch
inner:
  %t = phi i64 [ 0, %head ], [ %t.next, %inner ]
  %s.inner = phi i64 [ %s, %head ], [ %s.next, %inner ]
  %pb = getelementptr inbounds i32, ptr %b, i64 %ic.wide
  %ib = load i32, ptr %pb, align 4
  %ib.wide = zext i32 %ib to i64
  %pa = getelementptr inbounds i64, ptr %a, i64 %ib.wide
  %v = load i64, ptr %pa, align 8
  %s.next = add i64 %s.inner, %v
  %pf = getelementptr inbounds float, ptr %c, i64 %i
  store float -1.5, ptr %pf, align 4, !tbaa !7
  %t.next = add nuw nsw i64 %t, 1
  %again = icmp ne i64 %t.next, 3
  br i1 %again, label %inner, label %latch
latch:
  %s.end = phi i64 [ %s, %head ], [ %s.next, %inner ]
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %head, label %exit
exit:
  ret i64 %s.end
}

; The lock is taken in a function: without it, other threads may free nodes.
; CHECK-LABEL: @locked(
; CHECK: call void @llvm.prefetch
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret i64
define i64 @locked(i64 %n) mustprogress {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %row.end ]
  %s = phi i64 [ 0, %entry ], [ %s.end, %row.end ]
  %before = call i32 @exchange(ptr @lock, i32 1)
  %ph = getelementptr ptr, ptr @heads, i64 %i
  %first = load ptr, ptr %ph, align 8
  %none = icmp eq ptr %first, null
  br i1 %none, label %row.end, label %node
node:
  %p = phi ptr [ %first, %row ], [ %next, %node ]
  %s.node = phi i64 [ %s, %row ], [ %s.next, %node ]
  %pk = getelementptr i8, ptr %p, i64 8
  %k = load i64, ptr %pk, align 8
  %s.next = add i64 %s.node, %k
  %next = load ptr, ptr %p, align 8
  %end = icmp eq ptr %next, null
  br i1 %end, label %row.end, label %node
row.end:
  %s.end = phi i64 [ %s, %row ], [ %s.next, %node ]
  %after = call i32 @exchange(ptr @lock, i32 0)
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %row, label %exit
exit:
  ret i64 %s.end
}

@lock = internal global i32 0
@heads = internal global [1000 x ptr] zeroinitializer
declare i32 @exchange(ptr, i32) nofree nounwind willreturn memory(argmem: readwrite)
declare i64 @count()
declare i32 @personality(...)
declare void @llvm.experimental.noalias.scope.decl(metadata)

!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!3 = !{!1}
!4 = !{!"root"}
!5 = !{!"char", !4, i64 0}
!6 = !{!8, !8, i64 0}
!7 = !{!9, !9, i64 0}
!8 = !{!"int", !5, i64 0}
!9 = !{!"float", !5, i64 0}
