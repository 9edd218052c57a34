//===- CountLists.cpp - Counts that do not change -------------------------===//
//
// Lists of counts in the file that holds counts: counts of ended threads, and
// baselines to subtract from the slots of running threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/continuous/CountStorage.h"
#include "runtime/counts/ThreadState.h"

using namespace udpc;
using namespace udpc::rt;

/// How often all counts have been reset to 0.
static uint64_t Generation;

/// Writes a list of \p N counts, and makes it the counts of \p T.
static bool publishList(ThreadRecord &T, uint64_t Includes,
                        const abi::CountRec *Counts, uint64_t N) {
  abi::CountList List = {Generation, Includes, N};
  uint64_t Bytes = N * sizeof(*Counts);
  bool IsFresh;
  uint64_t At = allocatePiece(sizeof(List) + Bytes, IsFresh);
  if (!At)
    return false;
  if (!writePiece(At, &List, sizeof(List)) ||
      !writePiece(At + sizeof(List), Counts, Bytes) ||
      !publishCounts(T, At + abi::InList)) {
    releasePiece(At, sizeof(List) + Bytes);
    return false;
  }
  ThreadInFile &In = inFile(T);
  releasePiece(In.List, In.ListBytes);
  In.List = At;
  In.ListBytes = sizeof(List) + Bytes;
  return true;
}

bool rt::publishEnded(ThreadRecord &T) {
  return publishList(T, T.Index, T.Ended, T.NumEnded);
}

void rt::writeEndedToFile(ThreadRecord &T) {
  if (!hasCountFile() || !inFile(T).List)
    return;
  FileChange Change;
  if (Change.isPossible())
    publishEnded(T);
}

void rt::writeOthersToFile(const ThreadRecord &Included) {
  if (!hasCountFile())
    return;
  FileChange Change;
  ThreadRecord &Others = otherThreads();
  uint64_t N = numCountsOf(Others);
  size_t Bytes = N * sizeof(abi::CountRec);
  auto *Counts = static_cast<abi::CountRec *>(mapMemory(Bytes + 1));
  if (!Change.isPossible() || !Counts)
    return unmapMemory(Counts, Bytes + 1);
  collectThread(Others, Counts);
  publishList(Others, Included.Index, Counts, N);
  unmapMemory(Counts, Bytes + 1);
}

//===----------------------------------------------------------------------===//
// Baselines
//===----------------------------------------------------------------------===//

/// Calls \p Each with each slot of \p T whose baseline is not 0.
template <typename Callable>
static void visitBaselines(const ThreadRecord &T, Callable Each) {
  for (uint32_t I = 0; I != numUnits(); ++I)
    if (const uint64_t *Baseline = T.Baselines.find(I))
      for (uint32_t S = 0; S != unit(I).NumSlots; ++S)
        if (Baseline[S])
          Each(abi::CountRec{I, S, Baseline[S]});
}

void rt::writeBaselinesToFile(bool EndedToo) {
  Generation += EndedToo;
  if (!hasCountFile())
    return;
  FileChange Change;
  uint64_t Bytes = sizeof(abi::ContinuousBase);
  for (const ThreadRecord *T = firstThread(); T; T = T->Next) {
    Bytes += sizeof(abi::ThreadRec);
    visitBaselines(*T, [&](abi::CountRec) { Bytes += sizeof(abi::CountRec); });
  }
  auto *Memory = static_cast<uint8_t *>(mapMemory(Bytes));
  bool IsFresh;
  uint64_t At =
      Change.isPossible() && Memory ? allocatePiece(Bytes, IsFresh) : 0;
  if (!At)
    return unmapMemory(Memory, Bytes);
  auto *Base = reinterpret_cast<abi::ContinuousBase *>(Memory);
  Base->Resets = Generation;
  uint8_t *P = Memory + sizeof(*Base);
  for (const ThreadRecord *T = firstThread(); T; T = T->Next) {
    auto *Rec = reinterpret_cast<abi::ThreadRec *>(P);
    *Rec = {T->Index, T->Tid, 0};
    P += sizeof(*Rec);
    ++Base->NumThreads;
    visitBaselines(*T, [&](abi::CountRec Count) {
      *reinterpret_cast<abi::CountRec *>(P) = Count;
      P += sizeof(Count);
      ++Rec->NumCounts;
    });
  }
  static uint64_t OldBytes;
  if (writePiece(At, Memory, Bytes)) {
    uint64_t Old = countFileHeader().Base;
    __atomic_store_n(&countFileHeader().Base, At, __ATOMIC_RELEASE);
    releasePiece(Old, OldBytes);
    OldBytes = Bytes;
  }
  unmapMemory(Memory, Bytes);
}
