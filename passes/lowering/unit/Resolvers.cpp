//===- Resolvers.cpp - Resolvers of indirect functions --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/unit/Resolvers.h"
#include "ir/AddedFunctions.h"
#include "passes/lowering/unit/SlotStorage.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "passes/sites/SourceFunction.h"
#include "udpc/resolvers.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

static constexpr StringLiteral EntryName = "__udpc_resolver";

/// Declares a function of the runtime. Its address is null if the runtime is
/// not linked.
static Function *declareWeak(Module &M, StringRef Name, FunctionType *Type) {
  auto *F = cast<Function>(M.getOrInsertFunction(Name, Type).getCallee());
  F->setLinkage(GlobalValue::ExternalWeakLinkage);
  // The procedure linkage table may not be relocated yet.
  F->addFnAttr(Attribute::NonLazyBind);
  return F;
}

/// The ELF header of the linked module, which the linker defines if the header
/// is loaded.
static GlobalVariable *elfHeader(Module &M) {
  constexpr StringLiteral Name = "__ehdr_start";
  if (GlobalVariable *Known = M.getNamedGlobal(Name))
    return Known;
  auto *Header = new GlobalVariable(
      M, Type::getInt8Ty(M.getContext()), /*isConstant=*/true,
      GlobalValue::ExternalWeakLinkage, nullptr, Name);
  Header->setVisibility(GlobalValue::HiddenVisibility);
  return Header;
}

/// Creates the function that an executable without the runtime calls before a
/// resolver, so that the resolver's counts do not crash. It maps storage and
/// sets the thread pointer to its end, unless there is a thread pointer, and
/// makes the stack of calls empty (calls.h). The counts are lost. Null on
/// processors other than x86-64.
static Function *makeMissingStorage(Module &M) {
  if (!M.getTargetTriple().isX86_64())
    return nullptr;
  // arch_prctl is 158 and mmap 9; 0x4022 is MAP_NORESERVE with MAP_PRIVATE and
  // MAP_ANONYMOUS.
  constexpr char Code[] = R"(
  .weak __udpc_calls
  .hidden __udpc_calls
  .weak __udpc_calls_bottom
  .hidden __udpc_calls_bottom
  movl $$158, %eax
  movl $$0x1003, %edi # ARCH_GET_FS
  leaq -8(%rsp), %rsi
  syscall
  cmpq $$0, -8(%rsp)
  jne 1f
  movl $$9, %eax
  xorl %edi, %edi
  movl $$0x1001000, %esi
  movl $$3, %edx
  movl $$0x4022, %r10d
  movq $$-1, %r8
  xorl %r9d, %r9d
  syscall
  testq %rax, %rax
  js 2f
  leaq 0x1000000(%rax), %rsi
  movq %rsi, (%rsi)
  movl $$158, %eax
  movl $$0x1002, %edi # ARCH_SET_FS
  syscall
1:
  movq __udpc_calls_bottom@GOTPCREL(%rip), %rax
  testq %rax, %rax
  je 2f
  movq %rax, %fs:__udpc_calls@tpoff
  movq %rax, %fs:__udpc_calls@tpoff+8
2:
  retq)";
  return makeAssemblyFunction(M, "__udpc_missing_storage", Code);
}

/// Emits a call of \p Callee if it is linked, and else of \p Otherwise, which
/// may be null.
static void callIfLinked(IRBuilder<> &B, Function *Callee,
                         ArrayRef<Value *> Arguments, Function *Otherwise) {
  LLVMContext &C = B.getContext();
  Function *F = B.GetInsertBlock()->getParent();
  auto *Call = BasicBlock::Create(C, "", F);
  auto *Missing = BasicBlock::Create(C, "", F);
  auto *Next = BasicBlock::Create(C, "", F);
  B.CreateCondBr(B.CreateIsNotNull(Callee), Call, Missing);
  B.SetInsertPoint(Call);
  B.CreateCall(Callee, Arguments);
  B.CreateBr(Next);
  B.SetInsertPoint(Missing);
  if (Otherwise)
    B.CreateCall(Otherwise);
  B.CreateBr(Next);
  B.SetInsertPoint(Next);
}

/// Lets the module's code call \p Resolver directly: in a library the procedure
/// linkage table may not be relocated yet.
static void callDirectly(Function &Resolver) {
  // Only the indirect function refers to resolvers that the compiler makes,
  // which are weak. Other weak ones are the program's, which may export them.
  if (Resolver.isWeakForLinker()) {
    if (!Resolver.getName().ends_with(".resolver")) {
      Resolver.addFnAttr(Attribute::NonLazyBind);
      return;
    }
    Resolver.setVisibility(GlobalValue::HiddenVisibility);
  }
  Resolver.setDSOLocal(true);
}

/// Creates the wrapper that replaces \p Resolver.
static Function *makeEntry(Function &Resolver, Function *MissingStorage) {
  Module &M = *Resolver.getParent();
  LLVMContext &C = M.getContext();
  Type *Void = Type::getVoidTy(C), *I32 = Type::getInt32Ty(C);
  Function *Before = declareWeak(
      M, "__udpc_before_resolver",
      FunctionType::get(Void, {PointerType::getUnqual(C), I32}, false));
  Function *After =
      declareWeak(M, "__udpc_after_resolver", FunctionType::get(Void, false));
  auto *F = Function::Create(Resolver.getFunctionType(),
                             GlobalValue::InternalLinkage, EntryName, M);
  F->setCallingConv(Resolver.getCallingConv());
  F->setComdat(Resolver.getComdat());
  F->setUWTableKind(M.getUwtable());
  setAddedAttributes(*F);
  skipOptimisation(*F);
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  auto From = isExecutableCode(M) ? abi::BeforeResolver::OfExecutable
                                  : abi::BeforeResolver::OfLibrary;
  callIfLinked(B, Before, {elfHeader(M), B.getInt32(uint32_t(From))},
               MissingStorage);
  SmallVector<Value *> Arguments;
  for (Argument &A : F->args())
    Arguments.push_back(&A);
  CallInst *Found = B.CreateCall(&Resolver, Arguments);
  Found->setCallingConv(Resolver.getCallingConv());
  Found->setIsNoInline();
  callIfLinked(B, After, {}, nullptr);
  B.CreateRet(Found);
  return F;
}

void udpc::enterResolvers(Module &M) {
  if (!canEnterResolvers(M))
    return;
  DenseMap<Function *, Function *> Entries;
  Function *MissingStorage = nullptr;
  for (GlobalIFunc &I : M.ifuncs()) {
    Function *Resolver = I.getResolverFunction();
    if (!Resolver || Resolver->isDeclaration() ||
        Resolver->getName().starts_with(EntryName))
      continue;
    Function *&Entry = Entries[Resolver];
    if (!Entry) {
      callDirectly(*Resolver);
      if (!MissingStorage && isExecutableCode(M))
        MissingStorage = makeMissingStorage(M);
      Entry = makeEntry(*Resolver, MissingStorage);
    }
    I.setResolver(Entry);
  }
}
