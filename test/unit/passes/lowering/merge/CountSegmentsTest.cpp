// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lowering/merge/CountSegments.h"
#include "passes/lowering/merge/CountFlow.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {
namespace {

/// `count N` in a body is an increment of slot N.
std::string expanded(StringRef Body) {
  std::string Text;
  SmallVector<StringRef> Lines;
  Body.split(Lines, '\n');
  unsigned Next = 0;
  for (StringRef Line : Lines) {
    StringRef Slot = Line.trim();
    if (!Slot.consume_front("count ")) {
      Text += (Line + "\n").str();
      continue;
    }
    std::string N = std::to_string(Next++), At = "ptr %a" + N + ", align 8\n";
    Text += "%a" + N + " = getelementptr i64, ptr %slots, i64 " + Slot.str() +
            "\n%l" + N + " = load atomic i64, ptr %a" + N +
            " monotonic, align 8\n%s" + N + " = add i64 %l" + N +
            ", 1\nstore atomic i64 %s" + N + ", ptr %a" + N +
            " monotonic, align 8\n";
  }
  return Text;
}

enum Moving { AsNow, WithFrequencies, ByFlow, ByForwardFlow };

/// What each block counts then: "block:slot*amount,...", by segment.
std::string counted(StringRef Body, Moving How = AsNow) {
  LLVMContext Context;
  SMDiagnostic Error;
  std::unique_ptr<Module> M = parseAssemblyString(
      ("@slots = internal thread_local global [9 x i64] zeroinitializer\n"
       "declare ptr @llvm.threadlocal.address.p0(ptr)\n"
       "declare void @any()\n"
       "declare void @quiet(ptr) memory(argmem: readwrite) nounwind "
       "willreturn\n"
       "define void @f(i1 %c, i1 %d, ptr %p) {\n"
       "begin:\n"
       "%slots = call ptr @llvm.threadlocal.address.p0(ptr @slots)\n"
       "br label %entry\n" +
       expanded(Body) + "}\n"),
      Error, Context);
  if (!M) {
    ADD_FAILURE() << Error.getMessage().str() << Error.getLineNo();
    return "";
  }
  Function &F = *M->getFunction("f");
  auto Increments =
      findIncrements(F, [](const GlobalVariable &) { return true; });
  FunctionSegments Segments(F, Increments);
  DominatorTree DT(F);
  LoopInfo LI(DT);
  BranchProbabilityInfo BPI(F, LI);
  BlockFrequencyInfo BFI(F, BPI, LI);
  auto Frequencies = [&](const BasicBlock *From, const BasicBlock *To) {
    BlockFrequency Edge = BFI.getBlockFreq(From);
    if (To)
      Edge *= BPI.getEdgeProbability(From, To);
    return double(Edge.getFrequency()) /
           double(BFI.getEntryFreq().getFrequency());
  };
  if (How == AsNow)
    Segments.moveCounts(DT, LI);
  else if (How == WithFrequencies)
    Segments.moveCounts(DT, LI, Frequencies);
  else
    EXPECT_TRUE(
        placeByFlow(F, Segments, DT, LI, Frequencies,
                    How == ByFlow ? CountOrder::Any : CountOrder::Forward));
  EXPECT_TRUE(DT.verify());
  LI.verify(DT);
  std::string Text;
  raw_string_ostream OS(Text);
  for (const CountSegment &S : Segments.segments()) {
    if (!S.isCounted())
      continue;
    EXPECT_TRUE(S.Place);
    EXPECT_FALSE(isa<PHINode>(S.Place) || S.Place->isEHPad());
    OS << S.Place->getParent()->getName();
    char Separator = ':';
    for (auto [Slot, Amount] : S.Amounts) {
      OS << Separator << Slot;
      if (Amount != 1)
        OS << '*' << Amount;
      Separator = ',';
    }
    OS << ' ';
  }
  return Text;
}

TEST(CountSegments, ABlockCountsOnceBetweenCalls) {
  EXPECT_EQ(counted("entry:\ncount 1\ncount 2\ncount 1\n"
                    "call void @quiet(ptr %p)\ncount 3\n"
                    "call void @any()\ncount 4\nret void"),
            "entry:1*2,2,3 entry:4 ");
}

TEST(CountSegments, ADiamondCountsInItsArms) {
  EXPECT_EQ(counted("entry:\ncount 1\nbr i1 %c, label %a, label %b\n"
                    "a:\ncount 2\nbr label %end\n"
                    "b:\nbr label %end\n"
                    "end:\ncount 4\nret void"),
            "a:1,2,4 b:1,4 ");
}

TEST(CountSegments, ATriangleCountsBeforeItsBranch) {
  EXPECT_EQ(counted("entry:\ncount 1\nbr i1 %c, label %a, label %end\n"
                    "a:\ncount 2\nbr label %end\n"
                    "end:\ncount 4\nret void"),
            "entry:1,4 a:2 ");
}

TEST(CountSegments, NothingMovesOverCallsThatMayNotReturn) {
  EXPECT_EQ(counted("entry:\ncount 1\nbr i1 %c, label %a, label %end\n"
                    "a:\ncall void @any()\nbr label %end\n"
                    "end:\ncount 4\nret void"),
            "entry:1 end:4 ");
  // But behind the call, to the ends of both arms.
  EXPECT_EQ(counted("entry:\nbr i1 %c, label %a, label %b\n"
                    "a:\ncall void @any()\ncount 1\nbr label %end\n"
                    "b:\ncall void @any()\nbr label %end\n"
                    "end:\ncount 4\nret void"),
            "a:1,4 b:4 ");
}

TEST(CountSegments, ABlockMovesToLaterOnesByOneEdgeOnly) {
  // The count of entry must not leave %a, which has it from there.
  EXPECT_EQ(counted("entry:\ncount 1\nbr i1 %c, label %a, label %b\n"
                    "a:\nstore i32 0, ptr %p\n"
                    "br i1 %d, label %x, label %y\n"
                    "b:\ncount 2\nret void\n"
                    "x:\ncount 3\nret void\n"
                    "y:\ncount 4\nret void"),
            "a:1 b:1,2 x:3 y:4 ");
  // But where nothing can stop in %a.
  EXPECT_EQ(counted("entry:\ncount 1\nbr i1 %c, label %a, label %b\n"
                    "a:\nbr i1 %d, label %x, label %y\n"
                    "b:\ncount 2\nret void\n"
                    "x:\ncount 3\nret void\n"
                    "y:\ncount 4\nret void"),
            "b:1,2 x:1,3 y:1,4 ");
}

TEST(CountSegments, ColdEdgesOfLoopsAreSplit) {
  StringRef Loop = "entry:\nbr i1 %d, label %loop, label %end\n"
                   "loop:\ncount 1\nbr i1 %c, label %next, label %end\n"
                   "next:\ncount 2\nbr label %loop\n"
                   "end:\nret void";
  EXPECT_EQ(counted(Loop), "loop:1 next:2 ");
  EXPECT_EQ(counted(Loop, WithFrequencies), "next:1,2 loop.end_crit_edge:1 ");
  // Out of two loops.
  EXPECT_EQ(counted("entry:\nbr i1 %d, label %outer, label %end\n"
                    "outer:\nbr label %loop\n"
                    "loop:\ncount 1\nbr i1 %c, label %next, label %end\n"
                    "next:\ncount 2\nbr i1 %d, label %loop, label %outer\n"
                    "end:\nret void",
                    WithFrequencies),
            "next:1,2 loop.end_crit_edge:1 ");
  // Both ways are equally likely.
  EXPECT_EQ(counted("entry:\ncount 1\nbr i1 %c, label %a, label %end\n"
                    "a:\ncount 2\ncall void @any()\nbr label %end\n"
                    "end:\nret void",
                    WithFrequencies),
            "entry:1 a:2 ");
}

TEST(CountFlow, WhatFollowsFromOthersIsNotCounted) {
  // The other arm is the rest.
  EXPECT_EQ(counted("entry:\ncount 1\nbr i1 %c, label %a, label %b\n"
                    "a:\ncount 2\nbr label %end\n"
                    "b:\ncount 3\nbr label %end\n"
                    "end:\ncount 4\nret void",
                    ByFlow),
            "a:1,2,4 b:1,3,4 ");
  // The way back is what leaves the iteration otherwise.
  EXPECT_EQ(counted("entry:\nbr label %loop\n"
                    "loop:\ncount 1\nbr i1 %c, label %a, label %next\n"
                    "a:\nbr label %next\n"
                    "next:\ncount 2\nbr i1 %d, label %loop, label %end\n"
                    "end:\nret void",
                    ByFlow),
            "loop:1,2 ");
  EXPECT_EQ(counted("entry:\nbr i1 %d, label %loop, label %end\n"
                    "loop:\ncount 1\nbr i1 %c, label %next, label %end\n"
                    "next:\nbr label %loop\n"
                    "end:\ncount 2\nret void",
                    ByFlow),
            "begin:2 loop:1 ");
}

TEST(CountFlow, OnlyWhatMayComeNextIsAhead) {
  StringRef Exits = "entry:\nbr label %loop\n"
                    "loop:\ncount 1\nstore i32 1, ptr %p\n"
                    "br i1 %c, label %next, label %x\n"
                    "next:\ncount 2\nstore i32 2, ptr %p\n"
                    "br i1 %d, label %loop, label %y\n"
                    "x:\nstore i32 3, ptr %p\nret void\n"
                    "y:\ncount 3\nret void";
  EXPECT_EQ(counted(Exits, ByForwardFlow), "begin:1 next:1,2 y:1*-1,3 ");
  // That of %loop would be missing until x.
  EXPECT_EQ(counted(Exits, ByFlow), "next:1,2 x:1 y:3 ");
}

TEST(CountFlow, CallsMayNotReturn) {
  // An arm with a call may be begun more often than it is left.
  EXPECT_EQ(counted("entry:\ncount 1\nbr i1 %c, label %a, label %end\n"
                    "a:\ncall void @any()\ncount 2\nbr label %end\n"
                    "end:\ncount 4\nret void",
                    ByFlow),
            "a:1 a:2,4 entry.end_crit_edge:1,4 ");
}

TEST(CountFlow, BothWaysCountInsteadOfBothBlocks) {
  // Where nothing says which way is usual, one increment each time is less than
  // one and a half, with a jump half the times.
  EXPECT_EQ(counted("entry:\nbr label %loop\n"
                    "loop:\ncount 1\nbr i1 %c, label %then, label %end\n"
                    "then:\ncount 2\nstore i32 2, ptr %p\nbr label %end\n"
                    "end:\nbr i1 %d, label %loop, label %out\n"
                    "out:\nret void",
                    ByFlow),
            "then:1,2 loop.end_crit_edge:1 ");
}

TEST(CountFlow, LandingPadsCountBehindTheirFirstInstruction) {
  // They had no count of their own: theirs is x + y - q.
  EXPECT_EQ(counted("entry:\ninvoke void @any()\n"
                    "to label %q unwind label %pad\n"
                    "q:\ncount 1\nbr i1 %c, label %x, label %y\n"
                    "pad:\n%e = landingpad { ptr, i32 }\ncleanup\n"
                    "br i1 %d, label %x, label %y\n"
                    "x:\ncount 2\ncall void @any()\nret void\n"
                    "y:\ncount 3\ncall void @any()\nret void",
                    ByFlow),
            "pad:1*-1 x:1,2 y:1,3 ");
}

TEST(CountFlow, DeadCodeCountsNothing) {
  EXPECT_EQ(counted("entry:\ncount 1\nret void\n"
                    "dead:\ncount 2\nunreachable",
                    ByFlow),
            "begin:1 ");
}

TEST(CountSegments, NothingMovesIntoOrOutOfLoops) {
  EXPECT_EQ(counted("entry:\ncount 1\nbr label %loop\n"
                    "loop:\ncount 2\nbr i1 %c, label %loop, label %end\n"
                    "end:\ncount 3\nret void"),
            "entry:1 loop:2 end:3 ");
}

TEST(CountSegments, ArmsInLoopsCountTheIteration) {
  EXPECT_EQ(counted("entry:\nbr label %loop\n"
                    "loop:\ncount 1\nbr i1 %c, label %a, label %b\n"
                    "a:\ncount 2\nbr label %next\n"
                    "b:\ncount 3\nbr label %next\n"
                    "next:\nbr i1 %d, label %loop, label %end\n"
                    "end:\nret void"),
            "a:1,2 b:1,3 ");
}

TEST(CountSegments, IrreducibleLoopsKeepTheirCounts) {
  EXPECT_EQ(counted("entry:\ncount 1\nbr i1 %c, label %a, label %b\n"
                    "a:\ncount 2\nbr label %b\n"
                    "b:\ncount 3\nbr i1 %d, label %a, label %end\n"
                    "end:\ncount 4\nret void"),
            "entry:1 a:2 b:3 end:4 ");
}

// Around them counts move, also in a loop that has one.
TEST(CountSegments, CountsMoveAroundIrreducibleLoops) {
  EXPECT_EQ(counted("entry:\ncount 1\nbr i1 %c, label %t, label %j\n"
                    "t:\ncount 2\nbr label %j\n"
                    "j:\ncount 3\nbr i1 %d, label %a, label %b\n"
                    "a:\ncount 4\nbr i1 %c, label %u, label %k\n"
                    "u:\ncount 5\nbr label %k\n"
                    "k:\ncount 6\nbr label %b\n"
                    "b:\nbr i1 %d, label %a, label %end\n"
                    "end:\ncount 7\nbr i1 %c, label %entry, label %out\n"
                    "out:\ncount 8\nret void"),
            "entry:1,3 t:2 a:4 u:5 k:6 end:7 out:8 ");
}

TEST(CountSegments, UnreachableArmsNeedNoCount) {
  EXPECT_EQ(counted("entry:\ncount 1\nbr i1 %c, label %a, label %b\n"
                    "a:\nunreachable\n"
                    "b:\ncount 2\nret void"),
            "b:1,2 ");
}

} // namespace
} // namespace udpc
