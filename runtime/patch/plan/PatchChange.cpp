//===- PatchChange.cpp - Changes the code of patches ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/patch/plan/PatchChange.h"
#include "runtime/base/Bytes.h"
#include "runtime/patch/plan/ThreadPlaces.h"
#include "runtime/system/CodeBarrier.h"
#include "runtime/system/System.h"

using namespace udpc;
using namespace udpc::rt;

static constexpr uint8_t Int3 = 0xcc;

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

void rt::newBytes(const PlannedModule &M, const plan::PatchRec &P,
                  uint8_t *Out) {
  copyBytes(Out, M.View.newBytes(P), P.Size);
  if (P.Field == plan::NoField)
    return;
  uintptr_t After = M.address(P) + P.Field + 4;
  auto Distance = static_cast<int32_t>(reinterpret_cast<uintptr_t>(M.Block) +
                                       P.Code - After);
  copyBytes(Out + P.Field, &Distance, sizeof(Distance));
}

static void bytesOf(const Change &C, uint8_t *Out) {
  if (C.On)
    newBytes(*C.Module, C.rec(), Out);
  else
    copyBytes(Out, C.Module->View.oldBytes(C.rec()), C.rec().Size);
}

static void put(uintptr_t At, uint8_t Byte) {
  __atomic_store_n(reinterpret_cast<uint8_t *>(At), Byte, __ATOMIC_RELEASE);
}

/// Calls \p Action with the address of each instruction that the patch
/// replaces.
template <typename Function>
static void forEachInstruction(const Change &C, Function Action) {
  const PlanView &V = C.Module->View;
  const plan::PatchRec &P = C.rec();
  for (uint32_t I = V.firstMovedFrom(P.Address);
       I != V.Header->NumMoved && V.Moved[I].Address < P.Address + P.Size; ++I)
    Action(C.Module->Bias + uintptr_t(V.Moved[I].Address));
}

static bool isIsland(const Change &C) {
  return C.rec().Form == uint8_t(plan::PatchForm::Island);
}

/// Returns whether an instruction other than the first begins at a byte that
/// the patch changes to something other than INT3; for an island, whether any
/// of the instructions that its host skips begins there.
static bool hasInnerStart(const Change &C) {
  bool Any = false;
  if (!C.On || (!takesInstructions(C.rec()) && !isIsland(C)))
    return false;
  const uint8_t *New = C.Module->View.newBytes(C.rec());
  uint8_t Field = C.rec().Field;
  forEachInstruction(C, [&](uintptr_t At) {
    uintptr_t I = At - C.address();
    Any |=
        (I && (New[I] != Int3 || (I >= Field && I < uintptr_t(Field) + 4))) ||
        isIsland(C);
  });
  return Any;
}

static void writeBreakpoints(const Change &C) {
  if (!isIsland(C))
    put(C.address(), Int3);
  if (C.On && (takesInstructions(C.rec()) || isIsland(C)))
    forEachInstruction(C, [](uintptr_t At) { put(At, Int3); });
}

static void writeRest(const Change &C) {
  uint8_t Code[plan::MaxPatch];
  bytesOf(C, Code);
  auto *At = reinterpret_cast<volatile uint8_t *>(C.address());
  for (uint8_t I = 1; I < C.rec().Size; ++I)
    At[I] = Code[I];
}

static void writeFirst(const Change &C) {
  uint8_t Code[plan::MaxPatch];
  bytesOf(C, Code);
  put(C.address(), Code[0]);
}

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

static WatchedRange *Watched;
static size_t MaxWatched;

/// Finds the changes of [First, End) with a thread in their patch.
static void findThreads(Change *First, Change *End) {
  size_t N = End - First;
  if (N > MaxWatched) {
    // The old array is not freed (ThreadPlaces.h).
    Watched =
        static_cast<WatchedRange *>(mapMemory(2 * N * sizeof(WatchedRange)));
    MaxWatched = Watched ? 2 * N : 0;
  }
  size_t Num = 0;
  for (Change *C = First; C != End; ++C) {
    if (!hasInnerStart(*C))
      continue;
    if (!Watched)
      C->state().IsOccupied = true;
    else
      // A thread at the first instruction executes the jump, except in an
      // island.
      Watched[Num++] = {C->address() - isIsland(*C),
                        C->address() + C->rec().Size, &C->state().IsOccupied};
  }
  sortArray(Watched, Num, [](const WatchedRange &A, const WatchedRange &B) {
    return A.Begin < B.Begin;
  });
  // Threads that were interrupted inside a patch leave it soon.
  constexpr unsigned MaxTries = 3;
  for (unsigned Try = 1; findOccupied(Watched, Num) && Try != MaxTries; ++Try) {
    size_t Left = 0;
    for (size_t I = 0; I != Num; ++I)
      Left += *Watched[I].IsOccupied;
    if (!Left)
      return;
    for (size_t I = 0; I != Num; ++I)
      *Watched[I].IsOccupied = false;
  }
}

/// Marks the later patches of the group as blocked: jumps that lead to a
/// pending patch get INT3s, too.
static void blockRestOfGroup(const Change &C) {
  PlannedModule &M = *C.Module;
  for (uint32_t I = C.Patch + 1;
       I != M.View.Header->NumPatches && M.patch(I).Group == C.rec().Group; ++I)
    M.Patches[I].IsBlocked = true;
}

void rt::finish(const Change &C) {
  PlannedPatch &State = C.state();
  if (C.isSkipped()) {
    State.IsChanging = State.IsBlocked = false;
    return;
  }
  if (C.On && State.IsOccupied)
    blockRestOfGroup(C);
  State.IsPending = C.On && State.IsOccupied;
  State.IsOn = C.On && !State.IsOccupied;
  State.IsChanging = State.IsOccupied = State.IsBlocked = false;
}

void rt::findThreadsOf(Change *First, Change *End, bool Alone) {
  for (Change *C = First; C != End; ++C) {
    C->state().IsOccupied = false;
    if (!Alone && hasInnerStart(*C))
      writeBreakpoints(*C);
  }
  if (!Alone)
    codeBarrier();
  findThreads(First, End);
}

void rt::changeRoundAlone(Change *First, Change *End) {
  for (Change *C = First; C != End; ++C) {
    if (C->state().IsOccupied) {
      writeBreakpoints(*C);
      continue;
    }
    if (C->isSkipped())
      continue;
    writeRest(*C);
    writeFirst(*C);
  }
}

void rt::changeRound(Change *First, Change *End) {
  auto ForEach = [&](bool OccupiedToo, void (*Write)(const Change &)) {
    for (Change *C = First; C != End; ++C)
      if ((OccupiedToo || !C->state().IsOccupied) && !C->isSkipped())
        Write(*C);
    codeBarrier();
  };
  ForEach(true, writeBreakpoints);
  ForEach(false, writeRest);
  ForEach(false, writeFirst);
}
