//===- RewriteFuzzer.cpp - Any bytes as a program to add sites to ---------===//
//
// Input that is no ELF file is the code of one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "rewrite/code/ModuleContents.h"
#include "rewrite/plan/RewritePlan.h"
#include "test/unit/profdata/binary/ElfBytes.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

static void checkPlan(const RewritePlan &Plan, const ModuleCode::Contents &C) {
  uint64_t End = 0;
  std::map<uint64_t, const CodePatch *> ByAddress;
  for (const CodePatch &P : Plan.Patches)
    ByAddress[P.Address] = &P;
  require(ByAddress.size() == Plan.Patches.size(), "two patches at one place");
  for (const auto &[Address, P] : ByAddress) {
    require(Address >= End, "patches overlap");
    End = Address + P->New.size();
    const CodeSection *S = C.sectionAt(Address);
    require(S && End <= S->end(), "a patch of what is no code");
    require(ArrayRef(P->Old) ==
                S->Bytes.slice(Address - S->Address, P->Old.size()),
            "a patch of other bytes");
    require(P->CodeOffset < Plan.Code.size() &&
                P->FieldOffset + (P->hasField() ? 4 : 0) <= P->New.size(),
            "a patch that leads nowhere");
  }
  for (const CodeFixup &F : Plan.Fixups)
    require(F.Offset + 4 <= Plan.Code.size(), "a fixup of no code");
  for (const CodeCount &P : Plan.Counts)
    require(Plan.Outcomes[P.Site].IsDone, "a count of what was refused");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string Bytes = textOf(Data, Size).str();
  if (!StringRef(Bytes).starts_with("\x7f"
                                    "ELF")) {
    TestElf Elf = testElf();
    Elf.Sections[TestElf::Text].Bytes = Bytes;
    Elf.layOut();
    Bytes = Elf.bytes();
  }
  auto File = ObjectFile::createELFObjectFile(MemoryBufferRef(Bytes, "app"));
  if (!File) {
    consumeError(File.takeError());
    return 0;
  }
  auto Module = ModuleCode::create(cast<ELFObjectFileBase>(**File));
  if (!Module) {
    requireMessage(Module.takeError(), "");
    return 0;
  }
  std::vector<PlannedSite> Sites;
  for (const CodeFunction &F : Module->functions())
    for (auto Kind : {PlannedSiteKind::Entry, PlannedSiteKind::Return})
      Sites.push_back({Kind, F.begin(), uint32_t(Sites.size()), F.Ranges});
  for (const CodeSection &S : Module->contents().Sections)
    for (uint64_t At = S.Address; At < S.end() && Sites.size() < 1000; At += 3)
      Sites.push_back(
          {PlannedSiteKind::Offset, At, uint32_t(Sites.size()), {}});
  auto Plan = planRewrite(*Module, Sites);
  if (!Plan)
    requireMessage(Plan.takeError(), "");
  else
    checkPlan(*Plan, Module->contents());
  return 0;
}
