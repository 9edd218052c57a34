//===- PatchRegions.cpp - The instructions that a plan moves --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/plan/PatchRegions.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

static constexpr unsigned JumpSize = 5, ShortJumpSize = 2;

/// Whether \p I can be executed elsewhere.
static bool isMovable(const CodeSection &S, const ModuleInstruction &I) {
  if (!I.IsMovable)
    return false;
  if (I.Kind != Flow::IndirectCall)
    return true;
  // A call that reads its target relative to the stack pointer would read a
  // wrong address, since the return address has been pushed before.
  const uint8_t *Code = &S.Bytes[I.Address - S.Address];
  uint8_t ModRM = Code[I.Opcode + 1];
  bool HasRexB = I.Opcode && (Code[I.Opcode - 1] & 0xf1) == 0x41;
  return HasRexB || (ModRM & 7) != 4 ||
         (ModRM >> 6 != 3 && (Code[I.Opcode + 2] & 7) != 4);
}

/// Returns the instruction that ends at \p Address and continues there, or 0.
uint64_t PatchRegions::instructionBefore(uint64_t Address) const {
  uint64_t Before = C.sectionAt(Address)->instructionBefore(Address);
  return Before && C.instructionAt(Before).fallsThrough() ? Before : 0;
}

/// Returns the instructions from \p Begin that include the one at \p Last and
/// have \p MinSize bytes, with padding if needed.
std::optional<PatchRegion> PatchRegions::makeSpan(uint64_t Begin, uint64_t Last,
                                                  unsigned MinSize) const {
  const CodeSection *S = C.sectionAt(Begin);
  int32_t Function = C.functionOf(C.rangeAt(Begin));
  bool OneOnly = Function < 0 || C.Ranges[Function].HasUnknownJump;
  PatchRegion R;
  R.Begin = R.CodeEnd = Begin;
  while (R.CodeEnd <= Last || R.CodeEnd - Begin < MinSize) {
    size_t At = R.CodeEnd - S->Address;
    if (At >= S->Bytes.size() || !(S->Flags[At] & ReachedStart))
      return std::nullopt;
    if (R.CodeEnd != Begin && (OneOnly || S->Flags[At] & JumpTarget))
      return std::nullopt;
    for (size_t Byte = At; Byte != At + S->Lengths[At]; ++Byte)
      if (S->Flags[Byte] & (OverlapByte | FixedBytes) ||
          (Byte != At && S->Flags[Byte] & JumpTarget))
        return std::nullopt;
    ModuleInstruction I = C.instructionAt(R.CodeEnd);
    if (!isMovable(*S, I))
      return std::nullopt;
    R.Last = I.Address;
    R.CodeEnd = I.end();
    if (I.Kind == Flow::Call || I.Kind == Flow::IndirectCall)
      R.MovesCall = true;
    if (I.mayBeReturnedTo() || !I.fallsThrough()) {
      if (R.CodeEnd <= Last)
        return std::nullopt;
      R.End = R.CodeEnd;
      while (!I.fallsThrough() && R.End - Begin < MinSize &&
             R.End != S->end() && (S->Flags[R.End - S->Address] & FreeByte)) {
        // Another region may have an island here.
        auto Used = UsedPadding.upper_bound(R.End);
        if (Used != UsedPadding.begin() && *std::prev(Used) + JumpSize > R.End)
          return std::nullopt;
        ++R.End;
      }
      if (R.End != R.CodeEnd)
        R.Method = PatchMethod::JumpOverPadding;
      return R.End - Begin >= MinSize ? std::optional(R) : std::nullopt;
    }
  }
  R.End = R.CodeEnd;
  return R;
}

const PatchRegion *PatchRegions::at(uint64_t Address) const {
  auto Next = List.upper_bound(Address);
  if (Next == List.begin())
    return nullptr;
  const PatchRegion &R = std::prev(Next)->second;
  return Address < R.CodeEnd ? &R : nullptr;
}

/// Returns one region for \p R and all regions that it overlaps.
std::optional<PatchRegion> PatchRegions::joined(PatchRegion R) const {
  while (true) {
    uint64_t Begin = R.Begin, Last = R.Last;
    bool Overlaps = false;
    auto I = List.upper_bound(Begin);
    if (I != List.begin())
      --I;
    for (; I != List.end() && I->first < R.End; ++I) {
      if (I->second.End <= R.Begin)
        continue;
      Overlaps = true;
      Begin = std::min(Begin, I->first);
      Last = std::max(Last, I->second.Last);
    }
    if (!Overlaps || (Begin == R.Begin && Last == R.Last))
      return R;
    std::optional<PatchRegion> Larger = makeSpan(Begin, Last, JumpSize);
    if (!Larger)
      return std::nullopt;
    R = *Larger;
  }
}

/// Removes \p Island from the region that it was made in.
void PatchRegions::removeIsland(uint64_t Island) {
  auto Next = List.upper_bound(Island);
  if (Next != List.begin())
    erase(std::prev(Next)->second.Islands, Island);
}

/// Adds \p R and removes the regions that it overlaps.
void PatchRegions::insert(PatchRegion R) {
  auto I = List.upper_bound(R.Begin);
  if (I != List.begin() && std::prev(I)->second.End > R.Begin)
    --I;
  while (I != List.end() && I->first < R.End) {
    append_range(R.Islands, I->second.Islands);
    if (I->second.Island && !I->second.IslandIsMade)
      UsedPadding.erase(I->second.Island);
    else if (I->second.Island)
      removeIsland(I->second.Island);
    I = List.erase(I);
  }
  List.emplace(R.Begin, std::move(R));
}

/// Returns the address of free padding for an island that a short jump at the
/// start of \p R reaches, or 0.
uint64_t PatchRegions::findPadding(const PatchRegion &R) const {
  const CodeSection *S = C.sectionAt(R.Begin);
  uint64_t From = R.Begin + ShortJumpSize;
  uint64_t Low = std::max(S->Address, From < 128 ? 0 : From - 128);
  uint64_t High = std::min(S->end(), From + 127 + JumpSize);
  unsigned Free = 0;
  for (uint64_t At = Low; At < High; ++At) {
    bool IsFree = S->Flags[At - S->Address] & FreeByte;
    auto Next = List.upper_bound(At);
    if (IsFree && Next != List.begin())
      IsFree = std::prev(Next)->second.End <= At;
    auto Used = UsedPadding.upper_bound(At);
    if (IsFree && Used != UsedPadding.begin())
      IsFree = *std::prev(Used) + JumpSize <= At;
    Free = IsFree ? Free + 1 : 0;
    if (Free == JumpSize)
      return At + 1 - JumpSize;
  }
  return 0;
}

/// Moves nearby instructions to added code, so that an island fits after the
/// jump to them. Returns the island's address, or 0.
uint64_t PatchRegions::makeRoom(const PatchRegion &R) {
  const CodeSection *S = C.sectionAt(R.Begin);
  uint64_t From = R.Begin + ShortJumpSize;
  uint64_t Low = std::max(S->Address, From < 128 ? 0 : From - 128);
  uint64_t High = std::min(S->end(), From + 127);
  auto IslandIn = [&](const PatchRegion &Host) -> uint64_t {
    uint64_t Island = std::max(Host.Begin + JumpSize, Low);
    for (; Island <= High && Island + JumpSize <= Host.End; ++Island)
      if (none_of(Host.Islands, [&](uint64_t Other) {
            return Island < Other + JumpSize && Other < Island + JumpSize;
          }))
        return Island;
    return 0;
  };
  auto Near = List.upper_bound(Low);
  if (Near != List.begin())
    --Near;
  for (; Near != List.end() && Near->first <= High; ++Near) {
    PatchRegion &Host = Near->second;
    if (Host.Method != PatchMethod::Jump &&
        Host.Method != PatchMethod::JumpOverPadding)
      continue;
    if (uint64_t Island = IslandIn(Host)) {
      Host.Islands.push_back(Island);
      return Island;
    }
  }
  for (uint64_t At = Low; At < High; ++At) {
    if (!(S->Flags[At - S->Address] & ReachedStart) || at(At))
      continue;
    std::optional<PatchRegion> Host = makeSpan(At, At, 2 * JumpSize);
    if (!Host || Host->MovesCall)
      continue;
    bool Overlaps = Host->Begin < R.End && R.Begin < Host->End;
    std::optional<PatchRegion> Alone = joined(*Host);
    if (Overlaps || !Alone || Alone->Begin != Host->Begin ||
        Alone->Last != Host->Last)
      continue;
    uint64_t Island = IslandIn(*Host);
    auto Next = List.lower_bound(Host->Begin);
    if (!Island || (Next != List.end() && Next->first < Host->End))
      continue;
    Host->Islands.push_back(Island);
    insert(*Host);
    return Island;
  }
  return 0;
}

/// Covers the instruction at \p Address by a region that begins at or before \p
/// Begin.
bool PatchRegions::coverBy(uint64_t Begin, uint64_t Address, unsigned MinSize,
                           bool MayMoveCall) {
  std::optional<PatchRegion> R = makeSpan(Begin, Address, MinSize);
  if (R)
    R = joined(*R);
  if (!R || (R->MovesCall && (!MayMoveCall || C.HasShadowStack)))
    return false;
  if (R->End - R->Begin >= JumpSize) {
    insert(*R);
    return true;
  }
  R->Method = PatchMethod::ShortJump;
  R->Island = findPadding(*R);
  if (R->Island) {
    UsedPadding.insert(R->Island);
    insert(*R);
    return true;
  }
  R->Island = makeRoom(*R);
  if (!R->Island)
    return false;
  R->Method = PatchMethod::ShortJumpToRoom;
  R->IslandIsMade = true;
  insert(*R);
  return true;
}

bool PatchRegions::coverByBreakpoint(uint64_t Address) {
  std::optional<PatchRegion> R = makeSpan(Address, Address, 1);
  if (!R || !Options.AllowBreakpoints || (R->MovesCall && C.HasShadowStack))
    return false;
  // Joining it with other regions was tried before.
  R->Method = PatchMethod::Breakpoint;
  auto Next = List.lower_bound(R->Begin);
  if (Next != List.end() && Next->first < R->End)
    return false;
  insert(*R);
  return true;
}

std::optional<SiteRefusal> PatchRegions::cover(uint64_t Address) {
  if (at(Address))
    return std::nullopt;
  for (bool MayMoveCall : {false, true}) {
    for (unsigned MinSize : {JumpSize, ShortJumpSize}) {
      uint64_t Begin = Address;
      for (unsigned Steps = 0; Begin && Steps != 6; ++Steps) {
        if (coverBy(Begin, Address, MinSize, MayMoveCall))
          return std::nullopt;
        if (C.flagsAt(Begin) & JumpTarget)
          break;
        Begin = instructionBefore(Begin);
      }
    }
  }
  if (coverByBreakpoint(Address))
    return std::nullopt;
  const CodeSection *S = C.sectionAt(Address);
  if (C.flagsAt(Address) & OverlapByte)
    return SiteRefusal::Overlapping;
  return isMovable(*S, C.instructionAt(Address)) ? SiteRefusal::NoRoom
                                                 : SiteRefusal::NotMovable;
}

void PatchRegions::removeUnneeded(
    function_ref<bool(const PatchRegion &)> IsNeeded) {
  for (auto I = List.begin(); I != List.end();) {
    PatchRegion &R = I->second;
    if (IsNeeded(R) || !R.Islands.empty()) {
      ++I;
      continue;
    }
    if (R.IslandIsMade)
      removeIsland(R.Island);
    I = List.erase(I);
  }
  // Remove regions that were only made for removed ones.
  for (auto I = List.begin(); I != List.end();)
    I = IsNeeded(I->second) || !I->second.Islands.empty() ? std::next(I)
                                                          : List.erase(I);
}
