//===- AccessPlace.cpp - Locations of accesses without a line -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/AccessPlace.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace udpc;

static bool isBefore(const DILocation &A, const DILocation &B) {
  return std::pair(A.getLine(), A.getColumn()) <
         std::pair(B.getLine(), B.getColumn());
}

/// The accesses in \p Block to \p Pointer: its loads, or its stores. None if
/// there are too many users to look at, as globals may have. In other blocks
/// the code generator computes addresses anew.
static SmallVector<const Instruction *, 4>
accessesTo(const Value &Pointer, const BasicBlock *Block, bool Loads) {
  constexpr unsigned Most = 64;
  SmallVector<const Instruction *, 4> Result;
  if (Pointer.hasNUsesOrMore(Most))
    return Result;
  for (const User *U : Pointer.users())
    if (const auto *I = dyn_cast<Instruction>(U);
        I && I->getParent() == Block && isa<LoadInst>(I) == Loads &&
        getLoadStorePointerOperand(I) == &Pointer)
      Result.push_back(I);
  return Result;
}

/// The line in which \p Pointer is computed, or in which a value that it is
/// computed from is loaded.
static const DILocation *lineOfAddress(const Value *Pointer) {
  const auto *I = dyn_cast<Instruction>(Pointer);
  while (I && isa<GetElementPtrInst, LoadInst>(I)) {
    if (const DILocation *At = I->getDebugLoc(); At && At->getLine())
      return At;
    const auto *Address = dyn_cast<GetElementPtrInst>(I);
    I = Address ? dyn_cast<Instruction>(Address->getPointerOperand()) : nullptr;
  }
  return nullptr;
}

/// The line for accesses in \p Block to \p Pointer that have none.
static const DILocation *placeAt(const Value &Pointer, const BasicBlock *Block,
                                 bool Loads) {
  const DILocation *First = nullptr;
  for (const Instruction *I : accessesTo(Pointer, Block, Loads)) {
    const DILocation *At = I->getDebugLoc();
    // The access may be the queried one. A store without a location was not
    // moved by optimisation: it stores an argument to memory.
    if (!At && !Loads)
      return nullptr;
    if (At && At->getLine() && (!First || isBefore(*At, *First)))
      First = At;
  }
  return First ? First : lineOfAddress(&Pointer);
}

const DILocation *udpc::placeOf(const Instruction &Access) {
  const DILocation *At = Access.getDebugLoc();
  const Value *Pointer = getLoadStorePointerOperand(&Access);
  bool IsLoad = isa<LoadInst>(Access);
  if ((At && At->getLine()) || !Pointer || !(At || IsLoad))
    return At;
  return placeAt(*Pointer, Access.getParent(), IsLoad);
}

const DILocation *udpc::placeByMemory(const MachineInstr &Access) {
  for (const MachineMemOperand *Operand : Access.memoperands())
    if (const Value *Pointer = Operand->getValue())
      return placeAt(*Pointer, Access.getParent()->getBasicBlock(),
                     Operand->isLoad());
  return nullptr;
}
