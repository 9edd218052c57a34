//===- SiteRegistry.cpp - Registry of udpc instructions -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/patch/SiteRegistry.h"
#include "runtime/base/Bytes.h"
#include "runtime/patch/RewrittenCode.h"
#include "runtime/patch/Trampolines.h"
#include "runtime/patch/target/PatchTarget.h"
#include "runtime/system/System.h"

using namespace udpc;
using namespace udpc::rt;

static constexpr uint32_t ChunkSize = 256, MaxChunks = 4096;
static SiteModule *Chunks[MaxChunks];
/// Incremented only after the new element is complete.
static uint32_t Count;
static uint32_t NumLive;
static bool WarnedOfMemory;

uint32_t rt::numModules() { return __atomic_load_n(&Count, __ATOMIC_ACQUIRE); }
SiteModule &rt::siteModule(uint32_t I) {
  return Chunks[I / ChunkSize][I % ChunkSize];
}
bool rt::haveSites() { return NumLive != 0; }

//===----------------------------------------------------------------------===//
// Looking up
//===----------------------------------------------------------------------===//

static uint64_t lowerBound(const InstructionSite *Sites, uint64_t N,
                           uintptr_t Address) {
  return partitionPoint(N, [&](uint64_t I) {
    return __atomic_load_n(&Sites[I].Address, __ATOMIC_RELAXED) < Address;
  });
}

uint64_t rt::firstSiteFrom(const SiteModule &M, uintptr_t Address) {
  return lowerBound(M.Sites, M.NumSites, Address);
}

KnownSite rt::findSite(uintptr_t Address, const InstructionSite *&Site) {
  KnownSite Result = KnownSite::No;
  for (uint32_t I = 0, N = numModules(); I != N; ++I) {
    const SiteModule &M = siteModule(I);
    // Reads the number before the array: a reused record temporarily has 0
    // sites.
    uint64_t NumSites = __atomic_load_n(&M.NumSites, __ATOMIC_ACQUIRE);
    if (!NumSites)
      continue;
    const InstructionSite *Sites = __atomic_load_n(&M.Sites, __ATOMIC_ACQUIRE);
    uint64_t At = lowerBound(Sites, NumSites, Address);
    if (At == NumSites ||
        __atomic_load_n(&Sites[At].Address, __ATOMIC_RELAXED) != Address)
      continue;
    Site = &Sites[At];
    if (__atomic_load_n(&M.IsLive, __ATOMIC_ACQUIRE))
      return KnownSite::Yes;
    Result = KnownSite::OfDeadModule;
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Trampolines
//===----------------------------------------------------------------------===//

static Pool TrampolineRecords;
static SiteTrampoline *FreeRecords;

SiteTrampoline *rt::addTrampoline(InstructionSite &Site, uint8_t State) {
  SiteTrampoline *T = FreeRecords;
  if (!T && !(T = TrampolineRecords.allocateArray<SiteTrampoline>(1)))
    return nullptr;
  FreeRecords = FreeRecords ? FreeRecords->Next : nullptr;
  *T = {Site.Trampolines, allocateTrampoline(Site.Address), State};
  Site.Trampolines = T;
  if (T->Code)
    return T;
  removeTrampoline(Site);
  return nullptr;
}

void rt::removeTrampoline(InstructionSite &Site) {
  SiteTrampoline *T = Site.Trampolines;
  Site.Trampolines = T->Next;
  if (T->Code)
    releaseTrampoline(T->Code);
  *T = {FreeRecords, nullptr, SiteOff};
  FreeRecords = T;
}

//===----------------------------------------------------------------------===//
// Loading and unloading modules
//===----------------------------------------------------------------------===//

bool rt::findEvent(const TableView &View, uint8_t Counter, uint32_t &Out) {
  // If the spec names no counters, the counters are the events' indices.
  Out = Counter;
  if (Out < View.Header->NumEvents && View.Events[Out].Counter == Counter)
    return true;
  for (uint32_t E = 0; E != View.Header->NumEvents; ++E)
    if (View.Events[E].Counter == Counter) {
      Out = E;
      return true;
    }
  return false;
}

static bool readRecord(const abi::InstructionRec &Rec, InstructionSite &Out) {
  if (!Rec.Unit || !Rec.Address)
    return false;
  const abi::Unit *U = registeredUnit(Rec.Unit);
  if (!U)
    return false;
  const UnitRecord &R = unit(unitNumber(U));
  encoding::Instruction Code = encoding::fromRecord(Rec);
  unsigned NumParts = Code.numParts();
  if (!R.HasInstructions || !NumParts || NumParts > encoding::MaxParts ||
      Rec.Slot >= R.NumSlots ||
      R.NumSlots - Rec.Slot < (NumParts == 1 ? 1 : 1 + NumParts))
    return false;
  Out = {};
  Out.Code = Code;
  Out.NumParts = static_cast<uint8_t>(NumParts);
  if (Rec.Slot < R.View.Header->NumSites && NumParts == 1) {
    const abi::SiteRec &S = R.View.Sites[Rec.Slot];
    Out.Event = S.Event;
    Out.EventCommand = S.Command;
  } else {
    bool AreKnown = true;
    Code.forEachPart([&](encoding::CounterPart P) {
      AreKnown &= findEvent(R.View, P.Counter, Out.Event);
      Out.EventCommand = P.Command;
    });
    if (!AreKnown)
      return false;
  }
  Out.Address =
      reinterpret_cast<uintptr_t>(&Rec.Address) + uintptr_t(Rec.Address);
  Out.Unit = R.Id;
  Out.Slot = Rec.Slot;
  Out.Flags = Rec.Flags;
  return true;
}

/// Stores the usable records of a module, sorted by address, each address once.
/// Returns their number.
static uint64_t readRecords(const abi::InstructionRec *Begin,
                            const abi::InstructionRec *End,
                            InstructionSite *Out) {
  uint64_t N = 0;
  bool Sorted = true;
  for (const abi::InstructionRec *Rec = Begin; Rec != End; ++Rec)
    if (readRecord(*Rec, Out[N])) {
      Sorted &= !N || Out[N - 1].Address < Out[N].Address;
      ++N;
    }
  if (Sorted)
    return N;
  sortArray(Out, N, [](const InstructionSite &A, const InstructionSite &B) {
    return A.Address < B.Address;
  });
  uint64_t Kept = 0;
  for (uint64_t I = 0; I != N; ++I)
    if (!Kept || Out[Kept - 1].Address != Out[I].Address)
      Out[Kept++] = Out[I];
  return Kept;
}

static SiteModule *newModule() {
  uint32_t Chunk = Count / ChunkSize;
  if (Chunk == MaxChunks)
    return nullptr;
  if (!Chunks[Chunk])
    Chunks[Chunk] =
        static_cast<SiteModule *>(mapMemory(ChunkSize * sizeof(SiteModule)));
  return Chunks[Chunk] ? &Chunks[Chunk][Count % ChunkSize] : nullptr;
}

/// Returns a record to reuse: preferably that of the same address range, whose
/// trampolines can be reused; otherwise any that is large enough.
static SiteModule *findDead(const abi::InstructionRec *Begin,
                            const abi::InstructionRec *End) {
  SiteModule *Fitting = nullptr;
  for (uint32_t I = 0; I != Count; ++I) {
    SiteModule &M = siteModule(I);
    if (M.IsLive)
      continue;
    if (M.Begin == Begin && M.End == End)
      return &M;
    if (M.Capacity >= uint64_t(End - Begin))
      Fitting = &M;
  }
  return Fitting;
}

/// Takes over the state of sites with unchanged addresses from \p Old.
static void takeOver(const SiteModule &Old, InstructionSite *Sites,
                     uint64_t N) {
  bool SameRange = Old.Begin != nullptr;
  for (uint64_t I = 0; I != Old.NumSites; ++I) {
    InstructionSite &Site = Old.Sites[I];
    uint64_t At = lowerBound(Sites, N, Site.Address);
    if (SameRange && At != N && Sites[At].Address == Site.Address) {
      Sites[At].Trampolines = Site.Trampolines;
      Site.Trampolines = nullptr;
      // The code of a module that was unregistered but not unloaded is
      // unchanged.
      if (Site.State && !patchTarget()->IsOff(
                            reinterpret_cast<const uint8_t *>(Site.Address)))
        Sites[At].State = Sites[At].Wanted = Site.State;
    } else {
      while (Site.Trampolines)
        removeTrampoline(Site);
    }
  }
}

void rt::registerSites(const abi::InstructionRec *Begin,
                       const abi::InstructionRec *End) {
  if (Begin == End)
    return;
  for (uint32_t I = 0; I != Count; ++I)
    if (siteModule(I).IsLive && siteModule(I).Begin == Begin)
      return;
  SiteModule *M = findDead(Begin, End);
  bool IsNew = !M;
  if (IsNew)
    M = newModule();
  uint64_t Capacity = End - Begin;
  auto *Sites = static_cast<InstructionSite *>(
      mapMemory(Capacity * sizeof(InstructionSite)));
  if (!M || !Sites) {
    unmapMemory(Sites, Capacity * sizeof(InstructionSite));
    if (!WarnedOfMemory)
      warn("out of memory; some of the program's instructions stay off");
    WarnedOfMemory = true;
    return;
  }
  uint64_t N = readRecords(Begin, End, Sites);
  if (N)
    warnIfRewritten(Sites[0].Address);
  if (!IsNew) {
    if (M->Begin != Begin || M->End != End)
      M->Begin = nullptr;
    takeOver(*M, Sites, N);
    __atomic_store_n(&M->NumSites, 0, __ATOMIC_RELEASE);
  }
  if (M->Capacity >= N && M->Sites) {
    // A handler may be reading the old array, so it is not freed.
    copyBytes(M->Sites, Sites, N * sizeof(InstructionSite));
    unmapMemory(Sites, Capacity * sizeof(InstructionSite));
  } else {
    M->Capacity = Capacity;
    __atomic_store_n(&M->Sites, Sites, __ATOMIC_RELEASE);
  }
  M->Begin = Begin;
  M->End = End;
  M->FirstChanging = M->EndChanging = 0;
  __atomic_store_n(&M->IsLive, true, __ATOMIC_RELEASE);
  __atomic_store_n(&M->NumSites, N, __ATOMIC_RELEASE);
  if (IsNew)
    __atomic_store_n(&Count, Count + 1, __ATOMIC_RELEASE);
  ++NumLive;
}

void rt::unregisterSites(const abi::InstructionRec *Begin,
                         const abi::InstructionRec *End) {
  for (uint32_t I = 0; I != Count; ++I) {
    SiteModule &M = siteModule(I);
    if (!M.IsLive || M.Begin != Begin || M.End != End)
      continue;
    __atomic_store_n(&M.IsLive, false, __ATOMIC_RELEASE);
    --NumLive;
  }
}
