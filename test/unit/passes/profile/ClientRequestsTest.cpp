// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/ClientRequests.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

namespace {

/// As clang writes the macros of valgrind.h into IR.
constexpr StringLiteral Request =
    "rolq $$3,  %rdi ; rolq $$13, %rdi\\0A\\09"
    "rolq $$61, %rdi ; rolq $$51, %rdi\\0A\\09xchgq %rbx,%rbx";

std::string replaced(StringRef From, StringRef To) {
  std::string Text = "rolq $$3,  %rdi ; rolq $$13, %rdi\n\t"
                     "rolq $$61, %rdi ; rolq $$51, %rdi\n\txchgq %rbx,%rbx";
  size_t At = Text.find(From.str());
  EXPECT_NE(At, std::string::npos) << From.str();
  return Text.replace(At, From.size(), To.str());
}

TEST(ClientRequests, AreKnownByTheirText) {
  EXPECT_TRUE(isClientRequest(replaced("rolq", "rolq")));
  // Spaces, and how lines are separated, do not matter.
  EXPECT_TRUE(isClientRequest(replaced(" ; ", "\n")));
  EXPECT_TRUE(isClientRequest(replaced("%rbx,%rbx", "%rbx, %rbx;")));
  EXPECT_TRUE(isClientRequest("rolq $3,%rdi;rolq $13,%rdi;rolq $61,%rdi;"
                              "rolq $51,%rdi;xchgq %rbx,%rbx"));
}

TEST(ClientRequests, OtherSequencesAreNone) {
  EXPECT_FALSE(isClientRequest(""));
  // Valgrind's other sequences, which have the same rotations: the address of
  // the original function, a call of it, and injected IR.
  EXPECT_FALSE(isClientRequest(replaced("%rbx,%rbx", "%rcx,%rcx")));
  EXPECT_FALSE(isClientRequest(replaced("%rbx,%rbx", "%rdx,%rdx")));
  EXPECT_FALSE(isClientRequest(replaced("%rbx,%rbx", "%rdi,%rdi")));
  // Rotations by other numbers, in another order, of another register.
  EXPECT_FALSE(isClientRequest(replaced("$$51", "$$5")));
  EXPECT_FALSE(isClientRequest(replaced("$$3", "$$13")));
  EXPECT_FALSE(isClientRequest(replaced("$$61, %rdi", "$$61, %rsi")));
  EXPECT_FALSE(isClientRequest(replaced("rolq $$13", "rorq $$13")));
  // x86's other size.
  EXPECT_FALSE(isClientRequest("roll $$3,  %edi ; roll $$13, %edi\n\t"
                               "roll $$29, %edi ; roll $$19, %edi\n\t"
                               "xchgl %ebx,%ebx"));
  // More, or less, than a request.
  EXPECT_FALSE(isClientRequest(replaced("rolq $$3,  %rdi ; ", "")));
  EXPECT_FALSE(isClientRequest(replaced("xchgq %rbx,%rbx", "")));
  EXPECT_FALSE(isClientRequest(replaced("%rbx,%rbx", "%rbx,%rbx\n\tnop")));
}

/// The module of a function with \p Call, after the pass; \p NumRequests is how
/// many it must find.
std::unique_ptr<Module> pass(LLVMContext &C, Twine Call, unsigned NumRequests) {
  SMDiagnostic Error;
  std::unique_ptr<Module> M = parseAssemblyString(
      ("define void @f(ptr %a, i64 %n) {\n" + Call + "\n  ret void\n}\n").str(),
      Error, C);
  if (!M) {
    Error.print("test", errs());
    ADD_FAILURE();
    return M;
  }
  EXPECT_EQ(passClientRequests(*M), NumRequests);
  EXPECT_FALSE(verifyModule(*M, &errs()));
  return M;
}

std::string assembly(StringRef Type, StringRef Argument) {
  return ("  %r = call i64 asm sideeffect \"" + Request +
          "\", \"={dx},{ax},0,~{cc},~{memory}\"(" + Type + " " + Argument +
          ", i64 0)\n")
      .str();
}

TEST(ClientRequests, HaveACallBehindThem) {
  LLVMContext C;
  std::unique_ptr<Module> M = pass(C, assembly("ptr", "%a"), 1);
  ASSERT_TRUE(M);
  Function *F = M->getFunction("f");
  auto *Call = dyn_cast<CallInst>(&*std::next(inst_begin(F)));
  ASSERT_TRUE(Call);
  ASSERT_TRUE(Call->getCalledFunction());
  EXPECT_EQ(Call->getCalledFunction()->getName(), "__udpc_costs_request");
  EXPECT_EQ(Call->getArgOperand(0), F->getArg(0));
  // Programs are linked without the runtime as well.
  EXPECT_TRUE(Call->getCalledFunction()->hasWeakAnyLinkage());
}

TEST(ClientRequests, AllCallOneFunction) {
  LLVMContext C;
  std::string Second = assembly("ptr", "%a");
  Second.replace(Second.find("%r"), 2, "%s");
  std::unique_ptr<Module> M = pass(C, assembly("ptr", "%a") + Second, 2);
  ASSERT_TRUE(M);
  EXPECT_EQ(M->size(), 2u);
}

TEST(ClientRequests, OtherAssemblyStays) {
  LLVMContext C;
  // Not the address of the arguments.
  std::unique_ptr<Module> M = pass(C, assembly("i64", "%n"), 0);
  ASSERT_TRUE(M);
  EXPECT_EQ(M->size(), 1u);
  EXPECT_TRUE(pass(C, "  call void asm sideeffect \"nop\", \"r\"(ptr %a)", 0));
  EXPECT_TRUE(
      pass(C, "  call void asm sideeffect \"" + Request + "\", \"\"()", 0));
}

} // namespace
