//===- PlanView.cpp - Reads plan files ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/patch/plan/PlanView.h"
#include "runtime/base/Bytes.h"
#include "runtime/base/Crc32.h"

using namespace udpc;
using namespace udpc::rt;

uint32_t PlanView::firstMovedFrom(uint64_t Address) const {
  return partitionPoint(Header->NumMoved,
                        [&](uint32_t I) { return Moved[I].Address < Address; });
}

static bool hasChecksum(const uint8_t *File, const plan::Header &H) {
  plan::Header Zeroed = H;
  Zeroed.Checksum = 0;
  uint32_t Sum = crc32(0, File + sizeof(H), H.Size - sizeof(H));
  return crc32(Sum, &Zeroed, sizeof(Zeroed)) == H.Checksum;
}

/// Finds the parts; false if they do not fit.
static bool place(const uint8_t *File, PlanView &View) {
  const plan::Header &H = *View.Header;
  uint64_t At = sizeof(H);
  // The counts are 32 bits wide, so the sum cannot overflow.
  auto Place = [&](auto &Part, uint64_t Count) {
    Part = reinterpret_cast<decltype(+Part)>(File + At);
    At = (At + Count * sizeof(*Part) + 7) & ~uint64_t(7);
  };
  Place(View.BuildId, H.BuildIdSize);
  Place(View.Path, H.PathSize);
  Place(View.Code, H.CodeSize);
  Place(View.Fixups, H.NumFixups);
  Place(View.Patches, H.NumPatches);
  Place(View.PatchSlots, H.NumPatchSlots);
  Place(View.Counts, H.NumCounts);
  Place(View.Moved, H.NumMoved);
  Place(View.PatchBytes, H.PatchBytesSize);
  Place(View.Table, H.TableSize);
  return At == H.Size;
}

/// Returns whether \p Size bytes at \p Begin lie within \p End.
static bool fits(uint64_t Begin, uint64_t Size, uint64_t End) {
  return Begin <= End && Size <= End - Begin;
}

static bool checkPatch(const PlanView &View, const plan::PatchRec &P) {
  const plan::Header &H = *View.Header;
  constexpr unsigned FieldSize = 4;
  bool HasField = P.Field != plan::NoField;
  return P.Size && P.Size <= plan::MaxPatch && P.Form < plan::NumPatchForms &&
         P.Address >= H.Begin && fits(P.Address, P.Size, H.End) &&
         P.Code < H.CodeSize && fits(P.Bytes, 2 * P.Size, H.PatchBytesSize) &&
         fits(P.FirstSlot, P.NumSlots, H.NumPatchSlots) &&
         (!HasField || fits(P.Field, FieldSize, P.Size)) &&
         (P.Form != uint8_t(plan::PatchForm::Breakpoint) || P.Size == 1);
}

static bool checkPatches(const PlanView &View) {
  const plan::Header &H = *View.Header;
  for (uint32_t I = 0; I != H.NumPatches; ++I)
    if (!checkPatch(View, View.Patches[I]) ||
        (I && View.Patches[I].Group < View.Patches[I - 1].Group))
      return false;
  for (uint32_t I = 0; I != H.NumPatchSlots; ++I)
    if (View.PatchSlots[I] >= H.NumSlots)
      return false;
  return true;
}

static bool checkCode(const PlanView &View) {
  const plan::Header &H = *View.Header;
  uint64_t DataSize = sizeof(abi::Unit) + uint64_t(8) * H.NumSlots;
  for (uint32_t I = 0; I != H.NumFixups; ++I) {
    const plan::FixupRec &F = View.Fixups[I];
    bool IsData = F.Base == uint32_t(plan::FixupBase::Data);
    if (!fits(F.Offset, 4, H.CodeSize) ||
        (!IsData && F.Base != uint32_t(plan::FixupBase::Module)) ||
        (IsData && F.Target >= DataSize))
      return false;
  }
  for (uint32_t I = 0; I != H.NumCounts; ++I) {
    const plan::CountRec &C = View.Counts[I];
    if (C.Slot >= H.NumSlots || C.Switch % 2 ||
        !fits(C.Switch, 2, H.CodeSize) || C.Skip > INT8_MAX)
      return false;
  }
  for (uint32_t I = 0; I != H.NumMoved; ++I)
    if (View.Moved[I].Code >= H.CodeSize ||
        (I && View.Moved[I].Address <= View.Moved[I - 1].Address))
      return false;
  return true;
}

/// Checks the table, because the runtime trusts tables, which otherwise come
/// with the program's own code.
static bool checkTable(const PlanView &View) {
  TableView T;
  const plan::Header &H = *View.Header;
  if (!viewTable(View.Table, H.TableSize, T) ||
      T.Header->NumSlots != H.NumSlots || !T.Header->StringsSize ||
      T.Strings[0] || T.Strings[T.Header->StringsSize - 1])
    return false;
  uint32_t Strings = T.Header->StringsSize;
  for (uint32_t I = 0; I != T.Header->NumEvents; ++I)
    if (T.Events[I].Name >= Strings || T.Events[I].Counter > UINT8_MAX)
      return false;
  for (uint32_t I = 0; I != T.Header->NumEntries; ++I)
    if (T.Entries[I].Event >= T.Header->NumEvents ||
        T.Entries[I].Pattern >= Strings || T.Entries[I].SpecFile >= Strings)
      return false;
  for (uint32_t I = 0; I != T.Header->NumSites; ++I) {
    const abi::SiteRec &S = T.Sites[I];
    if (S.Event >= T.Header->NumEvents || S.Kind >= abi::NumSiteKinds ||
        S.Command > uint8_t(abi::SiteCommand::Dec) || S.File >= Strings ||
        S.Function >= Strings ||
        !fits(S.FirstCandidate, S.NumCandidates, T.Header->NumCandidates))
      return false;
  }
  for (uint32_t I = 0; I != T.Header->NumCandidates; ++I)
    if (T.Candidates[I].Value >= H.NumSlots)
      return false;
  return !T.Header->NumDerived;
}

const char *rt::viewPlan(const uint8_t *File, uint64_t Size, PlanView &View) {
  auto *H = reinterpret_cast<const plan::Header *>(File);
  if (Size < sizeof(*H) || !sameBytes(H->Magic, plan::Magic, sizeof(H->Magic)))
    return "it is no plan";
  if (H->Version != plan::Version)
    return "it is of another version of udpc";
  View.Header = H;
  if (H->Size != Size || Size > plan::MaxSize || !hasChecksum(File, *H))
    return "it is damaged";
  if (H->Begin > H->End || H->End > INT64_MAX || !H->PathSize ||
      !place(File, View) || View.Path[H->PathSize - 1] || !checkPatches(View) ||
      !checkCode(View) || !checkTable(View))
    return "it is inconsistent";
  return nullptr;
}
