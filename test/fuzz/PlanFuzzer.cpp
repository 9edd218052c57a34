//===- PlanFuzzer.cpp - Any bytes as a plan file --------------------------===//
//
// With the right size and checksum, which no mutation finds.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "runtime/base/Crc32.h"
#include "runtime/patch/plan/PlanView.h"
#include <cstring>
#include <vector>

using namespace udpc;
using namespace udpc::rt;

static void seal(uint8_t *File, size_t Size) {
  plan::Header H;
  std::memcpy(&H, File, sizeof(H));
  std::memcpy(H.Magic, plan::Magic, sizeof(H.Magic));
  H.Version = plan::Version;
  H.Size = Size;
  H.Checksum = 0;
  H.Checksum =
      crc32(crc32(0, File + sizeof(H), Size - sizeof(H)), &H, sizeof(H));
  std::memcpy(File, &H, sizeof(H));
}

/// Reads all that the runtime would.
static uint64_t sumUp(const PlanView &V) {
  const plan::Header &H = *V.Header;
  uint64_t Sum = V.firstMovedFrom(H.Begin);
  for (uint32_t I = 0; I != H.NumPatches; ++I) {
    const plan::PatchRec &P = V.Patches[I];
    for (uint8_t B = 0; B != P.Size; ++B)
      Sum += V.oldBytes(P)[B] + V.newBytes(P)[B];
    for (uint32_t S = 0; S != P.NumSlots; ++S) {
      require(V.PatchSlots[P.FirstSlot + S] < H.NumSlots, "a slot");
      Sum += V.PatchSlots[P.FirstSlot + S];
    }
    require(P.Field == plan::NoField || P.Field + 4 <= P.Size, "a field");
  }
  for (uint32_t I = 0; I != H.NumFixups; ++I)
    Sum += V.Code[V.Fixups[I].Offset] + V.Code[V.Fixups[I].Offset + 3];
  for (uint32_t I = 0; I != H.NumCounts; ++I)
    Sum += V.Code[V.Counts[I].Switch + 1];
  TableView T;
  require(viewTable(V.Table, H.TableSize, T), "a table");
  for (uint32_t I = 0; I != T.Header->NumSites; ++I) {
    Sum += *T.eventName(T.Sites[I].Event);
    for (uint32_t C = 0; C != T.Sites[I].NumCandidates; ++C)
      require(T.Candidates[T.Sites[I].FirstCandidate + C].Value < H.NumSlots,
              "a candidate");
  }
  return Sum;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  // As the runtime maps it: aligned.
  std::vector<uint64_t> Memory((Size + 7) / 8);
  auto *File = reinterpret_cast<uint8_t *>(Memory.data());
  std::memcpy(File, Data, Size);
  PlanView View;
  for (bool Sealed : {false, true}) {
    if (Sealed && Size < sizeof(plan::Header))
      return 0;
    if (Sealed)
      seal(File, Size);
    if (const char *Wrong = viewPlan(File, Size, View)) {
      require(std::strncmp(Wrong, "it is ", 6) == 0, Wrong);
      continue;
    }
    volatile uint64_t Sum = sumUp(View);
    (void)Sum;
  }
  return 0;
}
