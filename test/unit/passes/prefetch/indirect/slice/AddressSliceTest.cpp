//===- AddressSliceTest.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/slice/AddressSlice.h"
#include "passes/prefetch/indirect/safety/LoadSafety.h"
#include "passes/prefetch/indirect/safety/NodeSafety.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

namespace {

/// A loop over i with \p Body, which ends by a branch to "latch" of its own.
class AddressSliceTest : public ::testing::Test {
protected:
  void parse(const std::string &Body) {
    SMDiagnostic Error;
    M = parseAssemblyString(
        "define void @f(ptr %a, ptr %b, i64 %n, i64 %d) {\n"
        "entry:\n  br label %loop\n"
        "loop:\n  %i = phi i64 [0, %entry], [%next, %latch]\n" +
            Body +
            "latch:\n  %next = add nuw nsw i64 %i, 1\n"
            "  %more = icmp ne i64 %next, %n\n"
            "  br i1 %more, label %loop, label %exit\n"
            "exit:\n  ret void\n}\n"
            "declare i64 @g(i64)\n",
        Error, Context);
    ASSERT_TRUE(M) << Error.getMessage().str();
    Function *F = M->getFunction("f");
    Dominators = std::make_unique<DominatorTree>(*F);
    Loops = std::make_unique<LoopInfo>(*Dominators);
    Assumptions = std::make_unique<AssumptionCache>(*F);
    Libraries = std::make_unique<TargetLibraryInfo>(LibrariesImpl);
    Evolution = std::make_unique<ScalarEvolution>(*F, *Libraries, *Assumptions,
                                                  *Dominators, *Loops);
    Aliases = std::make_unique<AAResults>(*Libraries);
  }

  /// The slice of the instruction that is called \p Name.
  AddressSlice slice(StringRef Name) {
    for (Instruction &I : instructions(M->getFunction("f")))
      if (I.getName() == Name)
        return AddressSlice::find(I, *Loops->getLoopFor(I.getParent()), *Loops,
                                  *Evolution);
    ADD_FAILURE() << Name.str();
    return AddressSlice();
  }

  LoadBound bound(AddressSlice &Slice) {
    PostDominatorTree PostDominators(*M->getFunction("f"));
    LoadSafety Safety(*M->getFunction("f"), *Loops, *Dominators, PostDominators,
                      *Evolution, *Aliases);
    return Safety.of(Slice);
  }

  LoadBound bound(StringRef Name) {
    AddressSlice Slice = slice(Name);
    return bound(Slice);
  }

  LLVMContext Context;
  std::unique_ptr<Module> M;
  std::unique_ptr<DominatorTree> Dominators;
  std::unique_ptr<LoopInfo> Loops;
  TargetLibraryInfoImpl LibrariesImpl{Triple("x86_64-linux-gnu")};
  std::unique_ptr<TargetLibraryInfo> Libraries;
  std::unique_ptr<AssumptionCache> Assumptions;
  std::unique_ptr<ScalarEvolution> Evolution;
  std::unique_ptr<AAResults> Aliases;
};

constexpr char Indirect[] = "  %pb = getelementptr i64, ptr %b, i64 %i\n"
                            "  %x = load i64, ptr %pb, align 8\n"
                            "  %pa = getelementptr i64, ptr %a, i64 %x\n"
                            "  %v = load i64, ptr %pa, align 8\n"
                            "  br label %latch\n";

TEST_F(AddressSliceTest, IsFromTheAddressBackToTheLoop) {
  parse(Indirect);
  AddressSlice S = slice("v");
  EXPECT_TRUE(S.isIndirect()) << S.Problem.str();
  EXPECT_EQ(S.Inductions.size(), 1u);
  EXPECT_EQ(S.Inductions.front().second, 1);
  // pb, x, pa.
  EXPECT_EQ(S.Instructions.size(), 3u);
  ASSERT_EQ(S.Loads.size(), 1u);
  EXPECT_EQ(S.Loads[0]->getName(), "x");
  EXPECT_TRUE(S.DependentLoads.empty());
  // The index itself is a constant step from the next.
  EXPECT_FALSE(slice("x").isIndirect());
  EXPECT_TRUE(slice("x").Problem.empty());
}

TEST_F(AddressSliceTest, SaysWhyThereIsNone) {
  parse("  %x = call i64 @g(i64 %i)\n"
        "  %pa = getelementptr i64, ptr %a, i64 %x\n"
        "  %v = load i64, ptr %pa, align 8\n"
        "  br label %latch\n");
  EXPECT_EQ(slice("v").Problem, "the address comes from a call");
  parse("  %pb = getelementptr i64, ptr %b, i64 %i\n"
        "  %x = load volatile i64, ptr %pb, align 8\n"
        "  %pa = getelementptr i64, ptr %a, i64 %x\n"
        "  %v = load i64, ptr %pa, align 8\n"
        "  br label %latch\n");
  EXPECT_EQ(slice("v").Problem,
            "the address is loaded by a volatile or atomic access");
  parse("  %p = phi ptr [%b, %entry], [%v, %latch]\n"
        "  %v = load ptr, ptr %p, align 8\n"
        "  br label %latch\n");
  EXPECT_EQ(slice("v").Problem,
            "each iteration computes the address from that of the last");
  parse("  %odd = icmp eq i64 %i, %d\n"
        "  br i1 %odd, label %one, label %two\n"
        "one:\n  br label %two\n"
        "two:\n  %p = phi ptr [%a, %loop], [%b, %one]\n"
        "  %v = load i64, ptr %p, align 8\n"
        "  br label %latch\n");
  EXPECT_EQ(slice("v").Problem,
            "the address differs by the path in an iteration");
}

TEST_F(AddressSliceTest, LoadsAheadWhereTheConditionsHold) {
  std::string Body = "  %pb = getelementptr ptr, ptr %b, i64 %i\n"
                     "  %p = load ptr, ptr %pb, align 8\n"
                     "  %is = icmp ne ptr %p, null\n"
                     "  br i1 %is, label %some, label %latch\n"
                     "some:\n  %x = load i64, ptr %p, align 8\n"
                     "  %pa = getelementptr i64, ptr %a, i64 %x\n"
                     "  %v = load i64, ptr %pa, align 8\n"
                     "  br label %latch\n";
  parse(Body);
  AddressSlice S = slice("v");
  EXPECT_TRUE(S.isIndirect()) << S.Problem.str();
  EXPECT_TRUE(S.Conditions.empty());
  LoadBound Bound = bound(S);
  EXPECT_EQ(Bound.Problem, "");
  EXPECT_EQ(Bound.By, Bound::LastIteration);
  ASSERT_EQ(S.Conditions.size(), 1u);
  EXPECT_EQ(S.Conditions.front().first->getName(), "x");
  ASSERT_EQ(S.Conditions.front().second.size(), 1u);
  EXPECT_EQ(S.Conditions.front().second[0].Condition->getName(), "is");
  EXPECT_TRUE(S.Conditions.front().second[0].IsTrue);
  EXPECT_EQ(S.IndexLoads.size(), 1u);
  // What the loop stores may be a pointer that is none yet.
  std::string Stores = Body;
  Stores.insert(Stores.rfind("  br label"), "  store i64 %v, ptr %pb\n");
  parse(Stores);
  EXPECT_NE(bound("v").Problem, "");
}

TEST_F(AddressSliceTest, LevelsAreThoseOfTheAddress) {
  parse("  %pc = getelementptr i64, ptr %b, i64 %i\n"
        "  %c = load i64, ptr %pc, align 8\n"
        "  %pb = getelementptr i64, ptr %b, i64 %c\n"
        "  %x = load i64, ptr %pb, align 8\n"
        "  %y = add i64 %x, %c\n"
        "  %pa = getelementptr i64, ptr %a, i64 %y\n"
        "  %v = load i64, ptr %pa, align 8\n"
        "  br label %latch\n");
  AddressSlice S = slice("v");
  EXPECT_TRUE(S.loadsOfLevels(1).empty());
  // c is an index of the access itself as well.
  auto Loads = S.loadsOfLevels(2);
  ASSERT_EQ(Loads.size(), 2u);
  EXPECT_EQ(Loads[0]->getName(), "x");
  EXPECT_EQ(Loads[1]->getName(), "c");
  AddressSlice OfIndex = slice("x");
  EXPECT_TRUE(OfIndex.loadsOfLevels(1).empty());
  EXPECT_EQ(OfIndex.loadsOfLevels(4).size(), 1u);
}

TEST_F(AddressSliceTest, FindsTheNextNodeOfAList) {
  auto StepOf = [&](const std::string &Body) -> std::optional<ListStep> {
    parse(Body);
    for (Instruction &I : instructions(M->getFunction("f")))
      if (I.getName() == "v")
        return ListStep::find(*I.getOperand(0),
                              *Loops->getLoopFor(I.getParent()), *Loops,
                              *Evolution);
    return std::nullopt;
  };
  auto BoundOf = [&](const ListStep &Step) {
    return NodeSafety(Step, *Loops, *Dominators, *Evolution).bound();
  };
  // The list's PHI has the address of the node.
  std::string Head = "  %p = phi ptr [%a, %entry], [%q, %latch]\n";
  auto Step = StepOf(Head + "  %pv = getelementptr i8, ptr %p, i64 16\n"
                            "  %v = load i64, ptr %pv, align 8\n"
                            "  %w = call i64 @g(i64 %v)\n"
                            "  %pq = getelementptr i8, ptr %p, i64 8\n"
                            "  %q = load ptr, ptr %pq, align 8\n"
                            "  br label %latch\n");
  ASSERT_TRUE(Step);
  EXPECT_EQ(Step->Next->getName(), "q");
  EXPECT_EQ(Step->NextOffset, 8);
  EXPECT_EQ(Step->Offset, 16);
  EXPECT_FALSE(Step->IsLoadedLate);
  // The call may not return.
  LoadBound Bound = BoundOf(*Step);
  ASSERT_TRUE(Bound.Beside);
  EXPECT_EQ(Bound.Beside->getName(), "v");
  EXPECT_EQ(Bound.Place, Bound.Beside->getNextNode());
  // Nothing is between: no load is needed but the program's.
  Step = StepOf(Head + "  %pq = getelementptr i8, ptr %p, i64 8\n"
                       "  %q = load ptr, ptr %pq, align 8\n"
                       "  %v = load i64, ptr %p, align 8\n"
                       "  br label %latch\n");
  ASSERT_TRUE(Step);
  Bound = BoundOf(*Step);
  EXPECT_FALSE(Bound.Beside);
  EXPECT_EQ(Bound.Place, Step->Next->getNextNode());
  // It has the address of the link to the node.
  Step = StepOf("  %l = phi ptr [%a, %entry], [%m, %latch]\n"
                "  %p = load ptr, ptr %l, align 8\n"
                "  %pv = getelementptr i8, ptr %p, i64 16\n"
                "  %v = load i64, ptr %pv, align 8\n"
                "  %m = getelementptr i8, ptr %p, i64 24\n"
                "  br label %latch\n");
  ASSERT_TRUE(Step);
  EXPECT_TRUE(Step->IsLoadedLate);
  EXPECT_EQ(Step->NextOffset, 24);
  EXPECT_EQ(Step->Offset, 16);
  Bound = BoundOf(*Step);
  EXPECT_EQ(Bound.Problem, "");
  EXPECT_EQ(Bound.Beside->getName(), "v");
  // The next address is one of two.
  EXPECT_FALSE(StepOf(Head + "  %v = load i64, ptr %p, align 8\n"
                             "  %is = icmp eq i64 %v, %d\n"
                             "  %pl = getelementptr i8, ptr %p, i64 8\n"
                             "  %left = load ptr, ptr %pl, align 8\n"
                             "  %pr = getelementptr i8, ptr %p, i64 16\n"
                             "  %right = load ptr, ptr %pr, align 8\n"
                             "  %q = select i1 %is, ptr %left, ptr %right\n"
                             "  br label %latch\n"));
  EXPECT_FALSE(StepOf(Head + "  %q = load volatile ptr, ptr %p, align 8\n"
                             "  %v = load i64, ptr %p, align 8\n"
                             "  br label %latch\n"));
}

TEST_F(AddressSliceTest, FindsTheNextIndexOfAList) {
  auto StepOf = [&](const std::string &Body) -> std::optional<IndexStep> {
    parse("  %e = phi i32 [0, %entry], [%after, %latch]\n" + Body +
          "  br label %latch\n");
    for (Instruction &I : instructions(M->getFunction("f")))
      if (I.getName() == "v")
        return IndexStep::find(*I.getOperand(0),
                               *Loops->getLoopFor(I.getParent()), *Loops);
    return std::nullopt;
  };
  std::string Access = "  %wide = sext i32 %e to i64\n"
                       "  %pv = getelementptr i64, ptr %a, i64 %wide\n"
                       "  %v = load i64, ptr %pv, align 8\n";
  auto Step = StepOf(Access + "  %pn = getelementptr i32, ptr %b, i64 %wide\n"
                              "  %after = load i32, ptr %pn, align 4\n");
  ASSERT_TRUE(Step);
  EXPECT_EQ(Step->Node->getName(), "e");
  EXPECT_EQ(Step->Next->getName(), "after");
  EXPECT_EQ(Step->Advanced, Step->Next);
  EXPECT_EQ(Step->Instructions.size(), 2u); // wide, pv.
  // The next index does not depend on this one.
  EXPECT_FALSE(StepOf(Access + "  %pn = getelementptr i32, ptr %b, i64 %i\n"
                               "  %after = load i32, ptr %pn, align 4\n"));
  // The address depends on another load.
  EXPECT_FALSE(StepOf("  %pe = getelementptr i32, ptr %b, i32 %e\n"
                      "  %after = load i32, ptr %pe, align 4\n"
                      "  %pv = getelementptr i64, ptr %a, i32 %after\n"
                      "  %v = load i64, ptr %pv, align 8\n"));
}

TEST_F(AddressSliceTest, MayBeginAtALoad) {
  parse(Indirect);
  for (Instruction &I : instructions(M->getFunction("f")))
    if (I.getName() == "v") {
      AddressSlice S = AddressSlice::sinceLoad(
          I, *Loops->getLoopFor(I.getParent()), *Dominators);
      EXPECT_TRUE(S.isIndirect()) << S.Problem.str();
      EXPECT_EQ(S.Instructions.size(), 2u);
      EXPECT_TRUE(S.Inductions.empty());
    } else if (I.getName() == "x") {
      EXPECT_FALSE(AddressSlice::sinceLoad(I, *Loops->getLoopFor(I.getParent()),
                                           *Dominators)
                       .isIndirect());
    }
}

TEST_F(AddressSliceTest, DividesWhereNoCopyTraps) {
  std::string Body = "  %pb = getelementptr i64, ptr %b, i64 %i\n"
                     "  %x = load i64, ptr %pb, align 8\n"
                     "  %y = OPERATION\n"
                     "  %pa = getelementptr i64, ptr %a, i64 %y\n"
                     "  %v = load i64, ptr %pa, align 8\n"
                     "  br label %latch\n";
  auto Allows = [&](const char *Operation) {
    std::string Text = Body;
    Text.replace(Text.find("OPERATION"), 9, Operation);
    parse(Text);
    return slice("v").isIndirect();
  };
  EXPECT_TRUE(Allows("urem i64 %x, %d"));
  EXPECT_TRUE(Allows("urem i64 %x, 7"));
  EXPECT_TRUE(Allows("urem i64 7, %x"));
  EXPECT_FALSE(Allows("srem i64 %x, %d"));
  EXPECT_TRUE(Allows("srem i64 %x, 7"));
  EXPECT_FALSE(Allows("srem i64 %x, -1"));
  EXPECT_FALSE(Allows("udiv i64 %x, 0"));
}

TEST_F(AddressSliceTest, LoadsAheadHaveABound) {
  parse(Indirect);
  EXPECT_EQ(bound("v").Problem, "");
  EXPECT_EQ(bound("v").By, Bound::LastIteration);
  EXPECT_EQ(bound("v").Place->getName(), "x");
  // An iteration may be the last.
  std::string Calls = Indirect;
  Calls.insert(Calls.find("  br label"), "  %g = call i64 @g(i64 %v)\n");
  parse(Calls);
  EXPECT_EQ(bound("v").By, Bound::Page);
  // An index on two pages.
  std::string Odd = Calls;
  Odd.replace(Odd.find("align 8"), 7, "align 4");
  parse(Odd);
  EXPECT_EQ(bound("v").Problem, "the index may lie on two pages");
}

} // namespace
