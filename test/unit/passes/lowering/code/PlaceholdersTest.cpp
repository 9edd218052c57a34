// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lowering/code/Placeholders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {
namespace {

/// `count U:S` is a placeholder of unit U and slot S. The placeholders when
/// those that count together have been joined, and `call` for other calls.
std::string joined(StringRef Body) {
  LLVMContext Context;
  SMDiagnostic Error;
  std::unique_ptr<Module> M = parseAssemblyString(
      ("declare void @any()\n"
       "declare void @quiet() memory(none) nounwind willreturn\n"
       "define void @f() {\n" +
       Body + "ret void\n}\n")
          .str(),
      Error, Context);
  if (!M) {
    ADD_FAILURE() << Error.getMessage().str();
    return "";
  }
  Function &F = *M->getFunction("f");
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Add = dyn_cast<BinaryOperator>(&I)) {
      IRBuilder<> B(Add);
      auto Constant = [Add](unsigned Operand) {
        return unsigned(
            cast<ConstantInt>(Add->getOperand(Operand))->getZExtValue());
      };
      emitPlaceholder(B, Constant(0), {{Constant(1), 1}});
      Add->eraseFromParent();
    }
  FunctionAnalysisManager FAM;
  JoinPlaceholdersPass().run(F, FAM);
  std::string Text;
  for (const Instruction &I : instructions(F)) {
    if (isPlaceholder(I)) {
      auto [Unit, Counts] = readPlaceholder(I);
      Text += utostr(Unit) + ":";
      for (auto [Slot, Amount] : Counts)
        Text += utostr(Slot) + (Amount == 1 ? "," : "*" + utostr(Amount) + ",");
      Text += " ";
    } else if (isa<CallInst>(I)) {
      Text += "call ";
    }
  }
  return Text;
}

TEST(Placeholders, CountsBetweenCallsAreJoined) {
  EXPECT_EQ(joined("add i32 0, 7\nadd i32 0, 3\nadd i32 0, 7\n"
                   "call void @any()\nadd i32 0, 4\n"
                   "call void @quiet()\nadd i32 0, 5\n"),
            "0:7*2,3, call 0:4,5, call ");
}

TEST(Placeholders, UnitsAreApart) {
  EXPECT_EQ(joined("add i32 0, 1\nadd i32 1, 1\nadd i32 0, 2\nadd i32 1, 2\n"),
            "0:1,2, 1:1,2, ");
}

TEST(Placeholders, BlocksAreApart) {
  EXPECT_EQ(joined("add i32 0, 1\nbr label %next\nnext:\nadd i32 0, 2\n"),
            "0:1, 0:2, ");
}

} // namespace
} // namespace udpc
