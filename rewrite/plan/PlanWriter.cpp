//===- PlanWriter.cpp - Writes regions and patches of a plan --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/plan/PlanWriter.h"
#include "rewrite/plan/CodeWriter.h"
#include "rewrite/plan/FlagUse.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

namespace {

class PlanWriter {
public:
  PlanWriter(const ModuleCode::Contents &C, const PatchRegions &Covered,
             const PointMap &Points, const RedirectMap &Redirects,
             RewritePlan &Plan)
      : C(C), Covered(Covered), Points(Points), Redirects(Redirects),
        Plan(Plan), Writer(Plan) {}

  Error run();

private:
  using Counts = SmallVector<std::pair<uint32_t, uint32_t>, 2>;

  void writeRegion(const PatchRegion &R);
  void writeInstruction(const ModuleInstruction &I);
  bool needsFlags(uint64_t Address) const;
  void writeCounts(const ModuleInstruction &I, const Counts &Sites,
                   bool SaveFlags);
  void writeBranch(const ModuleInstruction &I, const Counts &Taken);
  void writeIndirectJump(const ModuleInstruction &I,
                         ArrayRef<SitePoint> Points);
  Counts countsAt(uint64_t Address, PointKind Kind) const;
  std::optional<CodeWriter::Label> redirectAt(uint64_t Address);
  CodeWriter::Label behindEntry(uint64_t Address);
  ArrayRef<uint8_t> bytesAt(uint64_t Address, size_t Size) const;

  void addPatches();
  void addRegionPatches(const PatchRegion &R);
  void addRetargets();
  CodePatch makePatch(uint64_t Address, size_t Size, plan::PatchForm Form,
                      uint32_t CodeOffset) const;
  SmallVector<uint32_t, 2> sitesOf(const PatchRegion &R) const;
  void groupPatches();

  const ModuleCode::Contents &C;
  const PatchRegions &Covered;
  const PointMap &Points;
  const RedirectMap &Redirects;
  RewritePlan &Plan;
  CodeWriter Writer;
  std::map<uint64_t, CodeWriter::Label> BehindEntries;
  /// Code offsets of regions, by their begin.
  std::map<uint64_t, uint32_t> Offsets;
  /// The begin of the region that uses an island, by island.
  std::map<uint64_t, uint64_t> IslandUsers;
  /// Addresses of regions, islands and retargeted branches that are patched
  /// together.
  EquivalenceClasses<uint64_t> Groups;
};

} // namespace

static constexpr unsigned JumpSize = 5;

ArrayRef<uint8_t> PlanWriter::bytesAt(uint64_t Address, size_t Size) const {
  const CodeSection *S = C.sectionAt(Address);
  return S->Bytes.slice(Address - S->Address, Size);
}

PlanWriter::Counts PlanWriter::countsAt(uint64_t Address,
                                        PointKind Kind) const {
  Counts Result;
  auto Found = Points.find(Address);
  if (Found != Points.end())
    for (const SitePoint &P : Found->second)
      if (P.Kind == Kind)
        Result.push_back({P.Site, P.Slot});
  return Result;
}

/// Returns the label after the count of entries at \p Address.
CodeWriter::Label PlanWriter::behindEntry(uint64_t Address) {
  auto [At, IsNew] = BehindEntries.try_emplace(Address);
  if (IsNew)
    At->second = Writer.newLabel();
  return At->second;
}

std::optional<CodeWriter::Label> PlanWriter::redirectAt(uint64_t Address) {
  auto Found = Redirects.find(Address);
  if (Found == Redirects.end())
    return std::nullopt;
  return behindEntry(Found->second.To);
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// Whether the flags may be read from \p Address on before they are replaced.
bool PlanWriter::needsFlags(uint64_t Address) const {
  // Compilers save registers first, then subtract from the stack pointer.
  constexpr unsigned MostInstructions = 16;
  for (unsigned N = 0; N != MostInstructions; ++N) {
    if (!(C.flagsAt(Address) & ReachedStart))
      return true;
    ModuleInstruction I = C.instructionAt(Address);
    FlagUse Use = flagUseOf(I, bytesAt(Address, I.Size));
    if (Use != FlagUse::None)
      return Use != FlagUse::Replaces;
    Address = I.end();
  }
  return true;
}

void PlanWriter::writeCounts(const ModuleInstruction &I, const Counts &Sites,
                             bool SaveFlags) {
  if (Sites.empty())
    return;
  Writer.beginCount(I.Address, SaveFlags);
  Writer.count(Sites);
  Writer.endCount(I.Address);
}

void PlanWriter::writeBranch(const ModuleInstruction &I, const Counts &Taken) {
  ArrayRef<uint8_t> Bytes = bytesAt(I.Address, I.Size);
  std::optional<CodeWriter::Label> Target = redirectAt(I.Address);
  if (Taken.empty())
    return Writer.move(I, Bytes, Target);
  CodeWriter::Label IsTaken = Writer.newLabel(), IsNot = Writer.newLabel();
  Writer.branch(I, Bytes, IsTaken);
  Writer.jump(IsNot);
  Writer.bind(IsTaken);
  writeCounts(I, Taken, /*SaveFlags=*/true);
  Target ? Writer.jump(*Target) : Writer.jump(I.Target);
  Writer.bind(IsNot);
}

void PlanWriter::writeIndirectJump(const ModuleInstruction &I,
                                   ArrayRef<SitePoint> Points) {
  ArrayRef<uint8_t> Bytes = bytesAt(I.Address, I.Size);
  for (const SitePoint &P : Points) {
    if (P.Kind != PointKind::IfOutside)
      continue;
    CodeWriter::Label Skip = Writer.newLabel();
    Writer.beginTargetTest(I, Bytes);
    Writer.beginCount(I.Address, /*SaveFlags=*/true);
    Writer.skipIfInside(P.Ranges, Skip);
    Writer.count({{P.Site, P.Slot}});
    Writer.bind(Skip);
    Writer.endCount(I.Address);
    Writer.endTargetTest(I.Address);
  }
  Writer.move(I, Bytes, std::nullopt);
}

void PlanWriter::writeInstruction(const ModuleInstruction &I) {
  Writer.unwindAs(I.Address);
  Plan.Moved.push_back({I.Address, Writer.here()});
  bool SaveFlags = needsFlags(I.Address);
  writeCounts(I, countsAt(I.Address, PointKind::Entry), SaveFlags);
  if (BehindEntries.count(I.Address))
    Writer.bind(behindEntry(I.Address));
  writeCounts(I, countsAt(I.Address, PointKind::Always), SaveFlags);
  auto Found = Points.find(I.Address);
  if (I.Kind == Flow::Branch)
    writeBranch(I, countsAt(I.Address, PointKind::IfTaken));
  else if (I.Kind == Flow::IndirectJump && Found != Points.end())
    writeIndirectJump(I, Found->second);
  else
    Writer.move(I, bytesAt(I.Address, I.Size), redirectAt(I.Address));
}

void PlanWriter::writeRegion(const PatchRegion &R) {
  Writer.align(16);
  Offsets[R.Begin] = Writer.here();
  ModuleInstruction I;
  for (uint64_t At = R.Begin; At != R.CodeEnd; At = I.end()) {
    I = C.instructionAt(At);
    writeInstruction(I);
  }
  if (I.fallsThrough() && I.Kind != Flow::Call &&
      I.Kind != Flow::IndirectCall) {
    Writer.unwindAs(R.CodeEnd);
    Writer.jump(R.CodeEnd);
  }
  Writer.writeSlowPaths();
}

//===----------------------------------------------------------------------===//
// Patches
//===----------------------------------------------------------------------===//

/// Makes the patch of the \p Size bytes at \p Address, without its distances.
CodePatch PlanWriter::makePatch(uint64_t Address, size_t Size,
                                plan::PatchForm Form,
                                uint32_t CodeOffset) const {
  CodePatch P;
  P.Address = Address;
  P.Form = Form;
  P.Old.assign(bytesAt(Address, Size).begin(), bytesAt(Address, Size).end());
  P.New.assign(Size, 0xcc);
  P.CodeOffset = CodeOffset;
  if (Form == plan::PatchForm::Jump || Form == plan::PatchForm::Island) {
    P.New[0] = 0xe9;
    P.FieldOffset = 1;
    std::fill_n(P.New.begin() + 1, 4, 0);
  }
  return P;
}

SmallVector<uint32_t, 2> PlanWriter::sitesOf(const PatchRegion &R) const {
  SmallVector<uint32_t, 2> Sites;
  for (auto At = Points.lower_bound(R.Begin);
       At != Points.end() && At->first < R.CodeEnd; ++At)
    for (const SitePoint &P : At->second)
      Sites.push_back(P.Site);
  for (auto At = Redirects.lower_bound(R.Begin);
       At != Redirects.end() && At->first < R.CodeEnd; ++At)
    append_range(Sites, At->second.Sites);
  return Sites;
}

void PlanWriter::addRegionPatches(const PatchRegion &R) {
  using Form = plan::PatchForm;
  uint32_t Offset = Offsets.at(R.Begin);
  SmallVector<uint32_t, 2> Sites = sitesOf(R);
  auto Add = [&](CodePatch P) {
    P.Sites = Sites;
    Plan.Patches.push_back(std::move(P));
  };
  if (R.Method == PatchMethod::Breakpoint)
    return Add(makePatch(R.Begin, 1, Form::Breakpoint, Offset));
  if (R.Island) {
    if (!R.IslandIsMade)
      Add(makePatch(R.Island, JumpSize, Form::Island, Offset));
    CodePatch P = makePatch(R.Begin, R.End - R.Begin, Form::ShortJump, Offset);
    P.New[0] = 0xeb;
    P.New[1] = static_cast<uint8_t>(R.Island - (R.Begin + 2));
    return Add(std::move(P));
  }
  // Islands of other regions divide this region into several patches.
  SmallVector<uint64_t, 2> Islands(R.Islands.begin(), R.Islands.end());
  llvm::sort(Islands);
  Islands.push_back(R.End);
  CodePatch Jump =
      makePatch(R.Begin, Islands.front() - R.Begin, Form::Jump, Offset);
  Jump.HostsIslands = !R.Islands.empty();
  Add(std::move(Jump));
  for (size_t I = 0; I + 1 < Islands.size(); ++I)
    Add(makePatch(Islands[I], Islands[I + 1] - Islands[I], Form::Island,
                  Offsets.at(IslandUsers.at(Islands[I]))));
}

void PlanWriter::addRetargets() {
  for (const auto &[From, To] : Redirects) {
    if (Covered.at(From))
      continue;
    ModuleInstruction I = C.instructionAt(From);
    CodePatch P = makePatch(From, I.Size, plan::PatchForm::Retarget,
                            Writer.offsetOf(behindEntry(To.To)));
    llvm::copy(P.Old, P.New.begin());
    P.FieldOffset = I.Size - 4;
    P.Sites.assign(To.Sites.begin(), To.Sites.end());
    Plan.Patches.push_back(std::move(P));
  }
}

/// Numbers the groups of patches, and sorts the patches by group.
void PlanWriter::groupPatches() {
  for (const auto &[Begin, R] : Covered.all()) {
    Groups.insert(Begin);
    for (uint64_t Island : R.Islands)
      Groups.unionSets(Begin, Island);
    if (R.Island)
      Groups.unionSets(Begin, R.Island);
  }
  for (const auto &[From, To] : Redirects) {
    const PatchRegion *R = Covered.at(From);
    Groups.unionSets(R ? R->Begin : From, Covered.at(To.To)->Begin);
  }
  DenseMap<uint64_t, uint32_t> Numbers;
  for (CodePatch &P : Plan.Patches) {
    uint64_t Leader = Groups.getLeaderValue(P.Address);
    P.Group = Numbers.try_emplace(Leader, Numbers.size()).first->second;
    llvm::sort(P.Sites);
    P.Sites.erase(llvm::unique(P.Sites), P.Sites.end());
  }
  // A branch that skips a count is changed before the count is added.
  auto Order = [](const CodePatch &P) {
    switch (P.Form) {
    case plan::PatchForm::Retarget:
      return 0;
    case plan::PatchForm::Jump:
      return 1;
    case plan::PatchForm::Island:
      return 2;
    default:
      return 3;
    }
  };
  llvm::sort(Plan.Patches, [&](const CodePatch &L, const CodePatch &R) {
    return std::make_tuple(L.Group, Order(L), L.Address) <
           std::make_tuple(R.Group, Order(R), R.Address);
  });
}

Error PlanWriter::run() {
  Writer.writeFindSlots();
  for (const auto &[From, To] : Redirects)
    behindEntry(To.To);
  constexpr size_t MaxSize = size_t(1) << 30;
  for (const auto &[Begin, R] : Covered.all()) {
    writeRegion(R);
    if (Plan.Code.size() > MaxSize)
      return createStringError("too many sites: the code for them is larger "
                               "than 1 GB");
  }
  Writer.align(16);
  Writer.finish();
  for (const auto &[Begin, R] : Covered.all())
    if (R.Island)
      IslandUsers[R.Island] = Begin;
  for (const auto &[Begin, R] : Covered.all())
    addRegionPatches(R);
  addRetargets();
  groupPatches();
  llvm::sort(Plan.Moved, [](const auto &L, const auto &R) {
    return L.Address < R.Address;
  });
  return Error::success();
}

Error udpc::writePlan(const ModuleCode::Contents &C,
                      const PatchRegions &Covered, const PointMap &Points,
                      const RedirectMap &Redirects, RewritePlan &Plan) {
  return PlanWriter(C, Covered, Points, Redirects, Plan).run();
}
