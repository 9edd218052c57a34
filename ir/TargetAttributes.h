//===- TargetAttributes.h - The target of functions we add ------*- C++ -*-===//

#ifndef UDPC_IR_TARGETATTRIBUTES_H
#define UDPC_IR_TARGETATTRIBUTES_H

namespace llvm {
class Function;
} // namespace llvm

namespace udpc {

/// Gives \p F, a function that we add to a module and that has no vectors, the
/// processor and features that the module is compiled for, as clang gives them
/// to functions that have no attribute `target`. Otherwise LLVM prepares the
/// code generation of two targets (X86Subtarget: a millisecond for each). Does
/// nothing in a module that was not compiled in this process.
void setTargetAttributes(llvm::Function &F);

} // namespace udpc

#endif // UDPC_IR_TARGETATTRIBUTES_H
