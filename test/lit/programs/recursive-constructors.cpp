// Constructors and destructors that call variants of themselves for other objects count: only a variant that calls
// another for its own object leaves the counting to that.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang++ -O$O -fudpc-spec=spec.yaml a.cpp -o a && \
// RUN:   env UDPC_OPTIONS=output=a$O.prof ./a && \
// RUN:   %counts a$O.prof | FileCheck %s; \
// RUN: }
// RUN: each O 0 1 2 3 -- check
// RUN: udpc-clang++ -c -fudpc-spec=spec.yaml -Rpass-missed=udpc a.cpp 2>&1 | FileCheck %s --check-prefix=REMARK
//--- spec.yaml
version: 1
events:
  - {event: made, entry: "Tree::Tree"}
  - {event: made_returns, return: "Tree::Tree"}
  - {event: gone, entry: "Tree::~Tree"}
  - {event: gone_returns, return: "Tree::~Tree"}
  - {event: nodes_made, entry: "Node::Node"}
  - {event: nodes_gone, entry: "Node::~Node"}
//--- a.cpp
// CHECK-DAG: made 15
// CHECK-DAG: made_returns 15
// CHECK-DAG: gone 15
// CHECK-DAG: gone_returns 15
// CHECK-DAG: nodes_made 5
// CHECK-DAG: nodes_gone 5
// The deleting variant and, for the virtual base, the complete one.
// REMARK-NOT: no entry site in Tree
// REMARK-NOT: no entry site in Node::Node
// REMARK-COUNT-2: no entry site in Node::~Node(): this variant of a constructor or destructor calls the one that counts
// REMARK-NOT: no entry site in
struct Tree {
  Tree *Left, *Right;
  Tree(int Depth);
  ~Tree();
};
Tree::Tree(int Depth) : Left(nullptr), Right(nullptr) {
  if (Depth > 0) {
    Left = new Tree(Depth - 1);
    Right = new Tree(Depth - 1);
  }
}
Tree::~Tree() {
  delete Left;
  delete Right;
}

struct Base {
  int Value = 0;
  virtual ~Base() {}
};
struct Node : virtual Base {
  Node *Next;
  Node(int N);
  ~Node() override;
};
Node::Node(int N) : Next(N ? new Node(N - 1) : nullptr) {}
Node::~Node() { delete Next; }
struct Leaf : Node {
  Leaf(int N) : Node(N) {}
};

int main() {
  Tree T(3);
  delete new Leaf(4);
}
