//===- MemOpDiscriminatorsTest.cpp ----------------------------------------===//

#include "passes/prefetch/MemOpDiscriminators.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Module.h"
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

  static unsigned baseOf(const DILocation *L) {
    return L ? L->getBaseDiscriminator() : ~0u;
  }

  LLVMContext Context;
  Module M;
  DIBuilder Builder;
  DIFile *File;
  DICompileUnit *Unit;
  DISubprogram *Function;
  MemOpDiscriminators D;
};

} // namespace

TEST_F(MemOpDiscriminatorsTest, TheFirstKeepsOthersGetTheLowestThatIsFree) {
  D.addCode(*at(12));
  D.addCode(*at(12, 3));
  EXPECT_EQ(D.claim(*at(12)), at(12));
  EXPECT_EQ(baseOf(D.claim(*at(12))), 4u);
  EXPECT_EQ(D.claim(*at(12, 3)), at(12, 3));
  EXPECT_EQ(baseOf(D.claim(*at(12, 3))), 5u);
  // Another line has its own.
  EXPECT_EQ(D.claim(*at(13)), at(13));
}

TEST_F(MemOpDiscriminatorsTest, ANewOneLeavesTheLocationsOwnToNobody) {
  D.addCode(*at(10));
  EXPECT_EQ(baseOf(D.claimNew(*at(10))), 1u);
  EXPECT_EQ(baseOf(D.claim(*at(10))), 2u);
}

TEST_F(MemOpDiscriminatorsTest, CopiesOfALineShareWhereverTheyAreInlined) {
  DISubprogram *Inlined = makeFunction("g", 30);
  auto CopyAt = [&](unsigned Line) {
    return DILocation::get(Context, 31, 1, Inlined,
                           const_cast<DILocation *>(at(Line)));
  };
  const DILocation *First = CopyAt(12), *Second = CopyAt(13);
  EXPECT_EQ(D.claim(*First), First);
  const DILocation *New = D.claim(*Second);
  EXPECT_EQ(baseOf(New), 1u);
  EXPECT_EQ(New->getInlinedAt(), at(13));
}

TEST_F(MemOpDiscriminatorsTest, KeysKnowNoFiles) {
  D.addCode(*at(12));
  D.addCode(*at(12, 0, "body.inc"));
  EXPECT_EQ(D.claim(*at(12)), at(12));
  EXPECT_EQ(baseOf(D.claim(*at(12, 0, "body.inc"))), 1u);
  EXPECT_EQ(baseOf(D.claim(*at(12))), 2u);
}

TEST_F(MemOpDiscriminatorsTest, KeysKnow16BitsOfLines) {
  D.addCode(*at(12));
  D.addCode(*at(12 + 65536));
  EXPECT_EQ(D.claim(*at(12)), at(12));
  EXPECT_EQ(baseOf(D.claim(*at(12 + 65536))), 1u);
}

TEST_F(MemOpDiscriminatorsTest, ALineHas4096) {
  EXPECT_EQ(D.claim(*at(12)), at(12));
  for (unsigned I = 1; I != 4096; ++I)
    ASSERT_EQ(baseOf(D.claim(*at(12))), I);
  EXPECT_EQ(D.claim(*at(12)), nullptr);
  EXPECT_EQ(D.claim(*at(13)), at(13));
}

TEST_F(MemOpDiscriminatorsTest, TheKeyGoesBeforeTheCopysNumber) {
  const DILocation *Copy = at(12)->cloneWithDiscriminator(
      *DILocation::encodeDiscriminator(1, 4000, 7));
  for (unsigned I = 0; I != 3000; ++I)
    ASSERT_TRUE(D.claim(*at(12)));
  D.claim(*at(12, 1));
  const DILocation *New = D.claim(*Copy);
  ASSERT_TRUE(New);
  EXPECT_GT(New->getBaseDiscriminator(), 2999u);
}
