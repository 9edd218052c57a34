//===- AddedFunctions.h - Attributes of functions we add --------*- C++ -*-===//

#ifndef UDPC_IR_ADDEDFUNCTIONS_H
#define UDPC_IR_ADDEDFUNCTIONS_H

namespace llvm {
class Function;
} // namespace llvm

namespace udpc {

/// Excludes \p F, which is ours, from what instruments the program: sanitizers,
/// their coverage, LLVM's profiles. Threads and processes run such functions
/// before a sanitizer's runtime knows them. DataFlowSanitizer renames neither
/// them nor, if \p F is a declaration, the runtime's.
void excludeFromInstrumentation(llvm::Function &F);

/// Does so for \p F, a function that we add to a module and that has no
/// vectors, and gives it the processor and features that the module is compiled
/// for, as clang gives them to functions that have no attribute `target`.
/// Otherwise LLVM prepares the code generation of two targets (X86Subtarget: a
/// millisecond for each). Gives none in a module that was not compiled in this
/// process.
void setAddedAttributes(llvm::Function &F);

} // namespace udpc

#endif // UDPC_IR_ADDEDFUNCTIONS_H
