//===- PlanPatcher.cpp - Turns sites of plans on and off ------------------===//

#include "runtime/patch/plan/PlanPatcher.h"
#include "runtime/core/CodeBarrier.h"
#include "runtime/core/System.h"
#include "runtime/logic/Bytes.h"
#include "runtime/patch/plan/PlannedModules.h"
#include "runtime/patch/plan/ThreadPlaces.h"
#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

static constexpr uint8_t Int3 = 0xcc, ShortJump = 0xeb;

template <typename Function> static void forEachLive(Function Action) {
  for (uint32_t I = 0; I != numPlannedModules(); ++I)
    if (PlannedModule &M = plannedModule(I); M.IsLive)
      Action(M);
}

bool rt::havePlannedSites() {
  bool Any = false;
  forEachLive([&](PlannedModule &) { Any = true; });
  return Any;
}

//===----------------------------------------------------------------------===//
// What is to change
//===----------------------------------------------------------------------===//

/// Patches that are never taken back: a thread may stand in their jumps.
static bool stays(const PlannedModule &M, const plan::PatchRec &P) {
  return P.Form == uint8_t(plan::PatchForm::Island) ||
         P.Flags & plan::HostsIsland ||
         M.View.Header->Flags & plan::PatchAtStart;
}

static void chooseSlots(PlannedModule &M, EventFilter IsOn) {
  const UnitRecord &U = unit(M.Unit);
  for (uint32_t S = 0; S != M.View.Header->NumSlots; ++S) {
    uint32_t Site = M.SiteOfSlot[S];
    M.IsWanted[S] = Site != NoSite && Site < U.View.Header->NumSites &&
                    IsOn(U, U.View.Sites[Site].Event,
                         U.View.Sites[Site].Command, /*IsHot=*/false);
  }
}

/// The end of the group that begins with patch \p First.
static uint32_t endOfGroup(const PlannedModule &M, uint32_t First) {
  uint32_t End = First + 1;
  while (End != M.View.Header->NumPatches &&
         M.patch(End).Group == M.patch(First).Group)
    ++End;
  return End;
}

static bool isGroupWanted(const PlannedModule &M, uint32_t First,
                          uint32_t End) {
  if (M.View.Header->Flags & plan::PatchAtStart)
    return true;
  for (uint32_t I = First; I != End; ++I)
    for (uint32_t S = 0; S != M.patch(I).NumSlots; ++S)
      if (M.IsWanted[M.View.PatchSlots[M.patch(I).FirstSlot + S]])
        return true;
  return false;
}

static bool isLoaderJump(const PlannedModule &M, const plan::PatchRec &P) {
  return M.address(P) < LoaderJump.Address + LoaderJump.Size &&
         LoaderJump.Address < M.address(P) + P.Size;
}

static bool changes(const PlannedModule &M, uint32_t I, bool On) {
  const PlannedPatch &State = M.Patches[I];
  if (isLoaderJump(M, M.patch(I)))
    return false;
  if (On)
    return !State.IsOn;
  return (State.IsOn || State.IsPending) && !stays(M, M.patch(I));
}

uint64_t rt::choosePlanned(EventFilter IsOn) {
  uint64_t N = 0;
  bool AreHeld = patchesAreHeld();
  forEachLive([&](PlannedModule &M) {
    M.FirstChanging = UINTPTR_MAX;
    M.EndChanging = 0;
    chooseSlots(M, IsOn);
    for (uint32_t S = 0; S != M.View.Header->NumSlots; ++S)
      N += M.IsWanted[S] != M.IsCounting[S];
    for (uint32_t I = 0, End; I != M.View.Header->NumPatches; I = End) {
      End = endOfGroup(M, I);
      bool On = isGroupWanted(M, I, End);
      for (uint32_t P = I; P != End; ++P) {
        M.Patches[P].IsChanging = !AreHeld && changes(M, P, On);
        if (!M.Patches[P].IsChanging)
          continue;
        ++N;
        uintptr_t Begin = M.address(M.patch(P));
        uintptr_t After = Begin + M.patch(P).Size;
        M.FirstChanging = Begin < M.FirstChanging ? Begin : M.FirstChanging;
        M.EndChanging = After > M.EndChanging ? After : M.EndChanging;
      }
    }
  });
  return N;
}

void rt::widenByPlanned(const Mapping &Map, uintptr_t &Low, uintptr_t &High) {
  forEachLive([&](PlannedModule &M) {
    uintptr_t First = M.FirstChanging > Map.Start ? M.FirstChanging : Map.Start;
    uintptr_t End = M.EndChanging < Map.End ? M.EndChanging : Map.End;
    if (First >= End)
      return;
    Low = First < Low ? First : Low;
    High = End > High ? End : High;
  });
}

//===----------------------------------------------------------------------===//
// Patches
//===----------------------------------------------------------------------===//

namespace {

/// A patch that changes.
struct Change {
  PlannedModule *Module;
  uint32_t Patch;
  /// Its place among those of its group: changes of one round are made
  /// together.
  uint32_t Round;
  bool On;

  const plan::PatchRec &rec() const { return Module->patch(Patch); }
  PlannedPatch &state() const { return Module->Patches[Patch]; }
  uintptr_t address() const { return Module->address(rec()); }
  /// Leads to a patch that is pending, and nothing is known to do instead.
  bool isSkipped() const {
    return state().IsBlocked && !takesInstructions(rec());
  }
};

} // namespace

static void newBytes(const PlannedModule &M, const plan::PatchRec &P,
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

/// Calls \p Action with the address of each instruction that the patch takes.
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

/// Whether an instruction but the first begins at a byte that the patch makes
/// something else than INT3. Of an island, that of instructions which its host
/// leads past, any.
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

/// Finds the changes of [First, End) whose patch a thread stands in.
static void findThreads(Change *First, Change *End) {
  size_t N = End - First;
  if (N > MaxWatched) {
    // The old ones are not freed (ThreadPlaces.h).
    Watched =
        static_cast<WatchedRange *>(mapMemory(2 * N * sizeof(WatchedRange)));
    MaxWatched = Watched ? 2 * N : 0;
  }
  size_t Num = 0;
  for (Change *C = First; C != End; ++C) {
    C->state().IsOccupied = C->state().IsBlocked && takesInstructions(C->rec());
    if (C->state().IsOccupied || !hasInnerStart(*C))
      continue;
    if (!Watched)
      C->state().IsOccupied = true;
    else
      // A thread at the first instruction executes the jump, but in an island.
      Watched[Num++] = {C->address() - isIsland(*C),
                        C->address() + C->rec().Size, &C->state().IsOccupied};
  }
  sortArray(Watched, Num, [](const WatchedRange &A, const WatchedRange &B) {
    return A.Begin < B.Begin;
  });
  // Those that are interrupted inside leave soon.
  constexpr unsigned MaxTries = 3;
  for (unsigned Try = 0; Num && Try != MaxTries; ++Try) {
    findOccupied(Watched, Num);
    size_t Left = 0;
    for (size_t I = 0; I != Num; ++I)
      Left += *Watched[I].IsOccupied;
    if (!Left || Try + 1 == MaxTries)
      return;
    for (size_t I = 0; I != Num; ++I)
      *Watched[I].IsOccupied = false;
  }
}

/// Jumps that lead to a patch that is pending get INT3s as well.
static void blockRestOfGroup(const Change &C) {
  PlannedModule &M = *C.Module;
  for (uint32_t I = C.Patch + 1;
       I != M.View.Header->NumPatches && M.patch(I).Group == C.rec().Group; ++I)
    M.Patches[I].IsBlocked = true;
}

static void finish(const Change &C) {
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

/// With one thread nothing else executes the code, and this thread does not
/// return into it before it is complete.
static void changeRoundAlone(Change *First, Change *End) {
  findThreads(First, End);
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

static void changeRound(Change *First, Change *End) {
  auto ForEach = [&](void (*Write)(const Change &)) {
    for (Change *C = First; C != End; ++C)
      if (!C->state().IsOccupied && !C->isSkipped())
        Write(*C);
    codeBarrier();
  };
  ForEach(writeBreakpoints);
  findThreads(First, End);
  ForEach(writeRest);
  ForEach(writeFirst);
}

//===----------------------------------------------------------------------===//
// What cannot change
//===----------------------------------------------------------------------===//

static bool WarnedOfBytes, WarnedOfThreads;

/// Whether \p P is an island in the bytes of another patch that is applied, if
/// only by INT3s.
static bool isHosted(const PlannedModule &M, const plan::PatchRec &P) {
  for (const plan::PatchRec *Host = &P; Host != M.View.Patches; --Host)
    if (Host[-1].Group != P.Group)
      return false;
    else if (Host[-1].Flags & plan::HostsIsland)
      return M.Patches[Host - 1 - M.View.Patches].IsOn ||
             M.Patches[Host - 1 - M.View.Patches].IsPending;
  return false;
}

/// Whether the patch's bytes are what they should be before the change.
static bool isAsExpected(const Change &C) {
  const PlannedModule &M = *C.Module;
  const plan::PatchRec &P = C.rec();
  // The INT3s of a pending patch, and those of the host of an island, are ours.
  if (C.state().IsPending || isHosted(M, P))
    return true;
  uint8_t Code[plan::MaxPatch];
  if (C.On)
    copyBytes(Code, M.View.oldBytes(P), P.Size);
  else
    newBytes(M, P, Code);
  return sameBytes(reinterpret_cast<const void *>(C.address()), Code, P.Size);
}

/// An errno if the change is not possible.
static int check(const Change &C, bool Alone,
                 int (*CodeError)(uintptr_t Address, size_t Size)) {
  if (int Error = CodeError(C.address(), C.rec().Size))
    return Error; // closeCode warns.
  if (C.Module->View.Header->Flags & plan::PatchAtStart && !Alone) {
    if (!WarnedOfThreads)
      warn("sites of ", C.Module->View.Path,
           " are not counted: its code can only be changed while the process "
           "has one thread");
    WarnedOfThreads = true;
    return EBUSY;
  }
  if (isAsExpected(C))
    return 0;
  if (!WarnedOfBytes)
    warn("the code at ", Hex{C.address()}, " of ", C.Module->View.Path,
         " is not that of the file; events that are counted there are "
         "incomplete");
  WarnedOfBytes = true;
  return EINVAL;
}

/// Appends the changes of the group of patches [First, End) of \p M, unless one
/// of them is not possible.
static Change *addGroup(PlannedModule &M, uint32_t First, uint32_t End,
                        bool Alone, Change *Out, PatchResult &Result,
                        int (*CodeError)(uintptr_t Address, size_t Size)) {
  bool On = isGroupWanted(M, First, End);
  Change *At = Out;
  int Error = 0;
  for (uint32_t I = First; I != End; ++I) {
    if (!M.Patches[I].IsChanging)
      continue;
    *At = {&M, I, On ? I - First : End - 1 - I, On};
    Error = Error ? Error : check(*At, Alone, CodeError);
    ++At;
  }
  if (!Error)
    return At;
  for (uint32_t I = First; I != End; ++I)
    M.Patches[I].IsChanging = false;
  Result.Failed += At - Out;
  Result.Error = Result.Error ? Result.Error : Error;
  return Out;
}

//===----------------------------------------------------------------------===//
// Counting points
//===----------------------------------------------------------------------===//

static void writeSwitch(PlannedModule &M, const plan::CountRec &C, bool On) {
  uint8_t Code[2] = {ShortJump, uint8_t(C.Skip)};
  if (On)
    copyBytes(Code, M.View.Code + C.Switch, sizeof(Code));
  uint16_t Word;
  copyBytes(&Word, Code, sizeof(Word));
  // Other threads execute either.
  __atomic_store_n(reinterpret_cast<uint16_t *>(M.Block + C.Switch), Word,
                   __ATOMIC_RELEASE);
}

/// Turns the counts of slots that are wanted on, or those of others off.
static void switchPoints(PlannedModule &M, bool On) {
  const plan::Header &H = *M.View.Header;
  auto Changes = [&](uint32_t S) {
    return M.IsWanted[S] == On && M.IsCounting[S] != On;
  };
  bool Any = false;
  for (uint32_t S = 0; S != H.NumSlots; ++S)
    Any |= Changes(S);
  if (!Any || rawSyscall(SYS_mprotect, asLong(M.Block), M.CodeSpace,
                         PROT_READ | PROT_WRITE | PROT_EXEC))
    return;
  for (uint32_t I = 0; I != H.NumCounts; ++I) {
    const plan::CountRec &C = M.View.Counts[I];
    if (Changes(C.Slot))
      writeSwitch(M, C, On);
  }
  for (uint32_t S = 0; S != H.NumSlots; ++S)
    if (Changes(S))
      M.IsCounting[S] = On;
  rawSyscall(SYS_mprotect, asLong(M.Block), M.CodeSpace, PROT_READ | PROT_EXEC);
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

static void changePatches(PatchResult &Result,
                          int (*CodeError)(uintptr_t Address, size_t Size)) {
  uint64_t Most = 0;
  forEachLive([&](PlannedModule &M) {
    for (uint32_t I = 0; I != M.View.Header->NumPatches; ++I)
      Most += M.Patches[I].IsChanging;
  });
  if (!Most)
    return;
  size_t Bytes = Most * sizeof(Change);
  auto *Changes = static_cast<Change *>(mapMemory(Bytes));
  if (!Changes) {
    Result.Failed += Most;
    Result.Error = ENOMEM;
    return;
  }
  bool Alone = hasOneThread();
  Change *End = Changes;
  forEachLive([&](PlannedModule &M) {
    for (uint32_t I = 0, After; I != M.View.Header->NumPatches; I = After) {
      After = endOfGroup(M, I);
      End = addGroup(M, I, After, Alone, End, Result, CodeError);
    }
  });
  sortArray(Changes, End - Changes,
            [](const Change &A, const Change &B) { return A.Round < B.Round; });
  for (Change *First = Changes; First != End;) {
    Change *After = First;
    while (After != End && After->Round == First->Round)
      (After++)->state().IsOccupied = false; // INT3s come first.
    (Alone ? changeRoundAlone : changeRound)(First, After);
    for (; First != After; ++First)
      finish(*First);
  }
  Result.Changed += End - Changes;
  unmapMemory(Changes, Bytes);
}

void rt::changePlanned(PatchResult &Result,
                       int (*CodeError)(uintptr_t Address, size_t Size)) {
  forEachLive([](PlannedModule &M) { switchPoints(M, false); });
  changePatches(Result, CodeError);
  // Not before: a thread that counts for the first time waits for the
  // StateLock, with signals blocked, and could not say where it stands.
  forEachLive([](PlannedModule &M) { switchPoints(M, true); });
}
