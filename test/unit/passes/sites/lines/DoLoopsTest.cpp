// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/sites/lines/DoLoops.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {
namespace {

/// The block in which one count takes the place of those at the calls of @enter
/// and @again; "" if there is none.
std::string bodyIn(StringRef Body) {
  LLVMContext Context;
  SMDiagnostic Error;
  std::unique_ptr<Module> M =
      parseAssemblyString(("declare void @enter() nounwind willreturn\n"
                           "declare void @again() nounwind willreturn\n"
                           "declare void @any()\n"
                           "define void @f(i1 %c, i1 %d) {\n" +
                           Body + "}\n")
                              .str(),
                          Error, Context);
  EXPECT_TRUE(M) << Error.getMessage().str();
  Instruction *Entered = nullptr, *Repeated = nullptr;
  for (Instruction &I : instructions(*M->getFunction("f")))
    if (auto *Call = dyn_cast<CallInst>(&I)) {
      StringRef Name = Call->getCalledFunction()->getName();
      if (Name == "enter")
        Entered = &I;
      else if (Name == "again")
        Repeated = &I;
    }
  DoLoops Loops;
  Instruction *Start = Loops.bodyOf(*Entered, *Repeated);
  return Start ? Start->getParent()->getName().str() : "";
}

TEST(DoLoops, HaveABodyBehindTheEntry) {
  EXPECT_EQ(bodyIn("  call void @enter()\n"
                   "  br label %body\n"
                   "back:\n"
                   "  call void @again()\n"
                   "  br label %body\n"
                   "body:\n"
                   "  br i1 %c, label %back, label %end\n"
                   "end:\n"
                   "  ret void\n"),
            "body");
}

TEST(DoLoops, MayHaveLoopsBeforeThem) {
  EXPECT_EQ(bodyIn("  call void @enter()\n"
                   "  br label %other\n"
                   "other:\n"
                   "  br i1 %d, label %other, label %before\n"
                   "before:\n"
                   "  br label %body\n"
                   "back:\n"
                   "  call void @again()\n"
                   "  br label %body\n"
                   "body:\n"
                   "  br i1 %c, label %back, label %end\n"
                   "end:\n"
                   "  ret void\n"),
            "body");
}

TEST(DoLoops, AreNoneThatMayNotBeEntered) {
  EXPECT_EQ(bodyIn("  call void @enter()\n"
                   "  br i1 %d, label %before, label %end\n"
                   "before:\n"
                   "  br label %body\n"
                   "back:\n"
                   "  call void @again()\n"
                   "  br label %body\n"
                   "body:\n"
                   "  br i1 %c, label %back, label %end\n"
                   "end:\n"
                   "  ret void\n"),
            "");
}

TEST(DoLoops, AreNoneBehindCallsThatMayNotReturn) {
  EXPECT_EQ(bodyIn("  call void @enter()\n"
                   "  call void @any()\n"
                   "  br label %body\n"
                   "back:\n"
                   "  call void @again()\n"
                   "  br label %body\n"
                   "body:\n"
                   "  br i1 %c, label %back, label %end\n"
                   "end:\n"
                   "  ret void\n"),
            "");
  EXPECT_EQ(bodyIn("  call void @enter()\n"
                   "  invoke void @any() to label %before unwind label %pad\n"
                   "before:\n"
                   "  br label %body\n"
                   "pad:\n"
                   "  unreachable\n"
                   "back:\n"
                   "  call void @again()\n"
                   "  br label %body\n"
                   "body:\n"
                   "  br i1 %c, label %back, label %end\n"
                   "end:\n"
                   "  ret void\n"),
            "");
}

TEST(DoLoops, MayBeEnteredInALoopAround) {
  EXPECT_EQ(bodyIn("  call void @enter()\n"
                   "  br label %before\n"
                   "before:\n"
                   "  br label %body\n"
                   "back:\n"
                   "  call void @again()\n"
                   "  br label %body\n"
                   "body:\n"
                   "  br i1 %c, label %back, label %next\n"
                   "next:\n"
                   "  br i1 %d, label %before, label %end\n"
                   "end:\n"
                   "  ret void\n"),
            "");
}

TEST(DoLoops, AreNoneThatAreEnteredInTheMiddle) {
  EXPECT_EQ(bodyIn("  call void @enter()\n"
                   "  br i1 %d, label %body, label %middle\n"
                   "back:\n"
                   "  call void @again()\n"
                   "  br label %body\n"
                   "body:\n"
                   "  br label %middle\n"
                   "middle:\n"
                   "  br i1 %c, label %back, label %end\n"
                   "end:\n"
                   "  ret void\n"),
            "");
}

TEST(DoLoops, AreNoneWhoseBodyCountsItself) {
  EXPECT_EQ(bodyIn("  call void @enter()\n"
                   "  br label %head\n"
                   "head:\n"
                   "  br i1 %c, label %body, label %end\n"
                   "body:\n"
                   "  call void @again()\n"
                   "  %p = alloca i32\n"
                   "  br label %head\n"
                   "end:\n"
                   "  ret void\n"),
            "")
      << "a while loop has a count in its body already";
}

} // namespace
} // namespace udpc
