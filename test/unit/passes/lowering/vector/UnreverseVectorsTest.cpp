// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lowering/vector/UnreverseVectors.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {
namespace {

/// A variable that has the value `%r`, `%c` or so: a line of a function's body.
std::string variableOf(const std::string &Value) {
  return "#dbg_value(" + Value + ", !3, !DIExpression(), !4)\n";
}
const char *const Variable =
    "!llvm.module.flags = !{!5}\n"
    "!llvm.dbg.cu = !{!0}\n"
    "!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)\n"
    "!1 = !DIFile(filename: \"a.c\", directory: \"/\")\n"
    "!2 = distinct !DISubprogram(name: \"f\", unit: !0)\n"
    "!3 = !DILocalVariable(name: \"variable\", scope: !2)\n"
    "!4 = !DILocation(line: 1, scope: !2)\n"
    "!5 = !{i32 2, !\"Debug Info Version\", i32 3}\n";

/// How many reversals are left. `reverse V` in \p Body is one of V. Puts the
/// values of variables that are left into \p Variables.
unsigned reversalsLeft(std::string Body,
                       std::vector<std::string> *Variables = nullptr) {
  for (size_t At; (At = Body.find("reverse ")) != std::string::npos;) {
    size_t End = Body.find('\n', At);
    std::string Vector = Body.substr(At + 8, End - At - 8);
    Body.replace(At, End - At,
                 "shufflevector <4 x i16> " + Vector +
                     ", <4 x i16> poison, <4 x i32> <i32 3, i32 2, i32 1, "
                     "i32 0>");
  }
  LLVMContext Context;
  SMDiagnostic Error;
  std::unique_ptr<Module> M = parseAssemblyString(
      "declare i8 @llvm.vector.reduce.add.v4i8(<4 x i8>)\n"
      "declare i4 @llvm.ctpop.i4(i4)\n"
      "declare <4 x i16> @llvm.usub.sat.v4i16(<4 x i16>, <4 x i16>)\n"
      "define void @f(ptr %p, ptr %q, ptr %n, i16 %s, <4 x i16> %other) "
      "!dbg !2 {\n"
      "%i = insertelement <4 x i16> poison, i16 %s, i64 0\n"
      "%splat = shufflevector <4 x i16> %i, <4 x i16> poison, <4 x i32> "
      "zeroinitializer\n"
      "%v = load <4 x i16>, ptr %p\n" +
          Body + "ret void\n}\n" + Variable,
      Error, Context);
  if (!M) {
    ADD_FAILURE() << Error.getMessage().str() << Error.getLineNo();
    return ~0u;
  }
  BasicBlock &B = M->getFunction("f")->front();
  unreverseVectors(B);
  EXPECT_FALSE(verifyModule(*M));
  if (Variables)
    for (Instruction &I : B)
      for (DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange()))
        Variables->push_back(R.isKillLocation()
                                 ? "none"
                                 : R.getVariableLocationOp(0)->getName().str());
  unsigned Left = 0;
  for (Instruction &I : B)
    if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I))
      Left += Shuffle->isReverse();
  return Left;
}

const std::string Counted = "%r = reverse %v\n"
                            "%c = icmp ugt <4 x i16> %r, %splat\n"
                            "%z = zext <4 x i1> %c to <4 x i8>\n"
                            "%k = call i8 "
                            "@llvm.vector.reduce.add.v4i8(<4 x i8> %z)\n"
                            "store i8 %k, ptr %n\n";

TEST(UnreverseVectors, CountsElementsInAnyOrder) {
  EXPECT_EQ(reversalsLeft(Counted), 0u);
  EXPECT_EQ(reversalsLeft(Counted + "%d = sub <4 x i16> %r, splat (i16 7)\n"
                                    "%e = select <4 x i1> %c, <4 x i16> %d, "
                                    "<4 x i16> zeroinitializer\n"
                                    "%u = reverse %e\n"
                                    "store <4 x i16> %u, ptr %p\n"),
            0u);
  EXPECT_EQ(reversalsLeft("%r = reverse %v\n"
                          "%d = call <4 x i16> @llvm.usub.sat.v4i16(<4 x i16> "
                          "%r, <4 x i16> %splat)\n"
                          "%u = reverse %d\n"
                          "store <4 x i16> %u, ptr %p\n"),
            0u);
  EXPECT_EQ(reversalsLeft("%r = reverse %v\n"
                          "%c = icmp ugt <4 x i16> %r, %splat\n"
                          "%b = bitcast <4 x i1> %c to i4\n"
                          "%k = call i4 @llvm.ctpop.i4(i4 %b)\n"
                          "store i4 %k, ptr %n\n"),
            0u);
}

TEST(UnreverseVectors, TakesAllVectorsOfAnOperation) {
  EXPECT_EQ(reversalsLeft("%w = load <4 x i16>, ptr %q\n"
                          "%s1 = reverse %w\n" +
                          Counted +
                          "%d = sub <4 x i16> %r, %s1\n"
                          "%u = reverse %d\n"
                          "store <4 x i16> %u, ptr %p\n"),
            0u);
}

TEST(UnreverseVectors, LeavesNoVariableInAnotherOrder) {
  std::vector<std::string> Variables;
  EXPECT_EQ(reversalsLeft(
                variableOf("<4 x i16> %v") + Counted +
                    variableOf("<4 x i16> %r") + variableOf("<4 x i1> %c") +
                    "%d = sub <4 x i16> %r, splat (i16 7)\n" +
                    variableOf("<4 x i16> %d") + "%u = reverse %d\n" +
                    variableOf("<4 x i16> %u") + "store <4 x i16> %u, ptr %p\n",
                &Variables),
            0u);
  EXPECT_EQ(Variables,
            (std::vector<std::string>{"v", "none", "none", "none", "d"}));
}

TEST(UnreverseVectors, KeepsWhatHasAnOrder) {
  // A reversal of another vector, which does not read this one.
  EXPECT_EQ(reversalsLeft(Counted +
                          "%e = shufflevector <4 x i16> %other, <4 x i16> %r, "
                          "<4 x i32> <i32 3, i32 2, i32 1, i32 0>\n"
                          "store <4 x i16> %e, ptr %q\n"),
            2u);
  // The vector in the order of the loop is stored, or an element is read.
  EXPECT_EQ(reversalsLeft(Counted + "store <4 x i16> %r, ptr %q\n"), 1u);
  EXPECT_EQ(reversalsLeft(Counted + "%x = extractelement <4 x i16> %r, i64 0\n"
                                    "store i16 %x, ptr %q\n"),
            1u);
  // Another vector has its own order.
  EXPECT_EQ(reversalsLeft(Counted + "%d = add <4 x i16> %r, %other\n"
                                    "%u = reverse %d\n"
                                    "store <4 x i16> %u, ptr %p\n"),
            2u);
  EXPECT_EQ(reversalsLeft(Counted + "%d = add <4 x i16> %r, <i16 1, i16 2, "
                                    "i16 3, i16 4>\n"
                                    "%u = reverse %d\n"
                                    "store <4 x i16> %u, ptr %p\n"),
            2u);
  // A vector in both orders.
  EXPECT_EQ(reversalsLeft(Counted + "%d = sub <4 x i16> %r, %v\n"
                                    "%u = reverse %d\n"
                                    "store <4 x i16> %u, ptr %p\n"),
            2u);
  EXPECT_EQ(reversalsLeft("%r = reverse %v\n"
                          "%d = add <4 x i16> %r, %splat\n"
                          "%u = reverse %d\n"
                          "%e = sub <4 x i16> %d, %u\n"
                          "%w = reverse %e\n"
                          "store <4 x i16> %w, ptr %p\n"),
            3u);
  // Bits that are not only counted.
  EXPECT_EQ(reversalsLeft("%r = reverse %v\n"
                          "%c = icmp ugt <4 x i16> %r, %splat\n"
                          "%b = bitcast <4 x i1> %c to i4\n"
                          "store i4 %b, ptr %n\n"),
            1u);
}

} // namespace
} // namespace udpc
