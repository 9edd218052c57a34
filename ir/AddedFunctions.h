//===- AddedFunctions.h - Attributes of functions we add --------*- C++ -*-===//

#ifndef UDPC_IR_ADDEDFUNCTIONS_H
#define UDPC_IR_ADDEDFUNCTIONS_H

namespace llvm {
class Function;
} // namespace llvm

namespace udpc {

/// Excludes \p F, a function of ours, from the instrumentation of the program:
/// sanitizers, their coverage, LLVM's profiles. Threads and processes run such
/// functions before a sanitizer's runtime knows the thread or process.
/// DataFlowSanitizer does not rename \p F, which may be a declaration of a
/// function of the runtime.
void excludeFromInstrumentation(llvm::Function &F);

/// Sets the attributes of \p F, a function that we add to a module and that has
/// no vectors: it is excluded from instrumentation, and has the processor and
/// features that the module is compiled for, as clang sets them for functions
/// without the attribute `target`. Otherwise LLVM prepares the code generation
/// of two targets (X86Subtarget: a millisecond for each). The processor is not
/// known in a module that was not compiled in this process.
void setAddedAttributes(llvm::Function &F);

} // namespace udpc

#endif // UDPC_IR_ADDEDFUNCTIONS_H
