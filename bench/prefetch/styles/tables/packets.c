// A router's packets: the header of each, in a buffer anywhere, gives a hash by
// which its flow is found.
#include "../../common.h"

typedef struct {
  uint32_t Source, Target;
  uint16_t SourcePort, TargetPort, Length;
  uint8_t Protocol, Flags;
} Header;

typedef struct {
  uint64_t Meta[8];
  Header H;
  uint8_t Data[112];
} Packet;

typedef struct {
  Header Key;
  uint64_t Packets, Bytes, First, Last, State[2];
} Flow;

static inline uint32_t hashOf(const Header *H) {
  uint32_t Words[3] = {H->Source, H->Target,
                       (uint32_t)H->SourcePort << 16 | H->TargetPort};
  uint32_t Hash = H->Protocol;
  for (int I = 0; I < 3; ++I) {
    Hash = (Hash ^ Words[I]) * 0xcc9e2d51u;
    Hash ^= Hash >> 15;
  }
  return Hash * 0x9e3779b1u >> 7;
}

static inline int isSame(const Header *A, const Header *B) {
  return A->Source == B->Source && A->Target == B->Target &&
         A->SourcePort == B->SourcePort && A->TargetPort == B->TargetPort &&
         A->Protocol == B->Protocol;
}

static __attribute__((noinline)) Flow *flowOf(Flow *Flows, size_t Mask,
                                              const Header *H) {
  size_t At = hashOf(H) & Mask;
  while (Flows[At].Packets && !isSame(&Flows[At].Key, H))
    At = (At + 1) & Mask;
  if (!Flows[At].Packets)
    Flows[At].Key = *H;
  return &Flows[At];
}

KERNEL static void forward(Flow *Flows, size_t Mask, Packet *const *Packets,
                           size_t Count) {
  for (size_t I = 0; I < Count; ++I) {
#ifdef PREFETCH_BY_HAND
    if (I + 2 * DISTANCE < Count) {
      BY_HAND(&Packets[I + 2 * DISTANCE]->H);
      BY_HAND(&Flows[hashOf(&Packets[I + DISTANCE]->H) & Mask]);
    }
#endif
    Header *H = &Packets[I]->H;
    Flow *F = flowOf(Flows, Mask, H);
    ++F->Packets;
    F->Bytes += H->Length;
    F->Last = I;
    if (H->Flags)
      --H->Flags; // The time to live.
  }
}

int main(int argc, char **argv) {
  size_t Bytes = bytesOf(argc, argv), Slots = 1;
  while (Slots * 2 * sizeof(Flow) <= Bytes / 3)
    Slots *= 2;
  size_t Count =
      (Bytes - Slots * sizeof(Flow)) / (sizeof(Packet) + sizeof(Packet *));
  Flow *Flows = (Flow *)allocate(Slots * sizeof(Flow));
  Packet *Buffers = (Packet *)allocate(Count * sizeof(Packet));
  Packet **Packets = (Packet **)allocate(Count * sizeof(Packet *));
  uint32_t *Order = shuffled(Count);
  for (size_t I = 0; I < Count; ++I) {
    Packets[I] = &Buffers[Order[I]];
    uint32_t Connection = random32() % (Slots / 2) * 0x9e3779b1u;
    Packets[I]->H =
        (Header){Connection, ~Connection >> 3,       Connection >> 7,
                 443,        64 + random32() % 1400, 6,
                 64};
  }
  MEASURE_THEN(forward(Flows, Slots - 1, Packets, Count),
               checksumOfMemory(Flows, Slots * sizeof(Flow)));
}
