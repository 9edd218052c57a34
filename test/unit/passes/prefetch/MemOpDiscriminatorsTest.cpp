//===- MemOpDiscriminatorsTest.cpp ----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/MemOpDiscriminators.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PseudoProbe.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

namespace {

class MemOpDiscriminatorsTest : public testing::Test {
protected:
  MemOpDiscriminatorsTest()
      : M("m", Context), Builder(M), File(Builder.createFile("a.c", "/src")),
        Unit(Builder.createCompileUnit(DISourceLanguageName(dwarf::DW_LANG_C11),
                                       File, "p", true, "", 0)),
        Function(makeFunction("f", 10)) {}

  DISubprogram *makeFunction(StringRef Name, unsigned Line) {
    DISubprogram *SP = Builder.createFunction(
        File, Name, "", File, Line,
        Builder.createSubroutineType(Builder.getOrCreateTypeArray({})), Line,
        DINode::FlagZero, DISubprogram::SPFlagDefinition);
    Builder.finalizeSubprogram(SP);
    return SP;
  }

  /// \p Base discriminator of \p Line, in \p OtherFile if that is not "".
  const DILocation *at(unsigned Line, unsigned Base = 0,
                       StringRef OtherFile = "", DISubprogram *In = nullptr) {
    DILocalScope *Scope = In ? In : Function;
    if (!OtherFile.empty())
      Scope = Builder.createLexicalBlockFile(
          Scope, Builder.createFile(OtherFile, "/src"));
    const DILocation *L = DILocation::get(Context, Line, 1, Scope);
    return Base ? L->cloneWithDiscriminator(
                      *DILocation::encodeDiscriminator(Base, 0, 0))
                : L;
  }

  LLVMContext Context;
  Module M;
  DIBuilder Builder;
  DIFile *File;
  DICompileUnit *Unit;
  DISubprogram *Function;
  MemOpDiscriminators D{KeyStore::DebugInfo};
};

} // namespace

TEST_F(MemOpDiscriminatorsTest, TheFirstKeepsOthersGetTheLowestThatIsFree) {
  D.addCode(*at(12));
  D.addCode(*at(12, 3));
  EXPECT_EQ(D.claim(*at(12)), 0u);
  EXPECT_EQ(D.claim(*at(12)), 4u);
  EXPECT_EQ(D.claim(*at(12, 3)), 3u);
  EXPECT_EQ(D.claim(*at(12, 3)), 5u);
  // Another line has its own.
  EXPECT_EQ(D.claim(*at(13)), 0u);
}

TEST_F(MemOpDiscriminatorsTest, ANewOneLeavesTheLocationsOwnToNobody) {
  D.addCode(*at(10));
  EXPECT_EQ(D.claimNew(*at(10)), 1u);
  EXPECT_EQ(D.claim(*at(10)), 2u);
}

TEST_F(MemOpDiscriminatorsTest, CopiesOfALineShareWhereverTheyAreInlined) {
  DISubprogram *Inlined = makeFunction("g", 30);
  auto CopyAt = [&](unsigned Line) {
    return DILocation::get(Context, 31, 1, Inlined,
                           const_cast<DILocation *>(at(Line)));
  };
  EXPECT_EQ(D.claim(*CopyAt(12)), 0u);
  EXPECT_EQ(D.claim(*CopyAt(13)), 1u);
}

TEST_F(MemOpDiscriminatorsTest, KeysKnowNoFiles) {
  D.addCode(*at(12));
  D.addCode(*at(12, 0, "body.inc"));
  EXPECT_EQ(D.claim(*at(12)), 0u);
  EXPECT_EQ(D.claim(*at(12, 0, "body.inc")), 1u);
  EXPECT_EQ(D.claim(*at(12)), 2u);
}

TEST_F(MemOpDiscriminatorsTest, KeysKnow16BitsOfLines) {
  D.addCode(*at(12));
  D.addCode(*at(12 + 65536));
  EXPECT_EQ(D.claim(*at(12)), 0u);
  EXPECT_EQ(D.claim(*at(12 + 65536)), 1u);
}

TEST_F(MemOpDiscriminatorsTest, ALineOfDebugInfoHas4096) {
  MemOpDiscriminators S(KeyStore::Section);
  for (unsigned I = 0; I != 4096; ++I) {
    ASSERT_EQ(D.claim(*at(12)), I);
    ASSERT_EQ(S.claim(*at(12)), I);
  }
  EXPECT_EQ(D.claim(*at(12)), std::nullopt);
  EXPECT_EQ(D.claim(*at(13)), 0u);
  EXPECT_EQ(S.claim(*at(12)), 4096u);
}

TEST_F(MemOpDiscriminatorsTest, ProbesCountInDebugInfoAlone) {
  // LLVM replaces the discriminators of calls by the numbers of their probes.
  auto ProbeAt = [&](unsigned Number, std::optional<uint32_t> Base) {
    return at(12)->cloneWithDiscriminator(
        PseudoProbeDwarfDiscriminator::packProbeData(Number, 0, 0, 100, Base));
  };
  EXPECT_EQ(keyDiscriminator(*ProbeAt(77, 3), KeyStore::Section), 3u);
  EXPECT_EQ(keyDiscriminator(*ProbeAt(77, 3), KeyStore::DebugInfo), 3u);
  EXPECT_EQ(keyDiscriminator(*ProbeAt(77, std::nullopt), KeyStore::Section),
            0u);
  EXPECT_EQ(keyDiscriminator(*ProbeAt(77, std::nullopt), KeyStore::DebugInfo),
            77u);
}
