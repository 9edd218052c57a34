// Shadow rays through a hierarchy of bounding boxes, until one hits a leaf: the
// left child is the next node, the right one waits on a stack.
#include "../../common.h"

typedef struct {
  float Low[3], High[3];
  uint32_t Right; // Zero for a leaf.
  uint32_t Kind;
} Node;

typedef struct {
  float From[3], Inverse[3]; // Of the direction.
} Ray;

KERNEL static size_t countHits(const Node *Nodes, const Ray *Rays,
                               size_t Count) {
  size_t Hits = 0;
  for (size_t I = 0; I < Count; ++I) {
    const Ray *R = &Rays[I];
    uint32_t Stack[64] = {0};
    for (int Top = 1; Top;) {
      uint32_t Index = Stack[--Top];
      const Node *N = &Nodes[Index];
      float Near = 0, Far = 1;
      for (int A = 0; A < 3; ++A) {
        float X = (N->Low[A] - R->From[A]) * R->Inverse[A];
        float Y = (N->High[A] - R->From[A]) * R->Inverse[A];
        float First = X < Y ? X : Y, Last = X < Y ? Y : X;
        Near = First > Near ? First : Near;
        Far = Last < Far ? Last : Far;
      }
      if (Near > Far)
        continue;
      if (!N->Right) {
        Hits += N->Kind;
        break;
      }
      BY_HAND(&Nodes[N->Right]);
      Stack[Top++] = N->Right;
      Stack[Top++] = Index + 1;
    }
  }
  return Hits;
}

static float fraction(void) { return random32() % 65536 / 65536.0f; }

// The leaves are in the order of a space-filling curve, so that each half of
// them is together.
static uint32_t build(Node *Nodes, uint32_t *Used, uint32_t First,
                      uint32_t Last, uint32_t Count) {
  enum { AxisBits = 7 };
  uint32_t Index = (*Used)++, Middle = First + (Last - First) / 2;
  Node *N = &Nodes[Index];
  N->Kind = 1 + random32() % 4;
  if (Last - First > 1) {
    build(Nodes, Used, First, Middle, Count);
    N->Right = build(Nodes, Used, Middle, Last, Count);
  }
  uint64_t Code = ((uint64_t)First << 3 * AxisBits) / Count;
  for (int A = 0; A < 3; ++A) {
    const Node *L = N + 1, *R = &Nodes[N->Right];
    float Cell = fraction();
    for (int B = 0; B < AxisBits; ++B)
      Cell += Code >> (3 * B + A) & 1 ? 1 << B : 0;
    N->Low[A] = Cell / (1 << AxisBits);
    N->High[A] = (Cell + 0.2f * fraction()) / (1 << AxisBits);
    if (N->Right) {
      N->Low[A] = L->Low[A] < R->Low[A] ? L->Low[A] : R->Low[A];
      N->High[A] = L->High[A] > R->High[A] ? L->High[A] : R->High[A];
    }
  }
  return Index;
}

int main(int argc, char **argv) {
  enum { NumRays = 40000 };
  uint32_t Count = bytesOf(argc, argv) / (2 * sizeof(Node)), Used = 0;
  Node *Nodes = (Node *)allocate(2 * Count * sizeof(Node));
  build(Nodes, &Used, 0, Count, Count);
  Ray *Rays = (Ray *)allocate(NumRays * sizeof(Ray));
  for (size_t I = 0; I < NumRays; ++I)
    for (int A = 0; A < 3; ++A) {
      Rays[I].From[A] = fraction();
      Rays[I].Inverse[A] = A == (int)(I % 3) ? 1.5f : 4;
    }
  MEASURE(countHits(Nodes, Rays, NumRays));
}
