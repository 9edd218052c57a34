// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lowering/vector/NarrowComparisons.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <map>

using namespace llvm;

namespace udpc {
namespace {

/// A loop with a branch on \p Compare, of %wide, which is %x of 8 bits
/// extended to 32, and of %l, an argument.
class CompareLoop {
public:
  explicit CompareLoop(const std::string &Compare) {
    SMDiagnostic Error;
    M = parseAssemblyString("define void @f(ptr %p, i32 %l, i32 %n) {\n"
                            "entry:\n"
                            "br label %loop\n"
                            "loop:\n"
                            "%i = phi i32 [ 0, %entry ], [ %j, %end ]\n"
                            "%x = load i8, ptr %p\n"
                            "%wide = zext i8 %x to i32\n"
                            "%c = icmp " +
                                Compare +
                                "\n"
                                "br i1 %c, label %then, label %end\n"
                                "then:\n"
                                "store i8 1, ptr %p\n"
                                "br label %end\n"
                                "end:\n"
                                "%j = add i32 %i, 1\n"
                                "%d = icmp ult i32 %j, %n\n"
                                "br i1 %d, label %loop, label %exit\n"
                                "exit:\n"
                                "ret void\n"
                                "}\n",
                            Error, Context);
    if (!M) {
      ADD_FAILURE() << Error.getMessage().str() << Error.getLineNo();
      return;
    }
    F = M->getFunction("f");
    DominatorTree DT(*F);
    LoopInfo LI(DT);
    narrowComparisons(**LI.begin());
    EXPECT_FALSE(verifyModule(*M));
  }

  Value *condition() const {
    return cast<BranchInst>(std::next(F->begin())->getTerminator())
        ->getCondition();
  }
  unsigned bitsCompared() const {
    return cast<ICmpInst>(condition())
        ->getOperand(0)
        ->getType()
        ->getIntegerBitWidth();
  }
  /// What the branch does for these values.
  bool holds(uint8_t X, uint32_t Limit) const {
    std::map<Value *, Constant *> Known;
    Known[F->getArg(1)] = ConstantInt::get(F->getArg(1)->getType(), Limit);
    for (BasicBlock *B : {&F->front(), &*std::next(F->begin())})
      for (Instruction &I : *B) {
        if (isa<LoadInst>(I))
          Known[&I] = ConstantInt::get(I.getType(), X);
        SmallVector<Constant *> Operands;
        for (Value *V : I.operands())
          if (auto It = Known.find(V); It != Known.end())
            Operands.push_back(It->second);
          else if (auto *C = dyn_cast<Constant>(V))
            Operands.push_back(C);
        if (I.isTerminator() || Operands.size() != I.getNumOperands())
          continue;
        if (Constant *C =
                ConstantFoldInstOperands(&I, Operands, M->getDataLayout()))
          Known[&I] = C;
      }
    return cast<ConstantInt>(Known.at(condition()))->isOne();
  }

private:
  LLVMContext Context;
  std::unique_ptr<Module> M;
  Function *F = nullptr;
};

TEST(NarrowComparisons, SaysTheSameForAllValues) {
  struct {
    const char *Compare;
    bool (*Holds)(uint32_t X, uint32_t L);
  } const Cases[] = {
      {"ult i32 %wide, %l", [](uint32_t X, uint32_t L) { return X < L; }},
      {"ule i32 %wide, %l", [](uint32_t X, uint32_t L) { return X <= L; }},
      {"ugt i32 %wide, %l", [](uint32_t X, uint32_t L) { return X > L; }},
      {"uge i32 %wide, %l", [](uint32_t X, uint32_t L) { return X >= L; }},
      {"ult i32 %l, %wide", [](uint32_t X, uint32_t L) { return L < X; }},
      {"ule i32 %l, %wide", [](uint32_t X, uint32_t L) { return L <= X; }},
      {"ugt i32 %l, %wide", [](uint32_t X, uint32_t L) { return L > X; }},
      {"uge i32 %l, %wide", [](uint32_t X, uint32_t L) { return L >= X; }},
  };
  for (const auto &Case : Cases) {
    CompareLoop Loop(Case.Compare);
    EXPECT_EQ(Loop.bitsCompared(), 8u) << Case.Compare;
    EXPECT_EQ(Loop.condition()->getName(), "c"); // In place of all its uses.
    for (uint32_t L : {0u, 1u, 2u, 127u, 128u, 254u, 255u, 256u, 257u, 511u,
                       0x7fffffffu, 0x80000000u, 0xfffffeffu, 0xffffffffu})
      for (unsigned X = 0; X != 256; ++X)
        EXPECT_EQ(Loop.holds(X, L), Case.Holds(X, L))
            << Case.Compare << " " << X << " " << L;
  }
}

TEST(NarrowComparisons, LeavesOthersAlone) {
  for (const char *Compare :
       {"eq i32 %wide, %l", "slt i32 %wide, %l", "ult i32 %wide, %i",
        "ult i32 %i, %l", "ult i32 %wide, %wide"})
    EXPECT_EQ(CompareLoop(Compare).bitsCompared(), 32u) << Compare;
}

} // namespace
} // namespace udpc
