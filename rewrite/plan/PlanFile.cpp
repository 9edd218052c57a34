//===- PlanFile.cpp - Plans for the runtime -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/plan/PlanFile.h"
#include "profdata/binary/LinkedFile.h"
#include "udpc/plan.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Path.h"
#include <cstring>
#include <map>

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

bool udpc::runsWithSignalsBlocked(StringRef Path) {
  StringRef Name = sys::path::filename(Path);
  return Name.starts_with("libc.so") || Name.starts_with("libc-2.") ||
         Name.starts_with("ld-linux") || Name.starts_with("ld-musl") ||
         Name.starts_with("ld-2.") || Name.starts_with("libpthread");
}

namespace {

/// The parts of a plan file that are lists of records.
struct Records {
  std::vector<plan::FixupRec> Fixups;
  std::vector<plan::PatchRec> Patches;
  std::vector<uint32_t> PatchSlots;
  std::vector<plan::CountRec> Counts;
  std::vector<plan::MovedRec> Moved;
  std::vector<uint8_t> PatchBytes;
};

} // namespace

static Error addPatches(const RewritePlan &Plan, Records &Out) {
  for (const CodePatch &P : Plan.Patches) {
    if (P.Old.size() > plan::MaxPatch)
      return createStringError("a patch of " + Twine(P.Old.size()) + " bytes");
    plan::PatchRec R = {};
    R.Address = P.Address;
    R.Group = P.Group;
    R.Code = P.CodeOffset;
    R.Bytes = Out.PatchBytes.size();
    R.FirstSlot = Out.PatchSlots.size();
    R.NumSlots = P.Sites.size();
    R.Size = P.Old.size();
    R.Form = static_cast<uint8_t>(P.Form);
    R.Field = P.hasField() ? P.FieldOffset : plan::NoField;
    R.Flags = P.HostsIslands ? plan::HostsIsland : 0;
    Out.Patches.push_back(R);
    Out.PatchBytes.insert(Out.PatchBytes.end(), P.Old.begin(), P.Old.end());
    Out.PatchBytes.insert(Out.PatchBytes.end(), P.New.begin(), P.New.end());
    // In a ModulePlan, the slot of a site is its number.
    Out.PatchSlots.insert(Out.PatchSlots.end(), P.Sites.begin(), P.Sites.end());
  }
  return Error::success();
}

static Expected<Records> makeRecords(const RewritePlan &Plan) {
  Records Out;
  for (const CodeFixup &F : Plan.Fixups) {
    Out.Fixups.push_back(
        {F.Offset, static_cast<uint32_t>(F.Base), F.Target, F.Addend, 0});
  }
  if (Error E = addPatches(Plan, Out))
    return std::move(E);
  for (const CodeCount &C : Plan.Counts)
    Out.Counts.push_back({C.Site, C.SwitchOffset, C.Skip});
  for (const MovedInstruction &M : Plan.Moved)
    Out.Moved.push_back({M.Address, M.CodeOffset, 0});
  return Out;
}

/// Returns the range of loaded addresses of \p File.
static Expected<AddressRange> loadedRange(const ELFObjectFileBase &File) {
  return withELFFile(File, [](const auto &F) -> Expected<AddressRange> {
    auto Headers = F.program_headers();
    if (!Headers)
      return Headers.takeError();
    AddressRange Range = {UINT64_MAX, 0};
    for (const auto &H : *Headers)
      if (H.p_type == ELF::PT_LOAD) {
        Range.Begin = std::min<uint64_t>(Range.Begin, H.p_vaddr);
        Range.End = std::max<uint64_t>(Range.End, H.p_vaddr + H.p_memsz);
      }
    return Range;
  });
}

template <typename List>
static void append(std::vector<uint8_t> &Out, const List &Elements) {
  const auto *Bytes = reinterpret_cast<const uint8_t *>(Elements.data());
  Out.insert(Out.end(), Bytes,
             Bytes + Elements.size() * sizeof(*Elements.data()));
  Out.resize((Out.size() + 7) & ~size_t(7));
}

static void sign(std::vector<uint8_t> &Bytes, plan::Header H) {
  H.Size = Bytes.size();
  ArrayRef<uint8_t> Rest = ArrayRef(Bytes).drop_front(sizeof(H));
  uint32_t Sum = crc32(Rest);
  H.Checksum =
      crc32(Sum, ArrayRef(reinterpret_cast<const uint8_t *>(&H), sizeof(H)));
  std::memcpy(Bytes.data(), &H, sizeof(H));
}

Expected<std::vector<uint8_t>> udpc::encodePlan(const ModulePlan &Plan,
                                                const ELFObjectFileBase &File,
                                                const PlannedFile &Identity) {
  Expected<Records> Lists = makeRecords(Plan.Plan);
  if (!Lists)
    return Lists.takeError();
  Expected<AddressRange> Range = loadedRange(File);
  if (!Range)
    return Range.takeError();
  BuildIDRef Id = getBuildID(&File);
  std::string Path = Identity.Path + '\0';
  plan::Header H = {};
  std::memcpy(H.Magic, plan::Magic, sizeof(H.Magic));
  H.Version = plan::Version;
  H.ModuleSize = Identity.Size;
  H.ModuleTime = Identity.Time;
  H.Begin = Range->Begin;
  H.End = Range->End;
  H.Machine = File.getEMachine();
  H.Flags = runsWithSignalsBlocked(Identity.Path) ? plan::PatchAtStart : 0;
  H.BuildIdSize = Id.size();
  H.PathSize = Path.size();
  H.CodeSize = Plan.Plan.Code.size();
  H.NumFixups = Lists->Fixups.size();
  H.NumPatches = Lists->Patches.size();
  H.NumPatchSlots = Lists->PatchSlots.size();
  H.NumCounts = Lists->Counts.size();
  H.NumMoved = Lists->Moved.size();
  H.PatchBytesSize = Lists->PatchBytes.size();
  H.TableSize = Plan.Table.size();
  H.NumSlots = Plan.Requests.Sites.size();
  std::vector<uint8_t> Bytes(sizeof(H));
  append(Bytes, Id);
  append(Bytes, Path);
  append(Bytes, Plan.Plan.Code);
  append(Bytes, Lists->Fixups);
  append(Bytes, Lists->Patches);
  append(Bytes, Lists->PatchSlots);
  append(Bytes, Lists->Counts);
  append(Bytes, Lists->Moved);
  append(Bytes, Lists->PatchBytes);
  append(Bytes, Plan.Table);
  if (Bytes.size() > plan::MaxSize)
    return createStringError("the plan is larger than 2 GB");
  sign(Bytes, H);
  return Bytes;
}
