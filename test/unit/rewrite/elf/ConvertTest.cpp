//===- ConvertTest.cpp - Requests of specs, and converted files -----------===//
//
// On cases.so (cases.s). That converted files run, count and unwind is tested
// in test/lit/convert.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "rewrite/code/FrameSection.h"
#include "rewrite/elf/AddedFrames.h"
#include "rewrite/elf/ElfConverter.h"
#include "rewrite/plan/ModulePlan.h"
#include "udpc/converted.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugFrame.h"
#include "llvm/Support/Endian.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

namespace {

class ConvertTest : public testing::Test {
protected:
  void SetUp() override {
    Buffer =
        cantFail(errorOrToExpected(MemoryBuffer::getFile(UDPC_REWRITE_CASES)));
    File = cantFail(ObjectFile::createObjectFile(*Buffer));
  }
  const ELFObjectFileBase &elf() { return cast<ELFObjectFileBase>(*File); }

  static EventSpec spec(StringRef Items) {
    std::string Text = ("version: 1\nevents:\n" + Items).str();
    return cantFail(EventSpec::parse(MemoryBufferRef(Text, "s.yaml")));
  }
  ModulePlan plan(StringRef Items) {
    PlanOptions Options;
    Options.AllowBreakpoints = false;
    return cantFail(
        planModule(spec(Items), elf(), UDPC_REWRITE_CASES, Options));
  }
  ConvertedFile convert(const ModulePlan &M, bool AddRuntime = true) {
    ElfImage Image = cantFail(ElfImage::create(Buffer->getBuffer()));
    return cantFail(
        convertFile({Image, elf(), M.Plan, M.Table,
                     uint32_t(M.Requests.Sites.size()), AddRuntime, ""}));
  }
  static std::string bytes(const ConvertedFile &F) {
    std::string Bytes = F.Start;
    Bytes.resize(F.AddedOffset, '\0');
    return Bytes + F.Added;
  }
  uint64_t addressOf(StringRef Name) {
    for (const ELFSymbolRef S : elf().symbols())
      if (cantFail(S.getName()) == Name)
        return cantFail(S.getAddress());
    ADD_FAILURE() << "no symbol " << Name.str();
    return 0;
  }
  /// The message of ElfImage::create() for the file after \p Change.
  std::string refusal(function_ref<void(std::string &)> Change) {
    std::string Bytes = Buffer->getBuffer().str();
    Change(Bytes);
    return toString(ElfImage::create(Bytes).takeError());
  }

  std::unique_ptr<MemoryBuffer> Buffer;
  std::unique_ptr<ObjectFile> File;
};

constexpr StringLiteral All = "  - {event: a, entry: '*'}\n"
                              "  - {event: a, return: '*'}\n";

} // namespace

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

TEST_F(ConvertTest, FindsWhatTheSpecNames) {
  uint64_t Leaf = addressOf("leaf");
  ModulePlan M = plan("  - {event: a, entry: leaf}\n"
                      "  - {event: a, return: leaf}\n"
                      "  - {event: a, offset: leaf+3}\n"
                      "  - {event: a, offset: 'cases.so+" +
                      std::to_string(Leaf) + "'}\n");
  ASSERT_EQ(M.Requests.Sites.size(), 4u);
  EXPECT_TRUE(M.Requests.Unmatched.empty());
  const SiteRequest &Entry = M.Requests.Sites[0], &Offset = M.Requests.Sites[2],
                    &File = M.Requests.Sites[3];
  EXPECT_EQ(Entry.Address, Leaf);
  EXPECT_EQ(Entry.Function, "leaf");
  ASSERT_EQ(Entry.Ranges.size(), 1u);
  EXPECT_EQ(Entry.Ranges[0].Begin, Leaf);
  EXPECT_EQ(Offset.Kind, udpc::abi::SiteKind::Offset);
  EXPECT_EQ(Offset.Address, Leaf + 3);
  EXPECT_EQ(Offset.Function, "leaf+0x3");
  EXPECT_EQ(File.Address, Leaf);
  EXPECT_EQ(File.Function, "leaf+0x0");
}

TEST_F(ConvertTest, CountsAPlaceOnceForAnEvent) {
  ModulePlan M = plan("  - {event: a, entry: leaf}\n"
                      "  - {event: a, entry: 'lea?'}\n"
                      "  - {event: b, entry: leaf}\n"
                      "  - {event: a, entry: leaf, command: dec}\n");
  EXPECT_EQ(M.Requests.NumSites, (std::vector<unsigned>{1, 0, 1, 1}));
  EXPECT_TRUE(M.Requests.Unmatched.empty());
}

TEST_F(ConvertTest, SuggestsNamesForWhatMatchesNothing) {
  ModulePlan M = plan("  - {event: a, entry: laef}\n"
                      "  - {event: b, offset: leaf+0x100000}\n"
                      "  - {event: c, offset: 'cases.so+0x1'}\n"
                      "  - {event: d, offset: 'other.so+0x1'}\n");
  EXPECT_TRUE(M.Requests.Sites.empty());
  std::vector<std::string> Messages;
  for (const UnmatchedRequest &U : M.Requests.Unmatched)
    Messages.push_back(U.message("cases.so"));
  EXPECT_EQ(Messages,
            (std::vector<std::string>{
                "s.yaml:3: event 'a': entry \"laef\" matched nothing in "
                "cases.so; near: leaf",
                "s.yaml:4: event 'b': offset \"leaf+0x100000\" is behind the "
                "end of that function in cases.so",
                "s.yaml:5: event 'c': offset \"cases.so+0x1\" is not in the "
                "code of cases.so",
                "s.yaml:6: event 'd': offset \"other.so+0x1\" matched nothing "
                "in cases.so"}));
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

TEST_F(ConvertTest, RefusesWhatIsNoFileOfX86) {
  EXPECT_EQ(refusal([](std::string &B) { B = "text"; }), "not an ELF file");
  EXPECT_EQ(refusal([](std::string &B) { B.resize(20); }),
            "damaged: the file ends in its header");
  EXPECT_EQ(refusal([](std::string &B) { B[18] = char(ELF::EM_AARCH64); }),
            "for AArch64 of 64 bits: only files for x86-64 of 64 bits can be "
            "converted");
  EXPECT_EQ(refusal([](std::string &B) { B[16] = ELF::ET_CORE; }),
            "neither a program nor a shared library");
  EXPECT_EQ(refusal([](std::string &B) { B.resize(B.size() / 2); }),
            "damaged: a segment is not in the file");
}

TEST_F(ConvertTest, LeavesAllThatIsNotPatchedInItsPlace) {
  ModulePlan M = plan(All);
  ConvertedFile Result = convert(M);
  ASSERT_EQ(Result.Start.size(), Buffer->getBufferSize());
  ElfImage Image = cantFail(ElfImage::create(Buffer->getBuffer()));
  std::string Expected = Buffer->getBuffer().str();
  for (const CodePatch &P : M.Plan.Patches) {
    uint64_t Offset = *Image.offsetOf(P.Address, P.Old.size());
    // Each jump leads to the code: its segment is the second that is added.
    std::memcpy(Expected.data() + Offset, Result.Start.data() + Offset,
                P.Old.size());
    EXPECT_NE(StringRef(Result.Start).substr(Offset, P.Old.size()),
              Buffer->getBuffer().substr(Offset, P.Old.size()));
  }
  // The header, and the dynamic section where it is.
  auto Copy = [&](uint64_t Offset, uint64_t Size) {
    std::memcpy(Expected.data() + Offset, Result.Start.data() + Offset, Size);
  };
  Copy(0, sizeof(ElfImage::Ehdr));
  const ElfImage::Phdr &Dynamic = *Image.findSegment(ELF::PT_DYNAMIC);
  Copy(Dynamic.p_offset, Dynamic.p_filesz);
  EXPECT_TRUE(Expected == Result.Start);
}

TEST_F(ConvertTest, AddsSegmentsThatKernelsAndLinkersTake) {
  std::string Bytes = bytes(convert(plan(All)));
  auto New = cantFail(ELFFile<ELF64LE>::create(Bytes));
  ElfImage Old = cantFail(ElfImage::create(Buffer->getBuffer()));
  auto Segments = cantFail(New.program_headers());
  ASSERT_EQ(Segments.size(), Old.Segments.size() + 4);
  uint64_t End = 0;
  for (const auto &P : Segments) {
    if (P.p_type != ELF::PT_LOAD)
      continue;
    EXPECT_GE(P.p_vaddr, End);
    EXPECT_LE(P.p_offset + P.p_filesz, Bytes.size());
    EXPECT_FALSE((P.p_flags & ELF::PF_W) && (P.p_flags & ELF::PF_X));
    if (P.p_vaddr >= Old.end()) {
      // As in the first segment: old kernels find the program headers so.
      EXPECT_EQ(P.p_vaddr - P.p_offset, Old.base());
      EXPECT_EQ(P.p_vaddr % ElfImage::PageSize, 0u);
    }
    End = P.p_vaddr + P.p_memsz;
  }
  EXPECT_EQ(toString(ElfImage::create(Bytes).takeError()),
            "already converted; convert the original, with a spec of all that "
            "is to be counted");
  // The section headers are those of a well-formed file.
  auto Sections = cantFail(New.sections());
  for (const auto &S : Sections) {
    EXPECT_TRUE(bool(New.getSectionName(S)));
    if (S.sh_flags & ELF::SHF_ALLOC && S.sh_type != ELF::SHT_NOBITS)
      EXPECT_EQ(*cantFail(New.toMappedAddr(S.sh_addr)),
                Bytes.data()[S.sh_offset] & 0xff);
  }
}

TEST_F(ConvertTest, AsksForTheRuntimeFirstUnlessToldNot) {
  for (bool AddRuntime : {true, false}) {
    std::string Bytes = bytes(convert(plan(All), AddRuntime));
    auto New = cantFail(ELFFile<ELF64LE>::create(Bytes));
    auto Dynamic = cantFail(New.dynamicEntries());
    uint64_t Strings = 0;
    for (const auto &D : Dynamic)
      if (D.d_tag == ELF::DT_STRTAB)
        Strings = D.d_un.d_ptr;
    ASSERT_EQ(Dynamic[0].d_tag, ELF::DT_NEEDED);
    auto *First = reinterpret_cast<const char *>(
        cantFail(New.toMappedAddr(Strings + Dynamic[0].d_un.d_val)));
    EXPECT_EQ(StringRef(First).starts_with("libudpc_rt.so."), AddRuntime);
    EXPECT_EQ(StringRef(Bytes).contains("libudpc_rt"), AddRuntime);
    std::set<std::string> Weak;
    std::unique_ptr<ObjectFile> Object = cantFail(
        ObjectFile::createObjectFile(MemoryBufferRef(Bytes, "converted")));
    for (const ELFSymbolRef S :
         cast<ELFObjectFileBase>(*Object).getDynamicSymbolIterators())
      if (cantFail(S.getFlags()) & BasicSymbolRef::SF_Weak)
        Weak.insert(cantFail(S.getName()).str());
    for (const char *Name :
         {"__udpc_cost_slots", "__udpc_register", "__udpc_unregister"})
      EXPECT_TRUE(Weak.count(Name)) << Name;
  }
}

TEST_F(ConvertTest, UnwindsAddedCodeAsWhatItStandsFor) {
  ModulePlan M = plan(All);
  std::vector<AddedFrame> Frames = makeFrames(M.Plan, elf());
  ASSERT_FALSE(Frames.empty());
  constexpr uint64_t Section = 0x100000, Code = 0x200000;
  std::vector<uint32_t> Offsets;
  std::string Bytes = encodeEHFrame(Frames, Section, Code, Offsets);
  DWARFDebugFrame Parsed(Triple::x86_64, /*IsEH=*/true, Section);
  cantFail(Parsed.parse(DWARFDataExtractor(Bytes, true, 8)));
  uint64_t At = Code;
  for (const AddedFrame &F : Frames) {
    EXPECT_EQ(Code + F.Begin, At);
    At = Code + F.End;
  }
  EXPECT_EQ(At, Code + M.Plan.Code.size());
  unsigned NumFrameless = 0;
  for (const udpc::UnwindRow &Row : M.Plan.Rows) {
    if (Row.Address)
      continue;
    ++NumFrameless;
    for (const dwarf::FrameEntry &E : Parsed) {
      const auto *F = dyn_cast<dwarf::FDE>(&E);
      if (!F || Code + Row.CodeOffset < F->getInitialLocation() ||
          Code + Row.CodeOffset >=
              F->getInitialLocation() + F->getAddressRange())
        continue;
      const dwarf::UnwindRow *Found = nullptr;
      dwarf::UnwindTable Table = cantFail(dwarf::createUnwindTable(F));
      for (const dwarf::UnwindRow &R : Table)
        if (R.getAddress() <= Code + Row.CodeOffset)
          Found = &R;
      ASSERT_TRUE(Found);
      EXPECT_EQ(Found->getCFAValue(),
                dwarf::UnwindLocation::createIsRegisterPlusOffset(
                    7, 8 + Row.StackBytes));
    }
  }
  EXPECT_GT(NumFrameless, 0u);
}

TEST(FrameSection, EndsWhereACommonEntryWouldBeBeforeIt) {
  auto NumEntries = [](std::string Bytes) {
    std::unique_ptr<DWARFDebugFrame> Frames = readFrames(Bytes, 0x1000);
    return std::distance(Frames->begin(), Frames->end());
  };
  AddedFrame Frame = {0, 16, ""};
  std::vector<uint32_t> Offsets;
  std::string Sound = encodeEHFrame(Frame, 0x1000, 0x2000, Offsets);
  EXPECT_EQ(NumEntries(Sound), 2);
  EXPECT_EQ(NumEntries(Sound.substr(0, Sound.size() - 8)), 1);
  // LLVM crashes on both: a DenseMap reserves these keys.
  for (uint32_t Behind : {1, 2}) {
    std::string Damaged = Sound;
    support::endian::write32le(Damaged.data() + Offsets[0] + 4,
                               Offsets[0] + 4 + Behind);
    EXPECT_EQ(NumEntries(Damaged), 1);
  }
  EXPECT_EQ(NumEntries(""), 0);
}
