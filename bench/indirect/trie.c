// Lookups of keys of three bytes in a trie, which has most of them.
#include "../prefetch/common.h"

typedef struct Node {
  struct Node *Children[256];
} Node;

KERNEL static uint64_t lookUp(const Node *Root, const uint8_t (*Keys)[4],
                              size_t N) {
  uint64_t Found = 0;
  for (size_t I = 0; I < N; ++I) {
#ifdef PREFETCH_BY_HAND
    const uint8_t *Far = Keys[I + 2 * DISTANCE < N ? I + 2 * DISTANCE : N - 1];
    const uint8_t *Near = Keys[I + DISTANCE < N ? I + DISTANCE : N - 1];
    const Node *First = Root->Children[Far[0]];
    if (First)
      BY_HAND(&First->Children[Far[1]]);
    First = Root->Children[Near[0]];
    if (First && (First = First->Children[Near[1]]))
      BY_HAND(&First->Children[Near[2]]);
#endif
    const Node *At = Root->Children[Keys[I][0]];
    if (At && (At = At->Children[Keys[I][1]]))   // prefetch: DISTANCE indirect
      Found += At->Children[Keys[I][2]] != NULL; // prefetch: DISTANCE indirect
  }
  return Found;
}

int main(int argc, char **argv) {
  size_t Most = bytesOf(argc, argv) / sizeof(Node), Count = 1, N = 32 * Most;
  Node *Nodes = (Node *)allocate(Most * sizeof(Node));
  uint8_t(*Keys)[4] = (uint8_t(*)[4])allocate(4 * N);
  uint32_t *Order = shuffled(Most);
  for (size_t I = 0; I < N; ++I) {
    uint32_t Key = random32();
    memcpy(Keys[I], &Key, 4);
    Node *At = &Nodes[Order[0]];
    for (int Byte = 0; Byte < 2; ++Byte) {
      Node **Child = &At->Children[Keys[I][Byte]];
      if (!*Child) {
        if (Count == Most)
          break;
        *Child = &Nodes[Order[Count++]];
      }
      At = *Child;
      if (Byte == 1)
        At->Children[Keys[I][2]] = At;
    }
  }
  MEASURE(lookUp(&Nodes[Order[0]], Keys, N));
}
