//===- PlanTest.cpp - How functions are patched, and which are not --------===//
//
// Plans for the functions of cases.s. Check.cpp executes plans and compares
// their counts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "rewrite/code/ModuleContents.h"
#include "rewrite/plan/RewritePlan.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

namespace {

/// cases.s, assembled and linked.
class PlanTest : public testing::Test {
protected:
  void SetUp() override {
    File = cantFail(ObjectFile::createObjectFile(UDPC_REWRITE_CASES));
    Module.emplace(cantFail(ModuleCode::create(elf())));
  }
  const ELFObjectFileBase &elf() {
    return cast<ELFObjectFileBase>(*File.getBinary());
  }

  const CodeFunction &function(StringRef Name) {
    for (const CodeFunction &F : Module->functions())
      if (is_contained(F.Names, Name))
        return F;
    ADD_FAILURE() << "no function " << Name.str();
    return Module->functions().front();
  }

  PlannedSite site(PlannedSiteKind Kind, StringRef Name, uint32_t Slot = 0) {
    const CodeFunction &F = function(Name);
    return {Kind, F.begin(), Slot, F.Ranges};
  }

  RewritePlan plan(ArrayRef<PlannedSite> Sites, bool AllowBreakpoints = true) {
    PlanOptions Options;
    Options.AllowBreakpoints = AllowBreakpoints;
    return cantFail(planRewrite(*Module, Sites, Options));
  }

  /// How the only site is patched, or why not.
  std::string outcome(PlannedSiteKind Kind, StringRef Name,
                      bool AllowBreakpoints = true) {
    SiteOutcome O = plan({site(Kind, Name)}, AllowBreakpoints).Outcomes[0];
    return (O.IsDone ? describe(O.Method) : describe(O.Refusal)).str();
  }
  std::string entry(StringRef Name) {
    return outcome(PlannedSiteKind::Entry, Name);
  }
  std::string returns(StringRef Name) {
    return outcome(PlannedSiteKind::Return, Name);
  }

  OwningBinary<ObjectFile> File;
  std::optional<ModuleCode> Module;
};

} // namespace

static std::string words(PatchMethod M) { return describe(M).str(); }
static std::string words(SiteRefusal R) { return describe(R).str(); }

TEST_F(PlanTest, FindsFunctionsOnce) {
  const CodeFunction &F = function("has_alias");
  ASSERT_EQ(F.Names.size(), 2u);
  EXPECT_EQ(F.Names[0], "alias");
  EXPECT_EQ(F.Names[1], "has_alias");
}

TEST_F(PlanTest, JoinsParts) {
  EXPECT_EQ(function("with_part").Ranges.size(), 2u);
  for (const CodeFunction &F : Module->functions())
    EXPECT_FALSE(is_contained(F.Names, "with_part.cold"));
}

TEST_F(PlanTest, JumpsWhereThereIsRoom) {
  for (StringRef Name : {"relative_operand", "tail_call", "call_first",
                         "indirect_call_first", "red_zone", "unknown_jump"})
    EXPECT_EQ(entry(Name), words(PatchMethod::Jump)) << Name.str();
}

TEST_F(PlanTest, KeepsPrefixesWithTheirInstructions) {
  // mov, 5 bytes; lock xadd, 8 bytes; ret.
  const CodeFunction &F = function("lock_behind_room");
  for (uint64_t Offset : {6, 7, 8})
    EXPECT_EQ(words(SiteRefusal::NotInstruction),
              words(plan({{PlannedSiteKind::Offset, F.begin() + Offset, 0, {}}})
                        .Outcomes[0]
                        .Refusal));
  RewritePlan P = plan({site(PlannedSiteKind::Return, "lock_behind_room")});
  ASSERT_EQ(P.Patches.size(), 1u);
  EXPECT_NE(P.Patches[0].Address, F.begin() + 6);
}

TEST_F(PlanTest, TakesPadding) {
  EXPECT_EQ(entry("only_return"), words(PatchMethod::JumpOverPadding));
  EXPECT_EQ(returns("only_return"), words(PatchMethod::JumpOverPadding));
}

TEST_F(PlanTest, JumpsShortToPadding) {
  EXPECT_EQ(entry("early_target"), words(PatchMethod::ShortJump));
  EXPECT_EQ(entry("dense_three"), words(PatchMethod::ShortJump));
  RewritePlan P = plan({site(PlannedSiteKind::Entry, "dense_three")});
  ASSERT_EQ(P.Patches.size(), 2u);
  EXPECT_EQ(P.Patches[0].Form, plan::PatchForm::Island);
  EXPECT_EQ(P.Patches[1].Form, plan::PatchForm::ShortJump);
  EXPECT_EQ(P.Patches[0].Group, P.Patches[1].Group);
}

TEST_F(PlanTest, BreaksWhereNothingElseFits) {
  EXPECT_EQ(entry("dense_return"), words(PatchMethod::Breakpoint));
  EXPECT_EQ(outcome(PlannedSiteKind::Entry, "dense_return",
                    /*AllowBreakpoints=*/false),
            words(SiteRefusal::NoRoom));
}

TEST_F(PlanTest, ReadsTablesOfDistancesFromLabels) {
  RewritePlan P = plan({site(PlannedSiteKind::Return, "label_table")});
  EXPECT_TRUE(P.Outcomes[0].IsDone);
  EXPECT_EQ(P.Counts.size(), 3u);
}

// A jump to own labels may also leave; one through a table of distances stays.
TEST_F(PlanTest, TellsTailCallsFromJumpTables) {
  for (StringRef Name : {"own_tail_call", "distance_call"}) {
    RewritePlan P = plan({site(PlannedSiteKind::Return, Name)});
    EXPECT_TRUE(P.Outcomes[0].IsDone);
    EXPECT_EQ(P.Counts.size(), Name == "own_tail_call" ? 3u : 2u);
  }
}

TEST_F(PlanTest, Refuses) {
  EXPECT_EQ(entry("table_to_first"), words(SiteRefusal::EntryIsTarget));
  EXPECT_EQ(returns("unknown_jump"), words(SiteRefusal::UnknownExits));
  EXPECT_EQ(returns("endless"), words(SiteRefusal::NoReturn));
  EXPECT_EQ(entry("indirect"), words(SiteRefusal::Resolver));
  EXPECT_EQ(entry("stack_call_first"), words(SiteRefusal::NotMovable));
}

TEST_F(PlanTest, RefusesPlacesThatAreNoInstructions) {
  auto Why = [&](uint64_t Address) {
    PlannedSite S;
    S.Kind = PlannedSiteKind::Offset;
    S.Address = Address;
    SiteOutcome O = plan({S}).Outcomes[0];
    EXPECT_FALSE(O.IsDone);
    return words(O.Refusal);
  };
  uint64_t Begin = function("relative_operand").begin();
  EXPECT_EQ(Why(Begin + 1), words(SiteRefusal::NotInstruction));
  EXPECT_EQ(Why(function("overlapping").begin() + 6),
            words(SiteRefusal::Overlapping));
  EXPECT_EQ(Why(1), words(SiteRefusal::NotCode));
  // Constants after a return.
  AddressRange R = function("data_behind").Ranges[0];
  EXPECT_EQ(Why(R.End), words(SiteRefusal::NotReached));
}

// A loop that begins with the first instruction: a short branch is moved, a
// long one is retargeted in place.
TEST_F(PlanTest, LeadsLoopsPastTheCount) {
  RewritePlan Short = plan({site(PlannedSiteKind::Entry, "short_loop")});
  for (const CodePatch &P : Short.Patches)
    EXPECT_NE(P.Form, plan::PatchForm::Retarget);
  EXPECT_EQ(Short.Patches.size(), 2u);

  RewritePlan Long = plan({site(PlannedSiteKind::Entry, "long_loop")});
  ASSERT_EQ(Long.Patches.size(), 2u);
  EXPECT_EQ(Long.Patches[0].Form, plan::PatchForm::Retarget);
  EXPECT_EQ(Long.Patches[0].New[1], Long.Patches[0].Old[1]);
  EXPECT_EQ(Long.Patches[0].Group, Long.Patches[1].Group);
}

TEST_F(PlanTest, MergesSites) {
  RewritePlan P = plan({site(PlannedSiteKind::Entry, "only_return", 0),
                        site(PlannedSiteKind::Return, "only_return", 1),
                        site(PlannedSiteKind::Entry, "only_return", 2)});
  ASSERT_EQ(P.Patches.size(), 1u);
  EXPECT_EQ(P.Patches[0].Sites, (SmallVector<uint32_t, 2>{0, 1, 2}));
  EXPECT_EQ(P.Counts.size(), 3u);
}

TEST_F(PlanTest, KeepsItsContract) {
  std::vector<PlannedSite> Sites;
  for (auto Kind : {PlannedSiteKind::Entry, PlannedSiteKind::Return})
    for (const CodeFunction &F : Module->functions())
      Sites.push_back({Kind, F.begin(), uint32_t(Sites.size()), F.Ranges});
  RewritePlan P = plan(Sites);
  EXPECT_EQ(P.Outcomes.size(), Sites.size());
  for (const CodeCount &Point : P.Counts) {
    EXPECT_EQ(Point.SwitchOffset % 2, 0u);
    EXPECT_EQ(P.Code[Point.SwitchOffset], 0x66);
    EXPECT_EQ(P.Code[Point.SwitchOffset + 1], 0x90);
    // INCQ with a displacement of 32 bits.
    EXPECT_EQ(P.Code[Point.SwitchOffset + 3], 0xff);
    EXPECT_EQ(Point.Skip, 7);
  }
  std::map<uint64_t, uint64_t> Ranges;
  for (const CodePatch &Patch : P.Patches) {
    EXPECT_EQ(Patch.Old.size(), Patch.New.size());
    EXPECT_LE(Patch.FieldOffset + (Patch.hasField() ? 4 : 0), Patch.New.size());
    EXPECT_LT(Patch.CodeOffset, P.Code.size());
    Ranges[Patch.Address] = Patch.Address + Patch.New.size();
  }
  EXPECT_EQ(Ranges.size(), P.Patches.size());
  uint64_t End = 0;
  for (auto [Begin, RangeEnd] : Ranges) {
    EXPECT_LE(End, Begin) << "patches overlap";
    End = RangeEnd;
  }
  auto ByOffset = [](const auto &L, const auto &R) {
    return L.CodeOffset < R.CodeOffset;
  };
  EXPECT_TRUE(is_sorted(P.Rows, ByOffset));
  EXPECT_EQ(P.Rows.front().CodeOffset, 0u);
  for (const CodeFixup &F : P.Fixups)
    EXPECT_LE(F.Offset + 4, P.Code.size());
}

TEST(RewritingDoc, NamesAllWaysAndReasons) {
  auto Page = MemoryBuffer::getFile(UDPC_DOCS "/convert.md");
  ASSERT_TRUE(Page);
  StringRef Text = (*Page)->getBuffer();
  for (unsigned M = 0; M != NumPatchMethods; ++M)
    EXPECT_TRUE(Text.contains("| " + words(PatchMethod(M)) + " |"))
        << words(PatchMethod(M));
  for (unsigned R = 0; R != NumSiteRefusals; ++R)
    EXPECT_TRUE(Text.contains("| " + words(SiteRefusal(R)) + " |"))
        << words(SiteRefusal(R));
}

TEST_F(PlanTest, RefusesFilesWithoutSections) {
  std::string Bytes = File.getBinary()->getData().str();
  ELF::Elf64_Ehdr Header;
  std::memcpy(&Header, Bytes.data(), sizeof(Header));
  Header.e_shoff = Header.e_shnum = Header.e_shstrndx = 0;
  std::memcpy(Bytes.data(), &Header, sizeof(Header));
  auto Stripped =
      cantFail(ObjectFile::createELFObjectFile(MemoryBufferRef(Bytes, "a")));
  auto M = ModuleCode::create(cast<ELFObjectFileBase>(*Stripped));
  ASSERT_FALSE(M);
  EXPECT_EQ(toString(M.takeError()),
            "it has no section of code, so its instructions cannot be told "
            "from data");
}
