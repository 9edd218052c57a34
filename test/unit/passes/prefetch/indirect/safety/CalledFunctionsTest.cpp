//===- CalledFunctionsTest.cpp --------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/safety/CalledFunctions.h"
#include "passes/prefetch/indirect/CalledAccesses.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

namespace {

/// A call of a function with a body.
class CalledFunctionsTest : public ::testing::Test {
protected:
  void parse(const std::string &Body, const std::string &Linkage = "") {
    SMDiagnostic Error;
    M = parseAssemblyString(
        "define void @caller(ptr %p, ptr %q) {\n"
        "  %w = load ptr, ptr %p, align 8, !tbaa !0\n"
        "  call void @f(ptr %w, ptr %q)\n  ret void\n}\n"
        "declare void @unknown()\n"
        "define " +
            Linkage + " void @f(ptr %a, ptr %b) {\n" + Body +
            "}\n"
            "!0 = !{!1, !1, i64 0}\n!1 = !{!\"pointer\", !2, i64 0}\n"
            "!2 = !{!\"root\"}\n"
            "!3 = !{!4, !4, i64 0}\n!4 = !{!\"long\", !2, i64 0}\n"
            "!5 = distinct !{!5, !6}\n!6 = !{!\"llvm.loop.mustprogress\"}\n",
        Error, Context);
    ASSERT_TRUE(M) << Error.getMessage().str();
    for (Instruction &I : instructions(M->getFunction("caller"))) {
      if (auto *Found = dyn_cast<CallBase>(&I))
        Call = Found;
      if (auto *Found = dyn_cast<LoadInst>(&I))
        Load = Found;
    }
  }

  bool returns() { return CalledFunctions(Aliases).returns(*Call); }
  bool mayWrite() {
    return CalledFunctions(Aliases).mayWrite(*Call, *Load,
                                             Load->getAAMetadata());
  }
  /// How many accesses have addresses; and nothing is left of them.
  size_t numAccesses(StringRef Problem) {
    size_t Before = M->getFunction("caller")->getInstructionCount();
    CalledFunctions Functions(Aliases);
    CalledAccesses Of(*Call, Functions);
    size_t Result = Of.accesses().size();
    EXPECT_EQ(Of.problem(), Problem);
    Of.remove();
    EXPECT_EQ(M->getFunction("caller")->getInstructionCount(), Before);
    return Result;
  }

  LLVMContext Context;
  std::unique_ptr<Module> M;
  TargetLibraryInfoImpl LibrariesImpl{Triple("x86_64-linux-gnu")};
  TargetLibraryInfo Libraries{LibrariesImpl};
  AAResults Aliases{Libraries};
  CallBase *Call = nullptr;
  LoadInst *Load = nullptr;
};

/// A loop that walks %a, and the access that follows.
std::string loopThenAccess(const std::string &Metadata) {
  return "entry:\n  br label %loop\n"
         "loop:\n  %n = phi ptr [%a, %entry], [%x, %loop]\n"
         "  %x = load ptr, ptr %n, align 8\n"
         "  %is = icmp eq ptr %x, null\n"
         "  br i1 %is, label %exit, label %loop" +
         Metadata +
         "\n"
         "exit:\n  %y = load i64, ptr %b, align 8\n"
         "  %z = getelementptr i64, ptr %a, i64 %y\n"
         "  store i64 0, ptr %z, align 8, !tbaa !3\n  ret void\n";
}

TEST_F(CalledFunctionsTest, ReturnsIfLoopsEnd) {
  parse(loopThenAccess(", !llvm.loop !5"));
  EXPECT_TRUE(returns());
  parse(loopThenAccess(""));
  EXPECT_FALSE(returns());
  parse("  call void @unknown()\n  ret void\n");
  EXPECT_FALSE(returns());
  parse("  call void @f(ptr %b, ptr %a)\n  ret void\n");
  EXPECT_FALSE(returns());
  parse("  fence seq_cst\n  ret void\n");
  EXPECT_FALSE(returns());
  parse("  unreachable\n");
  EXPECT_FALSE(returns());
  parse("  ret void\n", "linkonce_odr");
  EXPECT_TRUE(returns());
  parse("  ret void\n", "weak");
  EXPECT_FALSE(returns());
}

TEST_F(CalledFunctionsTest, WritesByType) {
  parse(loopThenAccess(", !llvm.loop !5"));
  EXPECT_FALSE(mayWrite());
  parse("  store i64 0, ptr %b, align 8\n  ret void\n");
  EXPECT_TRUE(mayWrite());
  parse("  store ptr %a, ptr %b, align 8, !tbaa !0\n  ret void\n");
  EXPECT_TRUE(mayWrite());
  parse("  %s = alloca i64\n  store i64 0, ptr %s, align 8\n  ret void\n");
  EXPECT_FALSE(mayWrite());
  parse("  call void @unknown()\n  ret void\n");
  EXPECT_TRUE(mayWrite());
}

TEST_F(CalledFunctionsTest, FindsAccesses) {
  // The second load of the list needs the first one; and that after the loop.
  parse(loopThenAccess(", !llvm.loop !5"));
  EXPECT_EQ(numAccesses(""), 1u);
  parse(loopThenAccess(""));
  EXPECT_EQ(numAccesses("the function may not load the index"), 0u);
  // Not the argument itself.
  parse("  %y = load i64, ptr %a, align 8\n  ret void\n");
  EXPECT_EQ(numAccesses(""), 0u);
  std::string Direct = "  %y = load i64, ptr %a, align 8\n"
                       "  %z = getelementptr i64, ptr %b, i64 %y\n"
                       "  store i64 0, ptr %z, align 8\n  ret void\n";
  parse(Direct);
  EXPECT_EQ(numAccesses(""), 1u);
  // What comes later does not matter, what comes before does.
  std::string Later = Direct;
  Later.insert(Later.find("  ret"), "  call void @unknown()\n");
  parse(Later);
  EXPECT_EQ(numAccesses(""), 1u);
  parse("  call void @unknown()\n" + Direct);
  EXPECT_EQ(numAccesses("the function may not load the index"), 0u);
  parse(Direct, "weak");
  EXPECT_EQ(numAccesses(""), 0u);
}

} // namespace
