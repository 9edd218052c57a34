; Where the next node of a list is known, and what is loaded for it.
;
; RUN: opt -load-pass-plugin=%plugin -passes='function(udpc-indirect-prefetch)' -udpc-prefetch-indirect=4 \
; RUN:   -udpc-prefetch-indirect-type=next -S %s -o - | FileCheck %s

; The iteration loads the address in any case, behind an inner loop that ends.
; CHECK-LABEL: @early(
; CHECK: node:
; CHECK: %[[AT:.*]] = getelementptr i8, ptr %p, i64 8
; CHECK-NEXT: %[[NEXT:.*]] = load ptr, ptr %[[AT]], align 8, !nosanitize
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr %[[NEXT]], i32 0, i32 3, i32 1)
; CHECK: inner:
define i64 @early(ptr %head, ptr %t) {
entry:
  br label %node
node:
  %p = phi ptr [ %head, %entry ], [ %next, %done ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %done ]
  br label %inner
inner:
  %i = phi i64 [ 0, %node ], [ %i.next, %inner ]
  %s.inner = phi i64 [ %s, %node ], [ %s.next, %inner ]
  %pt = getelementptr i64, ptr %t, i64 %i
  %v = load i64, ptr %pt, align 8
  %k = load i64, ptr %p, align 8
  %x = xor i64 %v, %k
  %s.next = add i64 %s.inner, %x
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, 100
  br i1 %more, label %inner, label %done
done:
  %pn = getelementptr i8, ptr %p, i64 8
  %next = load ptr, ptr %pn, align 8
  %end = icmp eq ptr %next, null
  br i1 %end, label %exit, label %node
exit:
  ret i64 %s.next
}

; The call may not return, so the load must be in the page of the key.
; CHECK-LABEL: @called(
; CHECK: %k = load i64, ptr %p, align 8
; CHECK-NEXT: %[[AT:.*]] = getelementptr i8, ptr %p, i64 8
; CHECK: %[[IS:.*]] = icmp ule i64 %{{.*}}, 4088
; CHECK-NEXT: %[[FROM:.*]] = select i1 %[[IS]], ptr %[[AT]], ptr @__udpc_prefetch_zeros
; CHECK-NEXT: %[[NEXT:.*]] = load ptr, ptr %[[FROM]], align 8, !nosanitize
; CHECK-NEXT: %[[TO:.*]] = select i1 %[[IS]], ptr %[[NEXT]], ptr @__udpc_prefetch_zeros
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr %[[TO]],
; CHECK: call void @use(i64 %k)
define void @called(ptr %head) {
entry:
  br label %node
node:
  %p = phi ptr [ %head, %entry ], [ %next, %node ]
  %k = load i64, ptr %p, align 8
  call void @use(i64 %k)
  %pn = getelementptr i8, ptr %p, i64 8
  %next = load ptr, ptr %pn, align 8
  %end = icmp eq ptr %next, null
  br i1 %end, label %exit, label %node
exit:
  ret void
}

; Nothing of the node is accessed before the call: prefetched where it is loaded.
; CHECK-LABEL: @behind(
; CHECK: call void @use(i64 0)
; CHECK: %next = load ptr, ptr %pn, align 8
; CHECK-NEXT: %[[LINK:.*]] = getelementptr i8, ptr %next, i64 8
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr %[[LINK]],
; CHECK-NOT: call void @llvm.prefetch
define void @behind(ptr %head) {
entry:
  br label %node
node:
  %p = phi ptr [ %head, %entry ], [ %next, %node ]
  call void @use(i64 0)
  %pn = getelementptr i8, ptr %p, i64 8
  %next = load ptr, ptr %pn, align 8
  %k = load i64, ptr %p, align 8
  call void @use(i64 %k)
  %end = icmp eq ptr %next, null
  br i1 %end, label %exit, label %node
exit:
  ret void
}

; Each element is a list. Four iterations ahead of its second node is that of an
; iteration which loads it: the list has a first node, whose key is another one.
; CHECK-LABEL: @chains(
; CHECK: row:
; CHECK: %[[HEAD:.*]] = load ptr, ptr %{{.*}}, align 8, !nosanitize
; CHECK: %[[FULL:.*]] = freeze i1 %{{.*}}
; CHECK: %[[DIFFERS:.*]] = freeze i1 %{{.*}}
; CHECK: %[[BOTH:.*]] = and i1 %{{.*}}, %{{.*}}
; CHECK: %[[FROM:.*]] = select i1 %[[BOTH]], ptr %{{.*}}, ptr @__udpc_prefetch_zeros
; CHECK-NEXT: %[[SECOND:.*]] = load ptr, ptr %[[FROM]], align 8, !nosanitize
; CHECK: %[[TO:.*]] = select i1 %[[BOTH]], ptr %[[SECOND]], ptr @__udpc_prefetch_zeros
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr %[[TO]],
; CHECK: node:
define i64 @chains(ptr %heads, i64 %n, i64 %key) mustprogress {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %row.end ]
  %s = phi i64 [ 0, %entry ], [ %s.end, %row.end ]
  %ph = getelementptr ptr, ptr %heads, i64 %i
  %first = load ptr, ptr %ph, align 8
  %none = icmp eq ptr %first, null
  br i1 %none, label %row.end, label %node
node:
  %p = phi ptr [ %first, %row ], [ %next, %go ]
  %k = load i64, ptr %p, align 8
  %is = icmp eq i64 %k, %key
  br i1 %is, label %found, label %go
go:
  %pn = getelementptr i8, ptr %p, i64 8
  %next = load ptr, ptr %pn, align 8
  %end = icmp eq ptr %next, null
  br i1 %end, label %row.end, label %node
found:
  %s.found = add i64 %s, 1
  br label %row.end
row.end:
  %s.end = phi i64 [ %s, %row ], [ %s, %go ], [ %s.found, %found ]
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %row, label %exit
exit:
  ret i64 %s.end
}

; The loop changes links: what is behind the first node is not known.
; CHECK-LABEL: @changes(
; CHECK-COUNT-1: call void @llvm.prefetch
; CHECK-NOT: call void @llvm.prefetch
define void @changes(ptr %heads, i64 %n) mustprogress {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %row.end ]
  %ph = getelementptr ptr, ptr %heads, i64 %i
  %first = load ptr, ptr %ph, align 8
  %none = icmp eq ptr %first, null
  br i1 %none, label %row.end, label %node
node:
  %p = phi ptr [ %first, %row ], [ %next, %node ]
  %pn = getelementptr i8, ptr %p, i64 8
  %next = load ptr, ptr %pn, align 8
  store ptr %first, ptr %p, align 8
  %end = icmp eq ptr %next, null
  br i1 %end, label %row.end, label %node
row.end:
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %row, label %exit
exit:
  ret void
}

declare void @use(i64)

; A list by indexes: the weight of the second edge of a vertex.
; CHECK-LABEL: @edges(
; CHECK: vertex:
; CHECK: %[[HEAD:.*]] = load i32, ptr %{{.*}}, align 4, !nosanitize
; CHECK-NEXT: %[[NONE:.*]] = icmp eq i32 %[[HEAD]], -1
; CHECK-NEXT: %[[IS:.*]] = freeze i1 %[[NONE]]
; CHECK-NEXT: %[[SOME:.*]] = xor i1 %[[IS]], true
; CHECK-NEXT: %[[WIDE:.*]] = sext i32 %[[HEAD]] to i64
; CHECK-NEXT: %[[AT:.*]] = getelementptr i32, ptr %after, i64 %[[WIDE]]
; CHECK-NEXT: %[[FROM:.*]] = select i1 %[[SOME]], ptr %[[AT]], ptr @__udpc_prefetch_zeros
; CHECK-NEXT: %[[SECOND:.*]] = load i32, ptr %[[FROM]], align 4, !nosanitize
; CHECK-NEXT: %[[WIDE2:.*]] = sext i32 %[[SECOND]] to i64
; CHECK-NEXT: %[[WEIGHT:.*]] = getelementptr i64, ptr %weights, i64 %[[WIDE2]]
; CHECK-NEXT: %[[TO:.*]] = select i1 %[[SOME]], ptr %[[WEIGHT]], ptr @__udpc_prefetch_zeros
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr %[[TO]],
define i64 @edges(ptr %heads, ptr %after, ptr %weights, i64 %n) mustprogress {
entry:
  br label %vertex
vertex:
  %i = phi i64 [ 0, %entry ], [ %i.next, %vertex.end ]
  %s = phi i64 [ 0, %entry ], [ %s.end, %vertex.end ]
  %ph = getelementptr i32, ptr %heads, i64 %i
  %first = load i32, ptr %ph, align 4
  %none = icmp eq i32 %first, -1
  br i1 %none, label %vertex.end, label %edge
edge:
  %e = phi i32 [ %first, %vertex ], [ %next, %edge ]
  %s.edge = phi i64 [ %s, %vertex ], [ %s.next, %edge ]
  %wide = sext i32 %e to i64
  %pw = getelementptr i64, ptr %weights, i64 %wide
  %w = load i64, ptr %pw, align 8
  %s.next = add i64 %s.edge, %w
  %pn = getelementptr i32, ptr %after, i64 %wide
  %next = load i32, ptr %pn, align 4
  %end = icmp eq i32 %next, -1
  br i1 %end, label %vertex.end, label %edge
vertex.end:
  %s.end = phi i64 [ %s, %vertex ], [ %s.next, %edge ]
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %vertex, label %exit
exit:
  ret i64 %s.end
}
