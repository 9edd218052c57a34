// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/plain/PlainBuild.h"
#include "test/unit/passes/MachineTest.h"

using namespace llvm;
using namespace udpc;

namespace {

class LinkerRelaxationTest : public MachineTest {
protected:
  /// Whether the load of the address of \p Name, of another unit, is relaxed.
  bool isRelaxed(StringRef Name) {
    MachineFunction &MF = parse("  bb.0:\n    $rax = MOV64rm $rip, 1, $noreg, "
                                "target-flags(x86-gotpcrel) @g, $noreg\n");
    GlobalVariable &G = *M->getGlobalVariable("g", /*AllowInternal=*/true);
    G.setInitializer(nullptr);
    G.setLinkage(GlobalValue::ExternalLinkage);
    G.setName(Name);
    return isLoadForLinker(MF.front().front());
  }
};

TEST_F(LinkerRelaxationTest, SymbolsOfTheProgramAreRelaxed) {
  EXPECT_TRUE(isRelaxed("g"));
  EXPECT_TRUE(isRelaxed("_Z5counti"));
  EXPECT_TRUE(isRelaxed("_ZN3app5countE"));
  EXPECT_TRUE(isRelaxed("_ZTV3App"));
  EXPECT_TRUE(isRelaxed("_ZTIN3app5ErrorE"));
  EXPECT_TRUE(isRelaxed("_ZTIP3App"));
}

TEST_F(LinkerRelaxationTest, SymbolsOfTheCLibraryAreNot) {
  EXPECT_FALSE(isRelaxed("stderr"));
  EXPECT_FALSE(isRelaxed("qsort"));
  EXPECT_FALSE(isRelaxed("__stack_chk_guard"));
}

TEST_F(LinkerRelaxationTest, SymbolsOfTheCxxLibraryAreNot) {
  EXPECT_FALSE(isRelaxed("_ZSt4cout"));
  EXPECT_FALSE(isRelaxed("_ZNSt6locale7classicEv"));
  EXPECT_FALSE(isRelaxed("_ZNKSt9exception4whatEv"));
  EXPECT_FALSE(isRelaxed("_ZNSolsEi")); // std::ostream::operator<<
  // The vtables of std::stringbuf and of type information, and a VTT.
  EXPECT_FALSE(
      isRelaxed("_ZTVNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEE"));
  EXPECT_FALSE(isRelaxed("_ZTVN10__cxxabiv117__class_type_infoE"));
  EXPECT_FALSE(isRelaxed(
      "_ZTTNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEE"));
  // int, const char *, std::runtime_error
  EXPECT_FALSE(isRelaxed("_ZTIi"));
  EXPECT_FALSE(isRelaxed("_ZTIPKc"));
  EXPECT_FALSE(isRelaxed("_ZTISt13runtime_error"));
}

} // namespace
