//===- PseudoVariables.cpp - What a debug info flag of ours adds ----------===//

#include "passes/profile/PseudoVariables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace udpc;

static cl::opt<bool> OwnProfilingInfo(
    "udpc-own-profiling-info",
    cl::desc("-fdebug-info-for-profiling is the driver's: remove variables "
             "that it adds"),
    cl::Hidden);

/// Those of the source have names or lines, and parameters are numbered.
static bool isPseudo(const DILocalVariable &V) {
  return V.getName().empty() && !V.getLine() && V.isArtificial() &&
         !V.isParameter();
}

void udpc::removePseudoVariables(Module &M) {
  if (!OwnProfilingInfo)
    return;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      for (DbgVariableRecord &R :
           make_early_inc_range(filterDbgVars(I.getDbgRecordRange())))
        if (isPseudo(*R.getVariable()))
          R.eraseFromParent();
}
