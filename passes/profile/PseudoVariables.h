//===- PseudoVariables.h - What a debug info flag of ours adds -*- C++ -*-===//

#ifndef UDPC_PASSES_PROFILE_PSEUDOVARIABLES_H
#define UDPC_PASSES_PROFILE_PSEUDOVARIABLES_H

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

/// Removes the variables without a name that clang describes for
/// -fdebug-info-for-profiling (values that are accessed through pointers), if
/// only the driver asked for them, by -udpc-own-profiling-info. Each begin of
/// such a value can begin a row of line 0, which the plain build does not have.
void removePseudoVariables(llvm::Module &M);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PSEUDOVARIABLES_H
