//===- HintSourceTest.cpp - Unit tests of HintSource ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/HintSource.h"
#include "passes/options/PrefetchOptions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

namespace {
class HintSourceTest : public testing::Test {
protected:
  HintSourceTest() {
    EXPECT_FALSE(sys::fs::createTemporaryFile("hints", "afdo", Path));
    F = Function::Create(FunctionType::get(Type::getVoidTy(Context), false),
                         GlobalValue::ExternalLinkage, "f", M);
    F->addFnAttr(HintsAttribute, ("- " + Path).str());
  }
  ~HintSourceTest() override { sys::fs::remove(Path); }

  void write(StringRef Text) {
    std::error_code EC;
    raw_fd_ostream OS(Path, EC);
    OS << Text;
    EXPECT_FALSE(EC);
  }

  LLVMContext Context;
  Module M{"m", Context};
  Function *F;
  SmallString<128> Path;
};
} // namespace

TEST_F(HintSourceTest, SourcesShareAFile) {
  write("f:0:0\n 1: 0 __prefetch_nta_0:64\n");
  HintSource First, Second(/*IsQuiet=*/true);
  const HintSet *Hints = First.hintsFor(*F);
  ASSERT_TRUE(Hints);
  EXPECT_EQ(Second.hintsFor(*F), Hints);
  EXPECT_EQ(Second.files().count(std::string(Path)), 1u);
}

TEST_F(HintSourceTest, AChangedFileIsReadAgain) {
  write("f:0:0\n 1: 0 __prefetch_nta_0:64\n");
  HintSource First, Second;
  const HintSet *Hints = First.hintsFor(*F);
  write("f:0:0\n 1: 0 __prefetch_nta_0:64\n 2: 0 __prefetch_nta_0:64\n");
  const HintSet *Changed = Second.hintsFor(*F);
  ASSERT_TRUE(Hints && Changed);
  EXPECT_NE(Changed, Hints);
}
